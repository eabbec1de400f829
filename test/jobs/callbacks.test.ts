import { describe, expect, test } from "vitest";
import { CallbackError, type Job, type MapOptions } from "../../src/index.js";
import { collect } from "../support/collect.js";
import { createEmulatedClient } from "../support/emulated-client.js";
import {
  passTime,
  pause,
  settleInFakeTime,
  useFakeTime,
} from "../support/fake-time.js";
import {
  DONE,
  failure,
  QUEUED,
  RUNNING,
  scripted,
  state,
  success,
} from "../support/scripted-fetch.js";
import { WAITS } from "./waits.js";

// An unhandled rejection fails the run of vitest.
useFakeTime();

const RUN = "POST /v2/{slug}/run";
const CAUSE = new Error("the disk is full");

/** A running job that reports this progress. */
const at = (output: unknown) => state("IN_PROGRESS", { output });
const REPORTS = [RUNNING, at(20), at(20), at({ step: 2 }), at(20), DONE];

/** The two ways in which a callback fails. */
const FAILURES: Readonly<Record<string, () => Promise<void>>> = {
  throws: () => {
    throw CAUSE;
  },
  "rejects after a while": async () => {
    await pause(50);
    throw CAUSE;
  },
};

describe("onUpdate", () => {
  test("is awaited before the next poll, and before the wait resolves", async () => {
    const { cloud, requests } = scripted([QUEUED, RUNNING, DONE]);
    const log: string[] = [];
    const onUpdate = async ({ status }: { status?: string }) => {
      log.push(`${status ?? ""} begins after ${requests.length}`);
      await pause(10_000);
      log.push(`${status ?? ""} ends after ${requests.length}`);
    };
    await success(cloud.model("m").job("j1").wait({ onUpdate }));
    expect(log).toEqual([
      "IN_QUEUE begins after 1",
      "IN_QUEUE ends after 1",
      "IN_PROGRESS begins after 2",
      "IN_PROGRESS ends after 2",
      "COMPLETED begins after 3",
      "COMPLETED ends after 3",
    ]);
  });

  test("receives the changes of the status, and onProgress those of the progress", async () => {
    const { cloud } = scripted(REPORTS);
    const [statuses, seen]: [string[], unknown[]] = [[], []];
    const waiting = cloud
      .model("m")
      .job("j1")
      .wait({
        onUpdate: ({ status }) => void statuses.push(status),
        onProgress: (value) => void seen.push(value),
      });
    await success(waiting);
    expect(statuses).toEqual(["IN_PROGRESS", "COMPLETED"]);
    expect(seen).toEqual([20, { step: 2 }, 20]);
  });

  describe.each(WAITS)("of %s", (operation, wait) => {
    test.each(Object.entries(FAILURES))(
      "that %s ends it with a CallbackError that has the job",
      async (_, onUpdate) => {
        const { cloud, requests } = scripted([RUNNING]);
        const job = cloud.model("m").job("j1");
        const error = await failure(wait(job, { onUpdate }));
        const data = { slug: "m", id: "j1" };
        expect(error).toBeInstanceOf(CallbackError);
        expect(error).toMatchObject({
          code: "callback_failed",
          operation,
          callback: "onUpdate",
          cause: CAUSE,
          maybeSent: true,
          job: data,
          jobs: [data],
        });
        const { message } = error as Error;
        expect(message.startsWith(`${operation}: `)).toBe(true);
        expect(message).not.toContain("disk");
        await passTime(60_000);
        expect(requests).toHaveLength(1);
      },
    );
  });

  test("that fails after an abort causes no unhandled rejection, and the abort rejects at once", async () => {
    const { cloud } = scripted([RUNNING]);
    const controller = new AbortController();
    const { signal } = controller;
    const onUpdate = async () => {
      await pause(1000);
      throw CAUSE;
    };
    const job = cloud.model("m").job("j1");
    const waiting = expect(job.wait({ signal, onUpdate })).rejects.toBe("now");
    await passTime(500);
    controller.abort("now");
    await waiting;
    await passTime(5000);
  });

  test("of a runSync receives the state that the service answers before the job has ended, and so its id", async () => {
    const { cloud } = scripted([RUNNING, DONE]);
    const seen: unknown[] = [];
    const onUpdate = ({ id, status }: { id?: string; status?: string }) => {
      seen.push([id, status]);
    };
    await success(cloud.model("m").runSync({}, { onUpdate }));
    expect(seen).toEqual([
      ["j1", "IN_PROGRESS"],
      ["j1", "COMPLETED"],
    ]);
  });
});

