import { sleep } from "../http/timeout.js";
import { stallMs } from "../jobs/poll-end.js";

/** How long one call of a step may take, in milliseconds. */
export const CALL_TIMEOUT_MS = 20_000;
/** How long a step may take: a call that changes the Pod, and one that reads it. */
const STEP_TIMEOUT_MS = 2 * CALL_TIMEOUT_MS;
/** No step begins with less time than this, in milliseconds: a call that is cut short says nothing. */
const MIN_STEP_MS = 1000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 5000;

/** The time of a repetition. Time in which the process stood still does not count. */
interface RepetitionTime {
  readonly elapsedMs: number;
  /** How long the next call may take, in milliseconds: half of the time that is left, so that a silent call is not the last. */
  readonly callTimeoutMs: () => number;
}

/**
 * Repeats a step, with growing pauses, until it resolves with something other than undefined. Resolves with undefined when
 * the time is over, or rejects with the error of the last step if that has failed.
 */
export async function repeat<Result>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  step: (time: RepetitionTime) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  let startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const callTimeoutMs = () =>
    Math.max(1, Math.min(CALL_TIMEOUT_MS, (timeoutMs - elapsedMs()) / 2));
  const hasTimeAfter = (pauseMs: number) =>
    elapsedMs() + pauseMs + MIN_STEP_MS <= timeoutMs;
  for (let exponent = 0; ; exponent++) {
    const begunAt = performance.now();
    let failure: { readonly error: unknown } | undefined;
    try {
      const result = await step({ elapsedMs: elapsedMs(), callTimeoutMs });
      if (result !== undefined) return result;
    } catch (error) {
      signal?.throwIfAborted();
      failure = { error };
    }
    startedAt += stallMs(begunAt, STEP_TIMEOUT_MS);
    const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** exponent);
    if (hasTimeAfter(pauseMs)) {
      const pausedAt = performance.now();
      await sleep(pauseMs, signal);
      startedAt += stallMs(pausedAt, pauseMs);
      if (hasTimeAfter(0)) continue;
    }
    if (failure) throw failure.error;
    return undefined;
  }
}
