import { afterEach, describe, expect, test, vi } from "vitest";
import {
  CallbackError,
  ConnectionError,
  type WaitOptions,
} from "../../src/index.js";
import { collect } from "../support/collect.js";
import { pause, useFakeTime } from "../support/fake-time.js";
import {
  DONE,
  failure,
  KEY,
  lost,
  QUEUED,
  refused,
  respond,
  RUNNING,
  scripted,
  silent,
  stalling,
  success,
  times,
  type Step,
} from "../support/scripted-fetch.js";

useFakeTime({ leavesNoTimer: true });

const messageOf = (error: unknown) => (error as Error).message;
const never = () => new Promise<string>(() => undefined);
const VAULT_IS_AWAY = new Error("the vault is away");

/** The error of a wait for a job whose requests go through `steps`, and when the wait has ended. */
async function failingWait(
  steps: readonly Step[],
  options: WaitOptions,
  apiKey: () => string | Promise<string> = () => KEY,
) {
  const { cloud, requests } = scripted(steps, { apiKey });
  const begun = performance.now();
  const error = await failure(cloud.model("m").job("j1").wait(options));
  return { error, requests, elapsed: performance.now() - begun };
}

describe("outageTimeout", () => {
  test.each<[string, Step]>([
    ["is silent", silent],
    ["stalls in its body", () => Promise.resolve(stalling('{"id":"j1",'))],
  ])("ends a poll that %s, and with it the wait", async (_, step) => {
    const options = { outageTimeout: 5000 };
    const { error, requests, elapsed } = await failingWait([step], options);
    expect([Math.round(elapsed), requests.length]).toEqual([5000, 1]);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      operation: "job.wait",
      maybeSent: true,
      job: { id: "j1" },
    });
    expect(messageOf(error)).toContain(
      "got no usable response (outageTimeout: 5000 ms)",
    );
  });

  test("leaves the last poll in an outage one second", async () => {
    const options = { outageTimeout: 5000, interval: 4800 };
    const steps = [{ status: 500 }, silent];
    const { error, requests, elapsed } = await failingWait(steps, options);
    expect(requests).toHaveLength(2);
    expect(Math.round(elapsed)).toBe(5800);
    expect(messageOf(error)).toContain("got no usable response");
  });

  test.each<[string, () => Promise<string>, string]>([
    ["fails", () => Promise.reject(VAULT_IS_AWAY), VAULT_IS_AWAY.message],
    ["never ends", never, "was not sent: apiKey gave no key"],
  ])(
    "ends a wait whose key function %s, with a CallbackError that has the job",
    async (_, fail, cause) => {
      let calls = 0;
      const apiKey = () => (calls++ === 0 ? KEY : fail());
      const options = { outageTimeout: 5000, interval: 1000 };
      const waited = await failingWait([RUNNING], options, apiKey);
      const { error, requests, elapsed } = waited;
      expect([Math.round(elapsed), requests.length]).toEqual([6000, 1]);
      expect(error).toBeInstanceOf(CallbackError);
      expect(error).toMatchObject({
        callback: "apiKey",
        maybeSent: true,
        job: { slug: "m", id: "j1" },
        jobs: [{ slug: "m", id: "j1" }],
      });
      expect(messageOf((error as Error).cause)).toContain(cause);
    },
  );

  test.each([
    ...[400, 401, 403, 404, 405].map((status) => ({
      status,
      text: "<html><title>Blocked</title></html>",
    })),
    { status: 404, text: "" },
  ])(
    "ends a wait that a gateway answers with $status and the page '$text', and no earlier",
    async (page) => {
      const { status, text } = page;
      const passing = scripted([RUNNING, ...times(5, page), DONE]);
      const waiting = passing.cloud.model("m").job("j1").wait();
      expect(await success(waiting)).toMatchObject({ status: "COMPLETED" });
      const options = { outageTimeout: 30_000 };
      const { error, elapsed } = await failingWait([page], options);
      expect(error).toMatchObject({ status, job: { id: "j1" } });
      if (text) expect(messageOf(error)).toContain("Blocked");
      expect(messageOf(error)).toContain(
        "; the status requests for job j1 of m got no usable response",
      );
      expect((error as Error).stack).toContain(messageOf(error));
      expect(elapsed).toBeGreaterThanOrEqual(30_000);
      expect(elapsed).toBeLessThan(31_000);
    },
  );

  describe("of a process that stood still for ten minutes", () => {
    /** Lets the clock go on by ten minutes, as if no timer could run meanwhile, before a request fails. */
    const standStill: Step = () => {
      const clock = performance.now.bind(performance);
      vi.spyOn(performance, "now").mockImplementation(() => clock() + 600_000);
      return Promise.reject(lost());
    };
    afterEach(() => vi.restoreAllMocks());

    test.each([{}, { timeout: 60_000 }])(
      "goes on with the wait, which has one more poll even if its timeout has passed: %j",
      async (options) => {
        const { cloud, requests } = scripted([RUNNING, standStill, DONE]);
        const waiting = cloud.model("m").job("j1").wait(options);
        expect(await success(waiting)).toMatchObject({ status: "COMPLETED" });
        expect(requests).toHaveLength(3);
      },
    );

    test("begins anew after it, and ends the wait if the outage goes on", async () => {
      const { error, requests } = await failingWait(
        [RUNNING, standStill, { status: 502 }],
        { outageTimeout: 20_000 },
      );
      expect(error).toMatchObject({ status: 502, job: { id: "j1" } });
      expect(requests.length).toBeGreaterThan(3);
    });
  });

  test("lets the service hold an answer to a stream for ten seconds", async () => {
    const heldResponse: Step = async (sent) => {
      await pause(10_000);
      return respond(
        { json: { status: "COMPLETED", stream: [{ output: "a" }] } },
        sent,
      );
    };
    const job = scripted([heldResponse]).cloud.model("m").job("j1");
    const streaming = collect(job.stream({ outageTimeout: 2000 }));
    expect(await success(streaming)).toEqual(["a"]);
  });
});

