import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import {
  NoSlotError,
  RateLimiter,
  RateLimiters,
} from "../../src/jobs/rate-limiter.js";
import { passTime, pause, useFakeTime } from "../support/fake-time.js";
import { maxWithinWindow } from "../support/request-rate.js";

useFakeTime();

const forever = () => new Promise<never>(() => undefined);

const createLimiter = (maxConcurrent: number, maxPerWindow: number) =>
  new RateLimiter({ maxConcurrent, maxPerWindow });

const request = (rank = 0) => ({
  rank,
  timeoutMs: Infinity,
  signal: undefined,
});

/** Exactly `maxConcurrent` calls begin at once: no slot was lost, and none exists twice. */
async function expectAllSlots(
  limiter: RateLimiter,
  maxConcurrent: number,
): Promise<void> {
  await passTime(10_000);
  let begun = 0;
  for (let i = 0; i <= maxConcurrent; i++)
    void limiter.run(request(), () => {
      begun++;
      return forever();
    });
  await passTime(0);
  expect(begun).toBe(maxConcurrent);
}

interface Task {
  readonly after: number;
  readonly lasts: number;
  readonly rank: number;
  readonly fails: boolean;
  readonly abortAfter: number | undefined;
  readonly timeoutMs: number | undefined;
}

const task: fc.Arbitrary<Task> = fc.record({
  after: fc.integer({ min: 1, max: 15_000 }),
  lasts: fc.integer({ min: 1, max: 6000 }),
  rank: fc.nat(20),
  fails: fc.boolean(),
  abortAfter: fc.option(fc.integer({ min: 1, max: 20_000 }), {
    nil: undefined,
  }),
  timeoutMs: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined }),
});

/** What happened to a task, and when. */
interface TaskRecord extends Task {
  queuedAt: number;
  begunAt: number | undefined;
  endedAt: number | undefined;
  outcome: unknown;
}

async function perform(limiter: RateLimiter, record: TaskRecord) {
  const { after, lasts, rank, fails, abortAfter } = record;
  const { timeoutMs = Infinity } = record;
  await pause(after);
  record.queuedAt = performance.now();
  const controller = new AbortController();
  const timer =
    abortAfter === undefined
      ? undefined
      : setTimeout(() => controller.abort(record), abortAfter);
  const { signal } = controller;
  const call = async () => {
    expect(record.begunAt).toBeUndefined();
    record.begunAt = performance.now();
    await pause(lasts);
    if (fails) throw new Error("failed");
    return "done";
  };
  record.outcome = await limiter
    .run({ rank, timeoutMs, signal }, call)
    .catch((reason: unknown) => reason);
  record.endedAt = performance.now();
  clearTimeout(timer);
}

/** Compares what happened to one task with the rules; `others` waited at the same time. */
function checkRecord(record: TaskRecord, others: readonly TaskRecord[]): void {
  const { queuedAt, begunAt, endedAt, outcome, lasts, rank } = record;
  const { abortAfter = Infinity, timeoutMs = Infinity } = record;
  if (begunAt === undefined) {
    // Of an abort and a timeout at the same time, either may come first.
    if (abortAfter < timeoutMs) expect(outcome).toBe(record);
    if (abortAfter > timeoutMs) expect(outcome).toBeInstanceOf(NoSlotError);
    expect(endedAt).toBe(queuedAt + Math.min(abortAfter, timeoutMs));
    return;
  }
  expect(endedAt).toBe(begunAt + lasts);
  expect(begunAt - queuedAt).toBeLessThanOrEqual(
    Math.min(abortAfter, timeoutMs),
  );
  expect(outcome).toEqual(record.fails ? new Error("failed") : "done");
  const waiting = others.filter(
    (other) =>
      other.queuedAt < begunAt &&
      (other.begunAt ?? other.endedAt ?? Infinity) > begunAt,
  );
  const isFirst = waiting.every((other) => other.rank >= rank);
  const isOldest = waiting.every((other) => other.queuedAt >= queuedAt);
  expect(isFirst || isOldest).toBe(true);
}

test("a RateLimiter keeps both its limits, prefers the lowest rank and the oldest call, starves no call and loses no slot", async () => {
  const limits = fc.record({
    maxConcurrent: fc.integer({ min: 1, max: 4 }),
    maxPerWindow: fc.integer({ min: 1, max: 8 }),
  });
  const tasks = fc.array(task, { maxLength: 30, size: "max" });
  const property = async (
    {
      maxConcurrent,
      maxPerWindow,
    }: { maxConcurrent: number; maxPerWindow: number },
    tasks: readonly Task[],
  ) => {
    const limiter = createLimiter(maxConcurrent, maxPerWindow);
    const records = tasks.map((one): TaskRecord => ({
      ...one,
      queuedAt: Infinity,
      begunAt: undefined,
      endedAt: undefined,
      outcome: undefined,
    }));
    const all = records.map((record) => perform(limiter, record));
    await passTime(15_000 + 30 * 10_000);
    const open = records.filter(({ endedAt }) => endedAt === undefined);
    expect(open).toEqual([]);
    await Promise.all(all);
    for (const record of records) checkRecord(record, records);
    const starts = records.flatMap(({ begunAt }) => begunAt ?? []);
    expect(maxWithinWindow(starts)).toBeLessThanOrEqual(maxPerWindow);
    for (const at of starts) {
      const inProgress = records.filter(
        ({ begunAt = Infinity, endedAt = 0 }) => begunAt <= at && at < endedAt,
      );
      expect(inProgress.length).toBeLessThanOrEqual(maxConcurrent);
    }
    if (maxPerWindow > maxConcurrent)
      await expectAllSlots(limiter, maxConcurrent);
    expect(vi.getTimerCount()).toBe(0);
  };
  await fc.assert(fc.asyncProperty(limits, tasks, property), { numRuns: 120 });
});

describe("a call that waits for a slot of a RateLimiter", () => {
  for (const order of ["abort first", "slot first"])
    test(`does not begin, and returns its slot, when it is aborted at the moment it gets the slot: ${order}`, async () => {
      const limiter = createLimiter(1, 9);
      await limiter.acquire(request());
      const controller = new AbortController();
      const { signal } = controller;
      const call = vi.fn(() => pause(1));
      const rejected = vi.fn<(reason: unknown) => void>();
      limiter.run({ ...request(), signal }, call).catch(rejected);
      await passTime(5);
      if (order === "abort first") controller.abort("own");
      limiter.release();
      if (order === "slot first") controller.abort("own");
      await passTime(10);
      expect(rejected.mock.calls).toEqual([["own"]]);
      expect(call).not.toHaveBeenCalled();
      await expectAllSlots(limiter, 1);
    });
});

test("the rate limiters of a client keep counting the calls of a model", async () => {
  const limiters = new RateLimiters();
  const begun: number[] = [];
  const cancel = () =>
    limiters.get("cancel", "m").run(request(), () => {
      begun.push(performance.now());
      return Promise.resolve();
    });
  for (let index = 0; index < 300; index++) void cancel();
  await passTime(5000);
  for (let index = 0; index < 50; index++) void cancel();
  await passTime(120_000);
  expect(begun).toHaveLength(350);
  expect(maxWithinWindow(begun)).toBeLessThanOrEqual(90);
});
