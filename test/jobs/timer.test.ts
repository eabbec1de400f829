import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SharedTimer } from "../../src/jobs/timer.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface Call {
  readonly delay: number;
  readonly dueAt: number;
  readonly cancel: () => void;
  state: "scheduled" | "cancelled" | "done";
}

type Step =
  | { readonly kind: "schedule"; readonly delay: number }
  | { readonly kind: "cancel"; readonly at: number }
  | { readonly kind: "pass"; readonly milliseconds: number };

const script = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant("schedule" as const),
      // In thousandths: the fake timers take 2e-8 ms for 2 ms.
      delay: fc.oneof(
        fc.nat(200),
        fc.nat(9000).map((n) => n / 1000),
      ),
    }),
    fc.record({ kind: fc.constant("cancel" as const), at: fc.nat() }),
    fc.record({
      kind: fc.constant("pass" as const),
      milliseconds: fc.nat(120),
    }),
  ),
  { maxLength: 80 },
);

/** Plays a script, and compares the time of each callback with the time at which it was due. */
function play(steps: readonly Step[]): void {
  const timer = new SharedTimer();
  const calls: Call[] = [];
  const dueTimes: number[] = [];
  const schedule = (delay: number) => {
    const dueAt = performance.now() + delay;
    const callback = () => {
      expect(call.state).toBe("scheduled");
      // A platform timer counts whole milliseconds.
      expect(performance.now() - dueAt).toBeGreaterThanOrEqual(0);
      expect(performance.now() - dueAt).toBeLessThanOrEqual(1);
      call.state = "done";
      dueTimes.push(dueAt);
    };
    const cancel = timer.schedule(callback, delay);
    const call: Call = { delay, dueAt, cancel, state: "scheduled" };
    calls.push(call);
  };
  const isScheduled = ({ state }: Call) => state === "scheduled";
  for (const step of steps) {
    if (step.kind === "schedule") schedule(step.delay);
    else if (step.kind === "pass") vi.advanceTimersByTime(step.milliseconds);
    else cancel(calls[step.at % calls.length]);
    const waiting = calls.filter(isScheduled).length;
    expect(vi.getTimerCount()).toBe(Math.min(1, waiting));
  }
  vi.advanceTimersByTime(500);
  expect(calls.filter(isScheduled)).toEqual([]);
  expect(dueTimes).toEqual(dueTimes.toSorted((a, b) => a - b));
  expect(vi.getTimerCount()).toBe(0);

  function cancel(call: Call | undefined): void {
    if (!call) return;
    call.cancel();
    if (call.state === "scheduled") call.state = "cancelled";
  }
}

test("a SharedTimer calls every callback once, in order and when it is due, but no cancelled one, with one platform timer at most", () => {
  fc.assert(fc.property(script, play), { numRuns: 300 });
});

test("a SharedTimer needs one platform timer for ten thousand callbacks", () => {
  const timer = new SharedTimer();
  let calls = 0;
  for (let i = 0; i < 10_000; i++)
    timer.schedule(() => calls++, 1000 + ((i * 7919) % 10_000));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(6000);
  expect([calls, vi.getTimerCount()]).toEqual([5001, 1]);
  vi.advanceTimersByTime(6000);
  expect([calls, vi.getTimerCount()]).toEqual([10_000, 0]);
});

test("a SharedTimer keeps the time of a callback that another callback schedules", () => {
  const timer = new SharedTimer();
  const calls: string[] = [];
  const note = (name: string) => () => calls.push(`${name} ${Date.now()}`);
  vi.setSystemTime(0);
  timer.schedule(() => {
    note("first")();
    timer.schedule(note("earlier"), 5);
    timer.schedule(note("at once"), 0);
  }, 10);
  timer.schedule(note("last"), 20);
  vi.advanceTimersByTime(30);
  expect(calls).toEqual(["first 10", "at once 10", "earlier 15", "last 20"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a SharedTimer does not call a callback that another one cancels at the time at which both are due", () => {
  const timer = new SharedTimer();
  const calls: string[] = [];
  timer.schedule(() => {
    calls.push("first");
    cancelSecond();
  }, 10);
  const cancelSecond = timer.schedule(() => calls.push("second"), 10);
  timer.schedule(() => calls.push("third"), 10);
  vi.advanceTimersByTime(50);
  expect(calls).toEqual(["first", "third"]);
});

test("a SharedTimer ignores a cancellation that comes after the callback, or twice", () => {
  const timer = new SharedTimer();
  const calls: string[] = [];
  const cancelFirst = timer.schedule(() => calls.push("first"), 1);
  const cancelSecond = timer.schedule(() => calls.push("second"), 5);
  timer.schedule(() => calls.push("third"), 9);
  vi.advanceTimersByTime(2);
  for (const cancel of [cancelFirst, cancelSecond, cancelSecond]) cancel();
  vi.advanceTimersByTime(20);
  expect(calls).toEqual(["first", "third"]);
});

test("a SharedTimer sets its platform timer for the earliest callback, also when that is cancelled", () => {
  const timer = new SharedTimer();
  const calls: string[] = [];
  timer.schedule(() => calls.push("last"), 1000);
  const cancelEarly = timer.schedule(() => calls.push("early"), 10);
  timer.schedule(() => calls.push("middle"), 100);
  cancelEarly();
  vi.advanceTimersByTime(99);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual(["middle"]);
  vi.advanceTimersByTime(900);
  expect(calls).toEqual(["middle", "last"]);
});

test("a SharedTimer calls the other callbacks also when one of them throws", () => {
  const timer = new SharedTimer();
  const calls: string[] = [];
  timer.schedule(() => {
    throw new Error("a callback's own");
  }, 10);
  timer.schedule(() => calls.push("same time"), 10);
  timer.schedule(() => calls.push("another time"), 20);
  expect(() => vi.advanceTimersByTime(10)).toThrow("a callback's own");
  vi.advanceTimersByTime(20);
  expect(calls).toEqual(["same time", "another time"]);
});
