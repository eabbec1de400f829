import { afterEach, beforeEach, expect, vi } from "vitest";

/** Stops the clock in each test of the file. `leavesNoTimer` expects that no test leaves a timer behind. */
export function useFakeTime({ leavesNoTimer = false } = {}): void {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    if (leavesNoTimer) expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
}

/** Lets fake time pass, in milliseconds. */
export async function passTime(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}

/** Resolves after so many milliseconds of fake time. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

// Fake timers replace the global function.
const realImmediate = setImmediate;

/** Resolves after one turn of the event loop, whatever the fake timers say. */
export function nextMacrotask(): Promise<void> {
  return new Promise((resolve) => {
    realImmediate(resolve);
  });
}

/** Awaits `promise` while the fake timers advance from one to the next. */
export async function settleInFakeTime<T>(promise: Promise<T>): Promise<T> {
  let steps = 20_000;
  const stop = () => (steps = 0);
  promise.then(stop, stop);
  await nextMacrotask();
  while (steps-- > 0) {
    await vi.advanceTimersToNextTimerAsync();
    await nextMacrotask();
  }
  return promise;
}
