import { ConnectionError, type Client } from "cloud-compute-sdk";
import { must, same, type Case } from "./scene.js";

const changes: Readonly<Record<string, (cloud: Client) => Promise<unknown>>> = {
  POST: ({ pods }) => pods.create({ imageName: "ubuntu:24.04" }),
  PATCH: ({ networkVolumes }) => networkVolumes.update("v1", { size: 20 }),
  DELETE: ({ pods }) => pods.delete("p1"),
};

/**
 * A change whose connection breaks before the answer is sent once, on every platform but one: Chromium sends a request
 * again by itself when a connection that it kept breaks before the first byte of an answer, and a page can neither
 * prevent nor see it. https://source.chromium.org/chromium/chromium/src/+/main:net/http/http_network_transaction.cc
 * (`ShouldResendRequest`)
 */
export const resendCases: readonly Case[] = (
  ["reset", "closed"] as const
).flatMap((how) =>
  Object.entries(changes).map(([method, change]) => ({
    name: `a ${method} on a reused connection that is ${how} is sent once (by a page twice at most)`,
    run: async ({ place, ...scene }) => {
      const cloud = scene.breaking(how);
      // The connection that the change is to meet.
      await cloud.pods.list();
      const sent = await scene.changes(async () => {
        const error = await scene.rejection(change(cloud));
        must(error instanceof ConnectionError, "it is a ConnectionError");
        same(error.maybeSent, true);
      });
      const most = place.platform === "page" ? 2 : 1;
      must(sent.length >= 1 && sent.length <= most, `${sent.length} were sent`);
      // A DELETE of Bun has a connection of its own: on a reused one Bun would send it again.
      const isApart = "Bun" in globalThis && method === "DELETE";
      const isReused = (sent[0]?.nth ?? 0) > 1;
      must(isReused !== isApart, "the connection was a reused one");
    },
  })),
);
