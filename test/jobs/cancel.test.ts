import { describe, expect, test, vi } from "vitest";
import {
  TimeoutError,
  type CancelOutcome,
  type WaitOptions,
} from "../../src/index.js";
import { collect } from "../support/collect.js";
import { createEmulatedClient } from "../support/emulated-client.js";
import { passTime, useFakeTime } from "../support/fake-time.js";
import { failure, refused, scripted } from "../support/scripted-fetch.js";

useFakeTime();

const CANCEL = "POST /v2/{slug}/cancel/{jobId}";

function setUp() {
  const { emulator, cloud, requestsOf } = createEmulatedClient();
  // Its jobs take 8 s.
  const model = cloud.model("video-demo");
  const cancellations = () => requestsOf(CANCEL);
  return { emulator, cloud, model, cancellations };
}

/** How `promise` ends, filled in as soon as it has. */
function observe(promise: Promise<unknown>) {
  const end: { reason?: unknown; at?: number; value?: unknown } = {};
  promise.then(
    (value) => Object.assign(end, { value, at: performance.now() }),
    (reason: unknown) => Object.assign(end, { reason, at: performance.now() }),
  );
  return end;
}

const input = { prompt: "a lighthouse" };
type Model = ReturnType<typeof setUp>["model"];
type Begin = (model: Model, options: WaitOptions) => Promise<unknown>;

/** Each way to wait, begun with a job that is submitted at once. */
const WAITS: Readonly<Record<string, Begin>> = {
  wait: async (model, options) => (await model.run(input)).wait(options),
  watch: async (model, options) =>
    collect((await model.run(input)).watch(options)),
  stream: async (model, options) =>
    collect((await model.run(input)).stream(options)),
  runSync: (model, options) => model.runSync(input, { ...options, wait: 1000 }),
};

/** Begins to wait with `onAbort: "cancel"` on a service that takes `delay` to answer a cancellation. */
function beginCancelling(begin: Begin, delay: number, timeout?: number) {
  const { emulator, model, cancellations } = setUp();
  emulator.fail(CANCEL, { delay });
  const controller = new AbortController();
  const { signal } = controller;
  const outcomes: CancelOutcome[] = [];
  const onCancel = (outcome: CancelOutcome) => outcomes.push(outcome);
  const options = { signal, timeout, onAbort: "cancel", onCancel } as const;
  const ended = observe(begin(model, options));
  return { controller, cancellations, outcomes, ended };
}

describe.each(Object.entries(WAITS))("an aborted %s", (_, begin) => {
  for (const onAbort of [undefined, "detach"] as const)
    test(`with onAbort ${onAbort} rejects at once and does not cancel the job`, async () => {
      const { model, cancellations, emulator } = setUp();
      const controller = new AbortController();
      const { signal } = controller;
      const onCancel = vi.fn();
      const ended = observe(begin(model, { signal, onAbort, onCancel }));
      await passTime(3000);
      const reason = { not: "an error" };
      controller.abort(reason);
      const count = emulator.requests.length;
      await passTime(0);
      expect(ended.reason).toBe(reason);
      await passTime(60_000);
      expect(cancellations()).toEqual([]);
      expect(onCancel).not.toHaveBeenCalled();
      expect(emulator.requests).toHaveLength(count);
      expect(vi.getTimerCount()).toBe(0);
    });

  test('with onAbort "cancel" rejects when the service has answered the cancellation, which is sent once and reported to onCancel', async () => {
    const begun = beginCancelling(begin, 2000);
    const { controller, cancellations, outcomes, ended } = begun;
    await passTime(3000);
    controller.abort("enough");
    await passTime(1999);
    expect(ended).toEqual({});
    expect([cancellations().length, outcomes]).toEqual([1, []]);
    await passTime(1);
    expect(ended.reason).toBe("enough");
    const [entry] = cancellations();
    const id = entry?.path.split("/").at(-1);
    expect(outcomes).toMatchObject([
      { job: { slug: "video-demo", id }, cancelled: true },
    ]);
    expect("error" in (outcomes[0] ?? {})).toBe(false);
    await passTime(60_000);
    expect(cancellations()).toHaveLength(1);
    expect(outcomes).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that reaches its timeout waits for the cancellation of onAbort "cancel" and carries its outcome', async () => {
    const begun = performance.now();
    const { outcomes, ended } = beginCancelling(begin, 2500, 3000);
    await passTime(60_000);
    expect(ended.reason).toBeInstanceOf(TimeoutError);
    const { job, cancellation } = ended.reason as TimeoutError;
    expect(job?.slug).toBe("video-demo");
    expect(cancellation).toEqual({ job, cancelled: true });
    expect(outcomes).toEqual([cancellation]);
    expect((ended.at ?? 0) - begun).toBeGreaterThanOrEqual(5500);
    expect((ended.at ?? 0) - begun).toBeLessThan(5600);
  });
});

