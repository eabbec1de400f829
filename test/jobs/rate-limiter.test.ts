import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EXPIRED } from "../../src/http/timeout.js";
import { createAlarm } from "../../src/jobs/alarm.js";
import { createBudget, type Budget } from "../../src/jobs/budget.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) =>
  vi.advanceTimersByTimeAsync(milliseconds);
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const forever = () => new Promise<never>(() => undefined);

interface Turn {
  readonly rank: number;
  readonly milliseconds: number;
  readonly signal: AbortSignal | undefined;
}

const turn = (rank = 0): Turn => ({
  ...{ rank, milliseconds: Infinity, signal: undefined },
});
const run = <T>(
  budget: Budget,
  { rank, milliseconds, signal }: Turn,
  act: () => Promise<T>,
) => budget(rank, milliseconds, signal, act);

/** The most entries of `times` that lie within any 10 seconds. */
function busiest(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  const counts = sorted.map(
    (from) => sorted.filter((at) => at >= from && at < from + 10_000).length,
  );
  return Math.max(0, ...counts);
}

/** So many calls begin at once: none of the places was lost, and none is there twice. */
async function expectFree(budget: Budget, atOnce: number): Promise<void> {
  await pass(10_000);
  let begun = 0;
  for (let i = 0; i <= atOnce; i++)
    void run(budget, turn(), () => {
      begun++;
      return forever();
    });
  await pass(0);
  expect(begun).toBe(atOnce);
}

interface Task {
  readonly after: number;
  readonly lasts: number;
  readonly rank: number;
  readonly fails: boolean;
  readonly abortAfter: number | undefined;
  readonly patience: number | undefined;
}

const task: fc.Arbitrary<Task> = fc.record({
  after: fc.integer({ min: 1, max: 15_000 }),
  lasts: fc.integer({ min: 1, max: 6000 }),
  rank: fc.nat(20),
  fails: fc.boolean(),
  abortAfter: fc.option(fc.integer({ min: 1, max: 20_000 }), {
    nil: undefined,
  }),
  patience: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined }),
});

/** What became of a task, and when. */
interface Fate extends Task {
  asked: number;
  begun: number | undefined;
  ended: number | undefined;
  outcome: unknown;
}

async function perform(budget: Budget, given: Task, fate: Fate) {
  const { after, lasts, rank, fails, abortAfter, patience } = given;
  await pause(after);
  fate.asked = performance.now();
  const controller = new AbortController();
  const timer =
    abortAfter === undefined
      ? undefined
      : setTimeout(() => controller.abort(fate), abortAfter);
  const { signal } = controller;
  const act = async () => {
    expect(fate.begun).toBeUndefined();
    fate.begun = performance.now();
    await pause(lasts);
    if (fails) throw new Error("failed");
    return "done";
  };
  fate.outcome = await run(
    budget,
    { rank, milliseconds: patience ?? Infinity, signal },
    act,
  ).catch((reason: unknown) => reason);
  fate.ended = performance.now();
  clearTimeout(timer);
}

/** Holds one fate against the rules; `others` waited at the same time. */
function judge(fate: Fate, others: readonly Fate[]): void {
  const { asked, begun, ended, outcome, lasts, rank } = fate;
  const { abortAfter = Infinity, patience = Infinity } = fate;
  if (begun === undefined) {
    const wasAborted = abortAfter <= patience;
    expect([outcome, fate]).toContain(wasAborted ? fate : EXPIRED);
    expect(ended).toBe(asked + Math.min(abortAfter, patience));
    return;
  }
  expect(ended).toBe(begun + lasts);
  expect(begun - asked).toBeLessThanOrEqual(Math.min(abortAfter, patience));
  expect(outcome).toEqual(fate.fails ? new Error("failed") : "done");
  const passedOver = others.filter(
    (other) =>
      other.rank < rank &&
      other.asked < begun &&
      (other.begun ?? other.ended ?? Infinity) > begun,
  );
  expect(passedOver).toEqual([]);
}

