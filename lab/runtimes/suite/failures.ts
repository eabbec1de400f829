import {
  ConnectionError,
  GraphQLError,
  InputError,
  ResponseError,
  TimeoutError,
} from "cloud-compute-sdk";
import { assert, assertEqual, type Case } from "./context.js";

/** How long the emulator delays a response that the client does not wait for. */
const DELAY_MS = 20_000;
/** What counts as "at once" beside that delay, on a slow machine too. */
const AT_ONCE_MS = 10_000;
const RUN = "POST /v2/{slug}/run";
const POD = { imageName: "ubuntu:24.04" };

/** The ways to fail, and what is retried. */
export const failureCases: readonly Case[] = [
  {
    name: "an aborted call rejects at once with the signal's own reason",
    run: async ({ cloud, fail, rejection }) => {
      await fail("GET /pods", { delay: DELAY_MS });
      const controller = new AbortController();
      const reason = { enough: true };
      setTimeout(() => controller.abort(reason), 50);
      const start = performance.now();
      const { signal } = controller;
      const rejected = await rejection(cloud.pods.list({}, { signal }));
      assert(rejected === reason, "the reason is the signal's own");
      assert(performance.now() - start < AT_ONCE_MS, "the call ends at once");
    },
  },
  {
    name: "an aborted wait rejects at once with the signal's own reason",
    run: async ({ cloud, fail, rejection }) => {
      const job = await cloud.model("video-demo").run({ prompt: "a tide" });
      await fail("GET /v2/{slug}/status/{jobId}", { delay: DELAY_MS });
      const controller = new AbortController();
      setTimeout(() => controller.abort("enough"), 50);
      const start = performance.now();
      const { signal } = controller;
      assertEqual(
        await rejection(job.wait({ signal, interval: 10 })),
        "enough",
      );
      assert(performance.now() - start < AT_ONCE_MS, "the call ends at once");
    },
  },
  {
    name: "a refused request is a ResponseError with its status",
    run: async ({ cloud, rejection }) => {
      const error = await rejection(cloud.pods.get("no-such-pod"));
      assert(error instanceof ResponseError, "the error is a ResponseError");
      assertEqual([error.status, error.route], [404, "GET /pods/{podId}"]);
    },
  },
  {
    name: "an invalid argument is an InputError, and nothing is sent",
    run: async ({ cloud, count, rejection }) => {
      const sent = await count(async () => {
        const error = await rejection(cloud.pods.get(".."));
        assert(error instanceof InputError, "the error is an InputError");
      });
      assertEqual(sent, 0);
    },
  },
  {
    name: "a GraphQL response with errors is a GraphQLError that keeps the errors",
    run: async ({ cloud, rejection }) => {
      const error = await rejection(cloud.graphql.request("{ nothing }"));
      assert(error instanceof GraphQLError, "the error is a GraphQLError");
      assert(error.errors.length > 0, "the errors are kept");
    },
  },
  {
    name: "a GET is retried after 503, at the time of Retry-After",
    run: async ({ cloud, fail, count }) => {
      const headers = { "retry-after": "1" };
      await fail("GET /pods", { status: 503, headers });
      const start = performance.now();
      assertEqual(await count(() => cloud.pods.list(), "GET /pods"), 2);
      // The first backoff is at most half a second, so only Retry-After explains a longer pause.
      assert(
        performance.now() - start > 950,
        "the retry waits for Retry-After",
      );
    },
  },
  {
    name: "a submit is not retried after 503 without Retry-After",
    run: async ({ cloud, fail, count, rejection }) => {
      await fail(RUN, { status: 503 });
      const sent = await count(async () => {
        const run = cloud.model("flux-schnell").run({ prompt: "a pier" });
        const error = await rejection(run);
        assert(error instanceof ResponseError, "the error is a ResponseError");
        assertEqual([error.status, error.maybeSent], [503, true]);
      }, RUN);
      assertEqual(sent, 1);
    },
  },
  {
    name: "a call beyond its timeout is a TimeoutError, and may have been carried out",
    run: async ({ cloud, fail, rejection }) => {
      await fail("POST /pods", { delay: DELAY_MS });
      const start = performance.now();
      const create = cloud.pods.create(POD, {}, { timeout: 200 });
      const error = await rejection(create);
      assert(error instanceof TimeoutError, "the error is a TimeoutError");
      assertEqual([error.timeout, error.maybeSent], [200, true]);
      assert(performance.now() - start < AT_ONCE_MS, "the call ends in time");
    },
  },
  {
    name: "a refused connection is a ConnectionError, with maybeSent as the platform reports it",
    run: async ({ absent, environment, rejection }) => {
      const error = await rejection(absent.pods.create(POD));
      assert(
        error instanceof ConnectionError,
        "the error is a ConnectionError",
      );
      // A page and a worker learn only "failed", whatever the reason: there the call counts as sent.
      assertEqual(error.maybeSent, environment.platform !== "process");
    },
  },
];
