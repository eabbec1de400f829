import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createEmulator, type Route } from "../../src/emulator/index.js";
import {
  createClient,
  TimeoutError,
  type CancelOutcome,
  type Job,
  type WaitOptions,
} from "../../src/index.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const CANCEL = "POST /v2/{slug}/cancel/{jobId}";

function setUp() {
  const emulator = createEmulator();
  const { apiKey, fetch, urls } = emulator;
  const cloud = createClient({ apiKey, fetch, ...urls });
  const sent = (route: Route) =>
    emulator.requests.filter((request) => request.route === route);
  // Its jobs take 8 s.
  const model = cloud.model("video-demo");
  return { emulator, cloud, model, sent };
}

const pass = (milliseconds: number) =>
  vi.advanceTimersByTimeAsync(milliseconds);

/** How `promise` ends: told as soon as it has. */
function ending(promise: Promise<unknown>) {
  const seen: { reason?: unknown; at?: number; value?: unknown } = {};
  promise.then(
    (value) => Object.assign(seen, { value, at: performance.now() }),
    (reason: unknown) => Object.assign(seen, { reason, at: performance.now() }),
  );
  return seen;
}

async function exhaust(iterable: AsyncIterable<unknown>): Promise<void> {
  for await (const one of iterable) expect(one).toBeDefined();
}

const input = { prompt: "a lighthouse" };
type Model = ReturnType<typeof setUp>["model"];
type Begin = (model: Model, options: WaitOptions) => Promise<unknown>;

/** Each way to wait, begun with a job that is submitted at once. */
const WAITS: Readonly<Record<string, Begin>> = {
  wait: async (model, options) => (await model.run(input)).wait(options),
  watch: async (model, options) =>
    exhaust((await model.run(input)).watch(options)),
  stream: async (model, options) =>
    exhaust((await model.run(input)).stream(options)),
  runSync: (model, options) => model.runSync(input, { ...options, wait: 1000 }),
};

describe.each(Object.entries(WAITS))("an aborted %s", (_, begin) => {
  for (const onAbort of [undefined, "detach"] as const)
    test(`with onAbort ${onAbort} rejects at once and leaves the job alone`, async () => {
      const { model, sent, emulator } = setUp();
      const controller = new AbortController();
      const { signal } = controller;
      const onCancel = vi.fn();
      const ended = ending(begin(model, { signal, onAbort, onCancel }));
      await pass(3000);
      const reason = { not: "an error" };
      controller.abort(reason);
      const count = emulator.requests.length;
      await pass(0);
      expect(ended.reason).toBe(reason);
      await pass(60_000);
      expect(sent(CANCEL)).toEqual([]);
      expect(onCancel).not.toHaveBeenCalled();
      expect(emulator.requests).toHaveLength(count);
      expect(vi.getTimerCount()).toBe(0);
    });

  test('with onAbort "cancel" rejects before the cancellation is answered, which is sent once and told of', async () => {
    const { model, sent, emulator } = setUp();
    emulator.fail(CANCEL, { delay: 2000 });
    const controller = new AbortController();
    const { signal } = controller;
    const outcomes: CancelOutcome[] = [];
    const onCancel = (outcome: CancelOutcome) => outcomes.push(outcome);
    const onAbort = "cancel";
    const ended = ending(begin(model, { signal, onAbort, onCancel }));
    await pass(3000);
    controller.abort("enough");
    await pass(0);
    expect(ended.reason).toBe("enough");
    expect([sent(CANCEL).length, outcomes]).toEqual([1, []]);
    await pass(2000);
    const [entry] = sent(CANCEL);
    const id = entry?.path.split("/").at(-1);
    expect(outcomes).toMatchObject([
      { job: { slug: "video-demo", id }, cancelled: true },
    ]);
    expect("error" in (outcomes[0] ?? {})).toBe(false);
    await pass(60_000);
    expect(sent(CANCEL)).toHaveLength(1);
    expect(outcomes).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that reaches its bound waits for the cancellation of onAbort "cancel" and carries its outcome', async () => {
    const { model, emulator } = setUp();
    emulator.fail(CANCEL, { delay: 2500 });
    const outcomes: CancelOutcome[] = [];
    const onCancel = (outcome: CancelOutcome) => outcomes.push(outcome);
    const begun = performance.now();
    const options = { timeout: 3000, onAbort: "cancel" as const, onCancel };
    const ended = ending(begin(model, options));
    await pass(60_000);
    expect(ended.reason).toBeInstanceOf(TimeoutError);
    const { job, cancellation } = ended.reason as TimeoutError;
    expect(job?.slug).toBe("video-demo");
    expect(cancellation).toEqual({ job, cancelled: true });
    expect(outcomes).toEqual([cancellation]);
    expect((ended.at ?? 0) - begun).toBeGreaterThanOrEqual(5500);
    expect((ended.at ?? 0) - begun).toBeLessThan(5600);
  });

  test("that reaches its bound carries the job, and no cancellation where none was asked for", async () => {
    const { model, sent } = setUp();
    const ended = ending(begin(model, { timeout: 3000 }));
    await pass(3100);
    expect(ended.reason).toMatchObject({
      ...{ code: "timeout", job: { slug: "video-demo" } },
      cancellation: undefined,
    });
    await pass(20_000);
    expect(sent(CANCEL)).toEqual([]);
  });
});

