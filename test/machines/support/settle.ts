import { vi } from "vitest";
import { nextMacrotask } from "../../support/fake-time.js";

const STEP_MS = 250;
const MAX_STEPS = 20_000;
/** What a request to the emulator in memory takes, with room to spare. */
const TURNS_PER_STEP = 10;

/** Awaits `promise` while fake time passes in short steps, so that no far-off timer is reached before its time. */
export async function settleInSteps<T>(promise: Promise<T>): Promise<T> {
  let left = MAX_STEPS * TURNS_PER_STEP;
  const end = () => (left = 0);
  promise.then(end, end);
  await nextMacrotask();
  while (left-- > 0) {
    if (left % TURNS_PER_STEP === 0) await vi.advanceTimersByTimeAsync(STEP_MS);
    await nextMacrotask();
  }
  return promise;
}