test("a runSync that is aborted while it is held cannot cancel: the id is not known yet", async () => {
  const { model, emulator } = setUp();
  const controller = new AbortController();
  const { signal } = controller;
  const ended = observe(model.runSync(input, { signal, onAbort: "cancel" }));
  await passTime(1000);
  controller.abort("enough");
  await passTime(60_000);
  expect(ended.reason).toBe("enough");
  expect(emulator.requests).toHaveLength(1);
});

test("a watch that its consumer leaves by a break cancels nothing and stops polling", async () => {
  const { model, emulator, cancellations } = setUp();
  const job = await model.run(input);
  const updates = job.watch({ onAbort: "cancel" });
  const first = updates.next();
  await passTime(300);
  expect(await first).toMatchObject({ value: { status: "IN_QUEUE" } });
  await updates.return();
  await passTime(60_000);
  // The submit, the poll, and the request whose response was held until the break.
  expect([cancellations().length, emulator.requests.length]).toEqual([0, 3]);
});

for (const way of ["watch", "stream"] as const)
  test(`a ${way} that is aborted while its consumer is busy, and then left, cancels as onAbort says`, async () => {
    const { cloud, emulator, cancellations } = setUp();
    emulator.model(
      "in-pieces",
      (_, { stream }) => {
        stream("the first");
        return { text: "the first" };
      },
      { executionTime: 30_000 },
    );
    const controller = new AbortController();
    const { signal } = controller;
    const job = await cloud.model("in-pieces").run(input);
    const updates = job[way]({ signal, onAbort: "cancel", timeout: 60_000 });
    const first = updates.next();
    await passTime(way === "watch" ? 300 : 12_000);
    expect((await first).done).toBe(false);
    controller.abort();
    await updates.return();
    await passTime(60_000);
    expect(cancellations()).toHaveLength(1);
  });

describe("the outcome of a cancellation", () => {
  /** Aborts a wait for a job 3 s after its submit; `change` may make its cancellation fail. */
  const abort = async (
    change: (emulator: ReturnType<typeof setUp>["emulator"]) => void,
    onCancel?: (outcome: CancelOutcome) => void,
  ) => {
    const { emulator, model, cancellations } = setUp();
    change(emulator);
    const outcomes: CancelOutcome[] = [];
    const controller = new AbortController();
    const { signal } = controller;
    const keep = (outcome: CancelOutcome) => {
      outcomes.push(outcome);
      return onCancel?.(outcome);
    };
    const job = await model.run(input);
    const ended = observe(
      job.wait({ signal, onAbort: "cancel", onCancel: keep }),
    );
    await passTime(3000);
    controller.abort("enough");
    await passTime(60_000);
    expect(ended.reason).toBe("enough");
    return { outcomes, job: job.toJSON(), requests: cancellations().length };
  };

  test("of a job that has already ended is `cancelled: false` without an error", async () => {
    const body = { status: "COMPLETED" };
    const { outcomes, job } = await abort(({ fail }) => fail(CANCEL, { body }));
    expect(outcomes).toEqual([{ job, cancelled: false }]);
  });

  for (const status of [400, 502])
    test(`that is answered with ${status} carries the error, and is not sent again`, async () => {
      const aborted = abort(({ fail }) => fail(CANCEL, { status, times: 9 }));
      const { outcomes, job, requests } = await aborted;
      const error = { status, operation: "job.cancel" };
      expect(outcomes).toMatchObject([{ job, cancelled: false, error }]);
      expect(requests).toBe(1);
    });

  test("is a TimeoutError when the service does not answer within 20 seconds", async () => {
    const aborted = abort(({ fail }) => fail(CANCEL, { delay: 1e6 }));
    const { outcomes } = await aborted;
    expect(outcomes).toMatchObject([{ error: { code: "timeout" } }]);
  });

  test("may go to an onCancel that throws: the error is ignored", async () => {
    const { outcomes } = await abort(
      () => undefined,
      () => {
        throw new Error("the caller's own");
      },
    );
    expect(outcomes).toHaveLength(1);
  });
});

test("an abort rejects at once also while a wait that reached its timeout awaits the cancellation", async () => {
  const { emulator, model } = setUp();
  emulator.fail(CANCEL, { delay: 15_000 });
  const controller = new AbortController();
  const { signal } = controller;
  const job = await model.run(input);
  const waiting = { signal, timeout: 2000, onAbort: "cancel" } as const;
  const ended = observe(job.wait(waiting));
  await passTime(3000);
  controller.abort("enough");
  await passTime(0);
  expect(ended.reason).toBe("enough");
});

test.each(["cancel", "retry"] as const)(
  "the error of a %s names the job, and keeps maybeSent",
  async (change) => {
    const options = { retries: 0 };
    for (const [step, maybeSent] of [
      [{ status: 502 }, true],
      [refused(), false],
    ] as const) {
      const { cloud } = scripted([step]);
      const job = cloud.model("m").job("j1");
      const error = (await failure(job[change](options))) as Error;
      expect(error).toMatchObject({ maybeSent });
      expect(error.message).toContain("(job j1 of m)");
    }
  },
);
