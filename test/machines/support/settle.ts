import { vi } from "vitest";
import { nextMacrotask } from "../../support/fake-time.js";

const STEP_MS = 250;
const MAX_STEPS = 20_000;

/** Awaits `promise` while fake time passes in short steps, so that no far-off timer is reached before its time. */
export async function settleInSteps<T>(promise: Promise<T>): Promise<T> {
  const state = { isSettled: false };
  const end = () => void (state.isSettled = true);
  promise.then(end, end);
  for (let steps = 0; !state.isSettled && steps < MAX_STEPS; steps++) {
    for (let turns = 0; !state.isSettled && turns < 10; turns++)
      await nextMacrotask();
    await vi.advanceTimersByTimeAsync(state.isSettled ? 0 : STEP_MS);
  }
  return promise;
}