describe("the TimeoutError of a wait says of its last poll", () => {
  test.each<[string, Step]>([
    ["silence", silent],
    ["a lost connection", lost()],
    ["a refused connection", refused()],
    ["429", { status: 429 }],
    [
      "429 and a long pause",
      { status: 429, headers: { "retry-after": "9999" } },
    ],
    ["404", { status: 404 }],
    ["500", { status: 500 }],
    ["HTML", { text: "<p>", headers: { "content-type": "text/html" } }],
    ["a list", { json: [] }],
  ])("what came of it, at the timeout: %s", async (_, step) => {
    const { cloud } = scripted([QUEUED, step]);
    const job = await success(cloud.model("m").run({}));
    const begun = performance.now();
    const error = await failure(job.wait({ timeout: 3000 }));
    expect(performance.now() - begun).toBe(3000);
    expect(error).toMatchObject({
      code: "timeout",
      timeout: 3000,
      maybeSent: true,
      job: { slug: "m", id: "j1" },
    });
    expect(messageOf(error)).toContain("unknown status");
    expect(messageOf(error)).toContain(messageOf((error as Error).cause));
  });

  test.each<[string, () => Promise<string>]>([
    ["fails", () => Promise.reject(VAULT_IS_AWAY)],
    ["never ends", never],
  ])("that there was no key, where the key function %s", async (_, fail) => {
    const { error } = await failingWait([RUNNING], { timeout: 3000 }, fail);
    expect(error).toMatchObject({ code: "timeout", job: { id: "j1" } });
    const { cause } = error as Error;
    expect(messageOf(error)).toContain(messageOf(cause));
  });

  test("that it was not sent, where others were before it", async () => {
    const { cloud } = scripted([silent]);
    const model = cloud.model("m");
    const others = Array.from({ length: 100 }, (_, index) =>
      failure(model.job(`j${index}`).wait({ timeout: 15_000 })),
    );
    const error = await failure(model.job("last").wait({ timeout: 3000 }));
    expect(messageOf(error)).toContain("too many others were waiting");
    expect(messageOf(error)).not.toContain("no answer");
    await Promise.all(others);
  });

  test("of a stream that pieces may be lost only where they may be", async () => {
    const errorOf = async (step: Step) => {
      const job = scripted([step]).cloud.model("m").job("j1");
      return messageOf(await failure(collect(job.stream({ timeout: 3000 }))));
    };
    expect(await errorOf(silent)).toContain("pieces of output may be lost");
    expect(await errorOf({ status: 429 })).not.toContain("pieces");
    expect(await errorOf(refused())).not.toContain("pieces");
  });
});
