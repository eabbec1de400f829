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
  success,
} from "../support/scripted-fetch.js";
import { WAITS } from "./waits.js";

// An unhandled rejection fails the run of vitest.
useFakeTime();

const RUN = "POST /v2/{slug}/run";
const CAUSE = new Error("the disk is full");

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

  describe.each(WAITS)("of %s", (_, wait) => {
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
          callback: "onUpdate",
          cause: CAUSE,
          maybeSent: true,
          job: data,
          jobs: [data],
        });
        expect((error as Error).message).not.toContain("disk");
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
