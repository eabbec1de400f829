import { ConnectionError, type Client } from "cloud-compute-sdk";
import { assert, assertEqual, type Case } from "./context.js";

const changes: Readonly<Record<string, (cloud: Client) => Promise<unknown>>> = {
  POST: ({ pods }) => pods.create({ imageName: "ubuntu:24.04" }),
  PATCH: ({ networkVolumes }) => networkVolumes.update("v1", { size: 20 }),
  DELETE: ({ pods }) => pods.delete("p1"),
};

/**
 * The client sends a change only once, also if the connection breaks before the response. Chromium sends the request
 * again by itself if a kept connection breaks before the first byte of a response. A page can neither prevent nor see
 * that: `ShouldResendRequest` in
 * https://source.chromium.org/chromium/chromium/src/+/main:net/http/http_network_transaction.cc
 */
export const resendCases: readonly Case[] = (
  ["reset", "closed"] as const
).flatMap((how) =>
  Object.entries(changes).map(([method, change]) => ({
    name: `a ${method} on a reused connection that is ${how} is sent once (by a page twice at most)`,
    run: async ({ environment, ...context }) => {
      const cloud = context.breaking(how);
      // Opens the connection that the change then reuses.
      await cloud.pods.list();
      const sent = await context.changes(async () => {
        const error = await context.rejection(change(cloud));
        assert(
          error instanceof ConnectionError,
          "the error is a ConnectionError",
        );
        assertEqual(error.maybeSent, true);
      });
      const most = environment.platform === "page" ? 2 : 1;
      assert(
        sent.length >= 1 && sent.length <= most,
        `${sent.length} were sent`,
      );
      // Bun sends a DELETE on a new connection: on a reused one Bun would send the request again.
      const isApart = "Bun" in globalThis && method === "DELETE";
      const isReused = (sent[0]?.nth ?? 0) > 1;
      assert(isReused !== isApart, "the connection was a reused one");
    },
  })),
);