test("a runSync that is aborted while it is held cannot cancel: the id is not known yet", async () => {
  const { model, emulator } = setUp();
  const controller = new AbortController();
  const { signal } = controller;
  const ended = ending(model.runSync(input, { signal, onAbort: "cancel" }));
  await pass(1000);
  controller.abort("enough");
  await pass(60_000);
  expect(ended.reason).toBe("enough");
  expect(emulator.requests).toHaveLength(1);
});

test("a runSync with a timeout that cannot be right rejects before anything is submitted and billed", async () => {
  const { model, emulator } = setUp();
  const options = { wait: 1000, timeout: Infinity };
  const ended = ending(model.runSync(input, options));
  await pass(60_000);
  expect(ended.reason).toMatchObject({ code: "invalid_input" });
  expect(emulator.requests).toEqual([]);
});

test("a watch that is left by a break cancels nothing and looks no more", async () => {
  const { model, emulator, sent } = setUp();
  const job = await model.run(input);
  const updates = job.watch({ onAbort: "cancel" });
  const first = updates.next();
  await pass(300);
  expect(await first).toMatchObject({ value: { status: "IN_QUEUE" } });
  await updates.return();
  await pass(60_000);
  expect([sent(CANCEL).length, emulator.requests.length]).toEqual([0, 2]);
});

for (const way of ["watch", "stream"] as const)
  test(`a ${way} that is aborted while its consumer is busy, and then left, cancels as onAbort says`, async () => {
    const { cloud, emulator, sent } = setUp();
    emulator.model(
      "in-pieces",
      (_, { progress }) => {
        progress("the first");
        return { text: "the first" };
      },
      { executionTime: 30_000 },
    );
    const controller = new AbortController();
    const { signal } = controller;
    const job = await cloud.model("in-pieces").run(input);
    const updates = job[way]({ signal, onAbort: "cancel", timeout: 60_000 });
    const first = updates.next();
    await pass(way === "watch" ? 300 : 12_000);
    expect((await first).done).toBe(false);
    controller.abort();
    await updates.return();
    await pass(60_000);
    expect(sent(CANCEL)).toHaveLength(1);
  });

describe("the outcome of a cancellation", () => {
  /** Aborts a wait for a job 3 s after its submit; `change` may spoil its cancellation. */
  const abort = async (
    change: (emulator: ReturnType<typeof setUp>["emulator"]) => void,
    onCancel?: (outcome: CancelOutcome) => void,
  ) => {
    const { emulator, model, sent } = setUp();
    change(emulator);
    const outcomes: CancelOutcome[] = [];
    const controller = new AbortController();
    const { signal } = controller;
    const note = (outcome: CancelOutcome) => {
      outcomes.push(outcome);
      return onCancel?.(outcome);
    };
    const job: Job = await model.run(input);
    const waiting = { signal, onAbort: "cancel", onCancel: note } as const;
    const ended = ending(job.wait(waiting));
    await pass(3000);
    controller.abort("enough");
    await pass(60_000);
    expect(ended.reason).toBe("enough");
    return { outcomes, job: job.toJSON(), requests: sent(CANCEL).length };
  };
  const unhandled = async (act: () => Promise<unknown>) => {
    const before = process.listeners("unhandledRejection");
    const seen: unknown[] = [];
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", (reason) => seen.push(reason));
    await act();
    vi.useRealTimers();
    await new Promise((resolve) => setImmediate(resolve));
    process.removeAllListeners("unhandledRejection");
    for (const listener of before) process.on("unhandledRejection", listener);
    return seen;
  };

  test("of a job that had ended says that it was not cancelled, without an error", async () => {
    const body = { id: "x", status: "COMPLETED" };
    const { outcomes, job } = await abort(({ fail }) => fail(CANCEL, { body }));
    expect(outcomes).toEqual([{ job, cancelled: false }]);
  });

  for (const status of [400, 404, 500, 502])
    test(`that is answered with ${status} carries the error, and is not sent again`, async () => {
      const spoil = abort(({ fail }) => fail(CANCEL, { status, times: 9 }));
      const { outcomes, job, requests } = await spoil;
      const error = { status, operation: "jobs.cancel" };
      expect(outcomes).toMatchObject([{ job, cancelled: false, error }]);
      expect(requests).toBe(1);
    });

  test("that nobody answers ends within 20 seconds", async () => {
    const spoil = abort(({ fail }) => fail(CANCEL, { delay: 1e6 }));
    const { outcomes } = await spoil;
    expect(outcomes).toMatchObject([{ error: { code: "timeout" } }]);
  });

  test("may be told to a function that throws: nothing comes of it", async () => {
    const act = () =>
      abort(
        () => undefined,
        () => {
          throw new Error("the caller's own");
        },
      );
    expect(await unhandled(act)).toEqual([]);
  });

  test("is told also where the cancellation is answered with null, and no rejection is left unhandled", async () => {
    let told = 0;
    const act = async () => {
      const spoil = abort(({ fail }) => fail(CANCEL, { body: null }));
      told = (await spoil).outcomes.length;
    };
    expect([await unhandled(act), told]).toEqual([[], 1]);
  });
});

test("an abort rejects at once also while a wait that reached its bound awaits the cancellation", async () => {
  const { emulator, model } = setUp();
  emulator.fail(CANCEL, { delay: 15_000 });
  const controller = new AbortController();
  const { signal } = controller;
  const job = await model.run(input);
  const waiting = { signal, timeout: 2000, onAbort: "cancel" } as const;
  const ended = ending(job.wait(waiting));
  await pass(3000);
  controller.abort("enough");
  await pass(0);
  expect(ended.reason).toBe("enough");
});