describe("the progress of a job", () => {
  test("is the output of the answer while the job runs", async () => {
    const { cloud } = scripted([at({ percent: 40 })]);
    const running = await success(cloud.model("m").job("j1").status());
    expect(running).toMatchObject({ progress: { percent: 40 } });
    expect(running).not.toHaveProperty("output");
  });

  test("is yielded by watch beside each change of the status", async () => {
    const { cloud } = scripted(REPORTS);
    const watching = collect(cloud.model("m").job("j1").watch());
    expect(await success(watching)).toMatchObject([
      { status: "IN_PROGRESS" },
      { status: "IN_PROGRESS", progress: 20 },
      { status: "IN_PROGRESS", progress: { step: 2 } },
      { status: "IN_PROGRESS", progress: 20 },
      { status: "COMPLETED" },
    ]);
  });

  test("ends the wait with a CallbackError if onProgress fails", async () => {
    const { cloud, requests } = scripted([at(20), DONE]);
    const onProgress = () => Promise.reject(CAUSE);
    const waiting = cloud.model("m").job("j1").wait({ onProgress });
    expect(await failure(waiting)).toMatchObject({
      name: "CallbackError",
      callback: "onProgress",
      cause: CAUSE,
    });
    expect(requests).toHaveLength(1);
  });

  test("is passed to onProgress of map, with the job and the index of its input", async () => {
    const { cloud } = scripted([QUEUED, at("half"), DONE]);
    const seen: unknown[] = [];
    const onProgress = (value: unknown, { id }: Job, index: number) =>
      void seen.push([value, id, index]);
    await success(collect(cloud.model("m").map([{}], { onProgress })));
    expect(seen).toEqual([["half", "j1", 0]]);
  });
});

test.each<[string, () => unknown]>([
  ["NaN", () => NaN],
  ["a text", () => "500"],
  ["a promise that rejects", () => Promise.reject(CAUSE)],
])(
  "an interval function that returns %s ends the wait with a CallbackError that has the job",
  async (_, interval) => {
    const { cloud } = scripted([RUNNING]);
    const options = { interval: interval as () => number };
    const job = cloud.model("m").job("j1");
    const error = await failure(job.wait(options));
    expect(error).toBeInstanceOf(CallbackError);
    expect(error).toMatchObject({
      operation: "job.wait",
      callback: "interval",
      job: { id: "j1" },
      maybeSent: true,
    });
    expect(String((error as CallbackError).cause)).toContain(
      "must return a finite number of milliseconds",
    );
  },
);

describe("a callback of map", () => {
  const inputsOf = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ prompt: `p${index}` }));

  const setUp = () => {
    const { emulator, cloud, requestsOf } = createEmulatedClient();
    const model = cloud.model<{ prompt: string }>("flux-schnell");
    const accepted = () =>
      requestsOf(RUN)
        .filter(({ status }) => status === 200)
        .map(
          ({ body }) => (body as { input: { prompt: string } }).input.prompt,
        );
    const end = (options: MapOptions, count = 20) =>
      settleInFakeTime(
        collect(model.map(inputsOf(count), options)).then(
          (results) => ({ results }),
          (error: unknown) => ({ error }),
        ),
      );
    return { emulator, model, requestsOf, accepted, end };
  };

  test("onSubmit is awaited before the next submit of its slot", async () => {
    const { end, requestsOf } = setUp();
    let [pending, most] = [0, 0];
    const submitsAtEnd: number[] = [];
    const onSubmit = async () => {
      most = Math.max(most, ++pending);
      const submits = requestsOf(RUN).length;
      await pause(30_000);
      submitsAtEnd.push(requestsOf(RUN).length - submits);
      pending--;
    };
    await end({ concurrency: 1, onSubmit }, 4);
    expect([most, submitsAtEnd]).toEqual([1, [0, 0, 0, 0]]);
  });

  test.each(Object.entries(FAILURES))(
    "onSubmit that %s ends the map with the handles of all jobs under way, and nothing more is submitted",
    async (_, onSubmit) => {
      const { emulator, end, accepted } = setUp();
      // Some submits are still under way when the callback fails.
      emulator.fail(RUN, { delay: 10 });
      emulator.fail(RUN, { delay: 40 });
      emulator.fail(RUN, { delay: 3000, times: 3 });
      const ended = await end({ concurrency: 5, onSubmit });
      const error = (ended as { error: CallbackError }).error;
      expect(error).toBeInstanceOf(CallbackError);
      expect(error).toMatchObject({
        callback: "onSubmit",
        cause: CAUSE,
        maybeSent: true,
        operation: "model.map",
      });
      await passTime(60_000);
      const all = accepted();
      expect(all.length).toBeGreaterThanOrEqual(1);
      expect(all.length).toBeLessThanOrEqual(5);
      expect(error.jobs).toHaveLength(all.length);
      expect(new Set(error.jobs.map(({ id }) => id)).size).toBe(all.length);
    },
  );

  test.each(Object.entries(FAILURES))(
    "onCounts that %s does not end the map",
    async (_, onCounts) => {
      const { end } = setUp();
      const ended = await end({ onCounts });
      expect(ended).not.toHaveProperty("error");
    },
  );

  test("that never ends does not keep an abort from rejecting at once", async () => {
    const { model } = setUp();
    const controller = new AbortController();
    const { signal } = controller;
    const onSubmit = () => new Promise<void>(() => undefined);
    const mapping = collect(model.map(inputsOf(3), { signal, onSubmit }));
    const aborted = expect(mapping).rejects.toBe("now");
    await passTime(5000);
    controller.abort("now");
    await aborted;
  });

  test("that rejects after the consumer has left causes no unhandled rejection", async () => {
    const { emulator, model } = setUp();
    emulator.fail(RUN, { delay: 1 });
    emulator.fail(RUN, { delay: 5000 });
    const onSubmit = async (_: Job, index: number) => {
      if (index === 1) throw CAUSE;
      await pause(1);
    };
    const results = model.map(inputsOf(2), { onSubmit });
    await settleInFakeTime(results.next());
    await results.return();
    await passTime(60_000);
  });
});
