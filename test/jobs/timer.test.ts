import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAlarm } from "../../src/jobs/alarm.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface Set {
  readonly after: number;
  readonly due: number;
  readonly clear: () => void;
  fate: "set" | "cleared" | "rung";
}

type Step =
  | { readonly kind: "set"; readonly after: number }
  | { readonly kind: "clear"; readonly at: number }
  | { readonly kind: "pass"; readonly milliseconds: number };

const script = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant("set" as const),
      // In thousandths: the fake timers take 2e-8 ms for 2 ms.
      after: fc.oneof(
        fc.nat(200),
        fc.nat(9000).map((n) => n / 1000),
      ),
    }),
    fc.record({ kind: fc.constant("clear" as const), at: fc.nat() }),
    fc.record({
      kind: fc.constant("pass" as const),
      milliseconds: fc.nat(120),
    }),
  ),
  { maxLength: 80 },
);

/** Plays a script; each timer's ring is held against the moment it was due. */
function play(steps: readonly Step[]): void {
  const alarm = createAlarm();
  const sets: Set[] = [];
  const rings: number[] = [];
  const set = (after: number) => {
    const due = performance.now() + after;
    const ring = () => {
      expect(entry.fate).toBe("set");
      // A platform timer counts whole milliseconds.
      expect(performance.now() - due).toBeGreaterThanOrEqual(0);
      expect(performance.now() - due).toBeLessThanOrEqual(1);
      entry.fate = "rung";
      rings.push(due);
    };
    const entry: Set = {
      ...{ after, due, fate: "set" },
      clear: alarm(ring, after),
    };
    sets.push(entry);
  };
  for (const step of steps) {
    if (step.kind === "set") set(step.after);
    else if (step.kind === "pass") vi.advanceTimersByTime(step.milliseconds);
    else clear(sets[step.at % sets.length]);
    const waiting = sets.filter(({ fate }) => fate === "set").length;
    expect(vi.getTimerCount()).toBe(Math.min(1, waiting));
  }
  vi.advanceTimersByTime(500);
  expect(sets.filter(({ fate }) => fate === "set")).toEqual([]);
  expect(rings).toEqual(rings.toSorted((a, b) => a - b));
  expect(vi.getTimerCount()).toBe(0);

  function clear(entry: Set | undefined): void {
    if (!entry) return;
    entry.clear();
    if (entry.fate === "set") entry.fate = "cleared";
  }
}

test("an alarm rings every timer once, in order and when it is due, but no cleared one, and holds one timer at most", () => {
  fc.assert(fc.property(script, play), { numRuns: 300 });
});

test("ten thousand timers are one timer of the platform", () => {
  const alarm = createAlarm();
  let rung = 0;
  for (let i = 0; i < 10_000; i++)
    alarm(() => rung++, 1000 + ((i * 7919) % 10_000));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(6000);
  expect([rung, vi.getTimerCount()]).toEqual([5001, 1]);
  vi.advanceTimersByTime(6000);
  expect([rung, vi.getTimerCount()]).toEqual([10_000, 0]);
});

test("a timer that is set while another rings has its own moment", () => {
  const alarm = createAlarm();
  const rings: string[] = [];
  const note = (name: string) => () => rings.push(`${name} ${Date.now()}`);
  vi.setSystemTime(0);
  alarm(() => {
    note("first")();
    alarm(note("earlier"), 5);
    alarm(note("at once"), 0);
  }, 10);
  alarm(note("later"), 20);
  vi.advanceTimersByTime(30);
  expect(rings).toEqual(["first 10", "at once 10", "earlier 15", "later 20"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a timer that another clears in the moment both are due does not ring", () => {
  const alarm = createAlarm();
  const rings: string[] = [];
  alarm(() => {
    rings.push("first");
    second();
  }, 10);
  const second = alarm(() => rings.push("second"), 10);
  alarm(() => rings.push("third"), 10);
  vi.advanceTimersByTime(50);
  expect(rings).toEqual(["first", "third"]);
});

test("a timer that is cleared after it rang, or twice, changes nothing", () => {
  const alarm = createAlarm();
  const rings: string[] = [];
  const first = alarm(() => rings.push("first"), 1);
  const second = alarm(() => rings.push("second"), 5);
  alarm(() => rings.push("third"), 9);
  vi.advanceTimersByTime(2);
  for (const clear of [first, second, second]) clear();
  vi.advanceTimersByTime(20);
  expect(rings).toEqual(["first", "third"]);
});

test("the platform's timer moves to the earliest when an earlier one is set, and back when that is cleared", () => {
  const alarm = createAlarm();
  const rings: string[] = [];
  alarm(() => rings.push("late"), 1000);
  const early = alarm(() => rings.push("early"), 10);
  alarm(() => rings.push("middle"), 100);
  early();
  vi.advanceTimersByTime(99);
  expect(rings).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(rings).toEqual(["middle"]);
  vi.advanceTimersByTime(900);
  expect(rings).toEqual(["middle", "late"]);
});
