import { describe, expect, test } from "vitest";
import {
  runWithHook,
  type AttemptOutcome,
  type SubmitHook,
} from "../../src/jobs/submit-hook.js";
import { passTime, pause, useFakeTime } from "../support/fake-time.js";
import {
  failure,
  finish,
  lost,
  QUEUED,
  refused,
  scripted,
  silent,
  success,
  type Step,
} from "../support/scripted-fetch.js";

useFakeTime();

/** A hook that writes down what happens, among it the number of requests so far. */
function createHook(
  countRequests: () => number,
  before: (attempt: number) => Promise<void> = () => Promise.resolve(),
) {
  const log: unknown[] = [];
  const outcomes: AttemptOutcome[] = [];
  const hook: SubmitHook = {
    before: async (attempt) => {
      log.push(["before", attempt, countRequests()]);
      await before(attempt);
    },
    after: (outcome, attempt) => {
      log.push([outcome.result, attempt, countRequests()]);
      outcomes.push(outcome);
      return Promise.resolve();
    },
    onRepeated: () => log.push("repeated"),
  };
  return { log, outcomes, hook };
}

const BUSY: Step = { status: 429, headers: { "retry-after": "1" } };

describe("the hook of a submit", () => {
  test("is called before and after each attempt, with what is known of it", async () => {
    const { cloud, requests } = scripted([
      refused(),
      BUSY,
      {
        json: { id: "j1" },
        headers: { date: "Sun, 06 Nov 2033 08:49:37 GMT" },
      },
    ]);
    const { log, outcomes, hook } = createHook(() => requests.length);
    const job = await success(runWithHook(cloud.model("m"), {}, {}, hook));
    expect(log).toEqual([
      ["before", 1, 0],
      ["not carried out", 1, 1],
      ["before", 2, 1],
      ["not carried out", 2, 2],
      ["before", 3, 2],
      ["accepted", 3, 3],
    ]);
    expect(outcomes).toMatchObject([
      { status: undefined, serviceTime: NaN },
      { status: 429 },
      {
        status: 200,
        job: job.toJSON(),
        serviceTime: Date.UTC(2033, 10, 6, 8, 49, 37),
      },
    ]);
  });

  test.each<[string, Step]>([
    ["a lost connection", lost()],
    ["silence", silent],
    ["500", { status: 500 }],
    ["a success without an id", { json: {} }],
    ["a page", { text: "<p>", headers: { "content-type": "text/html" } }],
  ])("learns that %s leaves the outcome unknown", async (_, step) => {
    const { cloud, requests } = scripted([step]);
    const { log, hook } = createHook(() => requests.length);
    const error = await failure(runWithHook(cloud.model("m"), {}, {}, hook));
    expect(error).toMatchObject({ maybeSent: true });
    expect(log).toEqual([
      ["before", 1, 0],
      ["unknown", 1, 1],
    ]);
  });

  test("stops the submit by a rejection: nothing is sent, and the reason is passed on", async () => {
    const { cloud, requests } = scripted([BUSY, QUEUED]);
    const reason = new Error("the lease is lost");
    const stopAt = (attempt: number) =>
      attempt === 2 ? Promise.reject(reason) : Promise.resolve();
    const { log, hook } = createHook(() => requests.length, stopAt);
    const run = runWithHook(cloud.model("m"), {}, {}, hook);
    expect(await failure(run)).toBe(reason);
    expect(log).toEqual([
      ["before", 1, 0],
      ["not carried out", 1, 1],
      ["before", 2, 1],
    ]);
    expect(requests).toHaveLength(1);
  });

  test("is told of a job that an earlier submit of the client has got", async () => {
    const { cloud } = scripted([
      { json: { id: "j1" } },
      { json: { id: "j1" } },
    ]);
    await success(cloud.model("m").run({}));
    const { log, hook } = createHook(() => 0);
    await success(runWithHook(cloud.model("m"), {}, {}, hook));
    expect(log).toEqual([["before", 1, 0], ["accepted", 1, 0], "repeated"]);
  });

  test("runs in the turn of the submit: a submit that waits for a slot is not claimed", async () => {
    const { cloud } = scripted([silent]);
    const { log, hook } = createHook(() => 0);
    const claimed = () =>
      log.filter((entry) => String(entry).includes("before"));
    const controller = new AbortController();
    const { signal } = controller;
    const runs = Array.from({ length: 200 }, () =>
      finish(runWithHook(cloud.model("m"), {}, { signal }, hook)),
    );
    await passTime(1000);
    expect(claimed()).toHaveLength(150);
    controller.abort("enough");
    await passTime(120_000);
    const ended = await Promise.all(runs);
    expect(
      ended.filter((one) => "reason" in one && one.reason === "enough"),
    ).toHaveLength(50);
    expect(claimed()).toHaveLength(150);
  });

  test("is awaited: the request follows at once, and an abort meanwhile does not separate the two", async () => {
    const { cloud, requests } = scripted([QUEUED]);
    const controller = new AbortController();
    const { signal } = controller;
    const { log, hook } = createHook(
      () => requests.length,
      () => pause(1500),
    );
    const run = runWithHook(cloud.model("m"), {}, { signal }, hook);
    await passTime(1000);
    controller.abort("enough");
    await passTime(499);
    expect(requests).toHaveLength(0);
    await passTime(1);
    expect(requests).toHaveLength(1);
    expect(await run).toMatchObject({ id: "j1" });
    expect(log).toEqual([
      ["before", 1, 0],
      ["accepted", 1, 1],
    ]);
  });

  test("that uses up the timeout keeps the request from being sent", async () => {
    const { cloud, requests } = scripted([QUEUED]);
    const { log, hook } = createHook(
      () => requests.length,
      () => pause(6000),
    );
    const options = { timeout: 5000 };
    const run = runWithHook(cloud.model("m"), {}, options, hook);
    expect(await failure(run)).toMatchObject({ maybeSent: false });
    expect(requests).toHaveLength(0);
    expect(log.at(-1)).toEqual(["not carried out", 1, 0]);
  });

  test("is not called where the key or the input is wrong", async () => {
    const { cloud } = scripted([QUEUED], { apiKey: () => "é" });
    const { log, hook } = createHook(() => 0);
    const model = cloud.model("m");
    for (const input of [{}, new Map()])
      await failure(runWithHook(model, input as never, {}, hook));
    expect(log).toEqual([]);
  });
});
