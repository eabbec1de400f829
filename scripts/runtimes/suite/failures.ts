import {
  ConnectionError,
  GraphQLError,
  InputError,
  ResponseError,
  TimeoutError,
} from "cloud-compute-sdk";
import { must, same, type Case } from "./scene.js";

/** How long the emulator is silent where it is to be given up, in milliseconds, and what counts as at once then. */
const [SILENCE, AT_ONCE] = [5000, 2500];
const RUN = "POST /v2/{slug}/run";
const POD = { imageName: "ubuntu:24.04" };

/** The ways to fail, and what is repeated. */
export const failureCases: readonly Case[] = [
  {
    name: "an aborted call rejects at once with the signal's own reason",
    run: async ({ cloud, fail, rejection }) => {
      await fail("GET /pods", { delay: SILENCE });
      const controller = new AbortController();
      const reason = { enough: true };
      setTimeout(() => controller.abort(reason), 50);
      const begun = performance.now();
      const { signal } = controller;
      const rejected = await rejection(cloud.pods.list({}, { signal }));
      must(rejected === reason, "the reason is the signal's own");
      must(performance.now() - begun < AT_ONCE, "it ends at once");
    },
  },
  {
    name: "an aborted wait rejects at once with the signal's own reason",
    run: async ({ cloud, fail, rejection }) => {
      const job = await cloud.model("video-demo").run({ prompt: "a tide" });
      await fail("GET /v2/{slug}/status/{jobId}", { delay: SILENCE });
      const controller = new AbortController();
      setTimeout(() => controller.abort("enough"), 50);
      const begun = performance.now();
      const { signal } = controller;
      same(await rejection(job.wait({ signal, interval: 10 })), "enough");
      must(performance.now() - begun < AT_ONCE, "it ends at once");
    },
  },
  {
    name: "a refusal is a ResponseError with its status",
    run: async ({ cloud, rejection }) => {
      const error = await rejection(cloud.pods.get("no-such-pod"));
      must(error instanceof ResponseError, "it is a ResponseError");
      same([error.status, error.route], [404, "GET /pods/{podId}"]);
    },
  },
  {
    name: "what cannot be right is an InputError, and nothing is sent",
    run: async ({ cloud, count, rejection }) => {
      const sent = await count(async () => {
        const error = await rejection(cloud.pods.get(".."));
        must(error instanceof InputError, "it is an InputError");
      });
      same(sent, 0);
    },
  },
  {
    name: "a GraphQL answer with errors is a GraphQLError that keeps them",
    run: async ({ cloud, rejection }) => {
      const error = await rejection(cloud.graphql.request("{ nothing }"));
      must(error instanceof GraphQLError, "it is a GraphQLError");
      must(error.errors.length > 0, "the errors are kept");
    },
  },
  {
    name: "a GET is repeated after 503, when Retry-After says",
    run: async ({ cloud, fail, count }) => {
      const headers = { "retry-after": "1" };
      await fail("GET /pods", { status: 503, headers });
      const begun = performance.now();
      same(await count(() => cloud.pods.list(), "GET /pods"), 2);
      // Only who read the header waits for so long: the first pause of its own is half a second at most.
      must(performance.now() - begun > 950, "the second was waited for");
    },
  },
  {
    name: "a submit is not repeated after 503 without Retry-After",
    run: async ({ cloud, fail, count, rejection }) => {
      await fail(RUN, { status: 503 });
      const sent = await count(async () => {
        const run = cloud.model("flux-schnell").run({ prompt: "a pier" });
        const error = await rejection(run);
        must(error instanceof ResponseError, "it is a ResponseError");
        same([error.status, error.maybeSent], [503, true]);
      }, RUN);
      same(sent, 1);
    },
  },
  {
    name: "a call that lasts too long is a TimeoutError, and may have been carried out",
    run: async ({ cloud, fail, rejection }) => {
      await fail("POST /pods", { delay: SILENCE });
      const begun = performance.now();
      const create = cloud.pods.create(POD, { timeout: 200 });
      const error = await rejection(create);
      must(error instanceof TimeoutError, "it is a TimeoutError");
      same([error.timeout, error.maybeSent], [200, true]);
      must(performance.now() - begun < AT_ONCE, "it ends in time");
    },
  },
  {
    name: "a refused connection is a ConnectionError; who is told so knows that nothing was sent",
    run: async ({ absent, place, rejection }) => {
      const error = await rejection(absent.pods.create(POD));
      must(error instanceof ConnectionError, "it is a ConnectionError");
      // A page and a worker are told "failed", whatever failed: there the call counts as sent.
      same(error.maybeSent, place.platform !== "process");
    },
  },
];