test("a budget keeps both its limits, lets the lowest rank go first, starves none and loses no place", async () => {
  const limits = fc.record({
    atOnce: fc.integer({ min: 1, max: 4 }),
    perWindow: fc.integer({ min: 1, max: 8 }),
  });
  const tasks = fc.array(task, { maxLength: 30, size: "max" });
  const property = async (
    { atOnce, perWindow }: { atOnce: number; perWindow: number },
    given: readonly Task[],
  ) => {
    const budget = createBudget([atOnce, perWindow], createAlarm());
    const fates = given.map((one): Fate => {
      const unknown = { begun: undefined, ended: undefined };
      return { ...one, ...unknown, asked: Infinity, outcome: undefined };
    });
    const all = fates.map((fate) => perform(budget, fate, fate));
    await pass(15_000 + 30 * 10_000);
    expect(fates.filter(({ ended }) => ended === undefined)).toEqual([]);
    await Promise.all(all);
    for (const fate of fates) judge(fate, fates);
    const starts = fates.flatMap(({ begun }) => begun ?? []);
    expect(busiest(starts)).toBeLessThanOrEqual(perWindow);
    for (const at of starts) {
      const underWay = fates.filter(
        ({ begun = Infinity, ended = 0 }) => begun <= at && at < ended,
      );
      expect(underWay.length).toBeLessThanOrEqual(atOnce);
    }
    if (perWindow > atOnce) await expectFree(budget, atOnce);
    expect(vi.getTimerCount()).toBe(0);
  };
  await fc.assert(fc.asyncProperty(limits, tasks, property), { numRuns: 120 });
});

describe("a call that waits for its turn", () => {
  const full = () => {
    const budget = createBudget([1, 9], createAlarm());
    let release = () => {};
    const holder = run(
      budget,
      turn(),
      () => new Promise<void>((resolve) => (release = resolve)),
    );
    return { budget, holder, release: () => release() };
  };

  for (const reason of [new Error("own"), "a text", 0, null, false])
    test(`rejects at once with the reason of its signal: ${String(reason)}`, async () => {
      const { budget, release } = full();
      const controller = new AbortController();
      const { signal } = controller;
      let begun = 0;
      const act = () => Promise.resolve(begun++);
      const settled = vi.fn<(reason: unknown) => void>();
      run(budget, { ...turn(), signal }, act).catch(settled);
      await pass(5);
      controller.abort(reason);
      await pass(0);
      expect(settled.mock.calls).toEqual([[reason]]);
      release();
      await pass(20_000);
      expect(begun).toBe(0);
      await expectFree(budget, 1);
    });

  test("with a signal that is aborted already never begins and takes no place", async () => {
    const budget = createBudget([1, 9], createAlarm());
    const signal = AbortSignal.abort("before");
    const ran = run(budget, { ...turn(), signal }, forever);
    await expect(ran).rejects.toBe("before");
    await expectFree(budget, 1);
  });

  test("gives its place back when it is aborted in the very moment its turn comes", async () => {
    for (const order of ["abort first", "turn first"]) {
      const { budget, release } = full();
      const controller = new AbortController();
      const { signal } = controller;
      const ran = run(budget, { ...turn(), signal }, () => pause(1));
      ran.catch(() => undefined);
      await pass(5);
      if (order === "abort first") controller.abort();
      release();
      if (order === "turn first") controller.abort();
      await pass(10);
      await expectFree(budget, 1);
    }
  });

  test("rejects when its patience is over, and leaves no timer", async () => {
    const { budget } = full();
    const settled = vi.fn<(reason: unknown) => void>();
    run(budget, { ...turn(), milliseconds: 500 }, forever).catch(settled);
    await pass(499);
    expect([settled.mock.calls.length, vi.getTimerCount()]).toEqual([0, 1]);
    await pass(1);
    expect(settled.mock.calls).toEqual([[EXPIRED]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("goes when the one before it fails, by rejecting or by throwing", async () => {
    const budget = createBudget([1, 9], createAlarm());
    const rejects = run(budget, turn(), () => Promise.reject(new Error("1")));
    const throws = run(budget, turn(), () => {
      throw new Error("2");
    });
    const goes = run(budget, turn(), () => Promise.resolve("3"));
    await expect(rejects).rejects.toThrow("1");
    await expect(throws).rejects.toThrow("2");
    await expect(goes).resolves.toBe("3");
  });

  test("goes by rank, not by when it came", async () => {
    const { budget, release } = full();
    const begun: number[] = [];
    await pass(0);
    for (const rank of [5, 3, 9, 1, 7])
      void run(budget, turn(rank), () => Promise.resolve(begun.push(rank)));
    release();
    await pass(0);
    expect(begun).toEqual([1, 3, 5, 7, 9]);
  });

  test("shares one timer of the platform with a thousand others", async () => {
    const budget = createBudget([9, 9], createAlarm());
    let [ended, most] = [0, 0];
    for (let i = 0; i < 1000; i++)
      void run(budget, { ...turn(i), milliseconds: 9e5 + i }, () =>
        Promise.resolve(i),
      ).then(
        () => ended++,
        () => undefined,
      );
    for (let i = 0; i < 30; i++) {
      await pass(1000);
      most = Math.max(most, vi.getTimerCount());
    }
    expect([ended, most]).toEqual([36, 1]);
  });
});
