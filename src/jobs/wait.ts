import {
  ConnectionError,
  ResponseError,
  TimeoutError,
  type JobData,
} from "../errors.js";
import { sleep } from "../deadline.js";
import { type CallOptions } from "../options.js";
import { checkMilliseconds } from "../settings.js";
import { parseRetryAfter } from "../retry.js";
import { pauseFor, type Interval } from "./interval.js";
import { isFinal, lostJob, type JobState, type JobUpdate } from "./state.js";

/** How to wait for a job. */
export interface WaitOptions<Output = unknown> extends Pick<
  CallOptions,
  "signal" | "headers"
> {
  /**
   * Bound of the whole wait in milliseconds.
   * @default what is left of the job's time to live: 24 hours from the submit, or `policy.ttl`
   */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds between looks, or a function of the milliseconds since the submit and the number of looks so far.
   * @default a tenth of the time since the submit, at least 250 and at most 5000, ±10 %
   */
  readonly interval?: Interval | undefined;
  /** Called with each change of status, once. */
  readonly onUpdate?: ((update: JobUpdate<Output>) => void) | undefined;
}

/** What a wait needs to know of its job. */
export interface Watched<Output> {
  readonly data: JobData;
  /** Milliseconds since the submit when the wait begins; 0 where that is not known. */
  readonly age: number;
  /** Whether this handle made the submit itself: the service may take some seconds to know the job. */
  readonly fresh: boolean;
  look(options: CallOptions): Promise<JobState<Output>>;
}

/** How long the service keeps trying, unless the submit said otherwise: 24 hours. */
const TIME_TO_LIVE = 86_400_000;
/** A handle resumed after its job's time still gets this long to read the end, in milliseconds. */
const LAST_CHANCE = 60_000;
/** For this long after a submit, 404 means that the service does not know the job yet. */
const LAG = 10_000;
/** So many failed looks in a row end a wait. */
const MOST_FAILURES = 10;
/** Longest wait for one look, in milliseconds. */
const LOOK = 20_000;

/**
 * Looks at the job until it ends: yields each change of status, the final one last. A look that fails in passing is
 * followed by another; one that cannot get better, or ten in a row, ends the wait with its error. So does the bound,
 * with a `TimeoutError` that carries the job.
 */
export async function* follow<Output>(
  watched: Watched<Output>,
  { signal, timeout, interval, headers }: WaitOptions<Output>,
): AsyncGenerator<JobUpdate<Output>, void, undefined> {
  const { data, age, fresh } = watched;
  if (timeout !== undefined) checkMilliseconds("timeout", timeout, "job.wait");
  const bound =
    timeout ?? Math.max((data.ttl ?? TIME_TO_LIVE) - age, LAST_CHANCE);
  const begun = performance.now();
  const elapsed = () => age + performance.now() - begun;
  const left = () => begun + bound - performance.now();
  let status: string | undefined;
  let [failures, seen, pause] = [
    0,
    false,
    fresh ? pauseFor(interval, age, 0) : 0,
  ];
  for (let looks = 1; ; looks++) {
    await sleep(Math.min(pause, Math.max(0, left())), signal);
    if (left() <= 0) throw expired(data, bound);
    pause = pauseFor(interval, elapsed(), looks);
    try {
      const state = await watched.look({
        signal,
        headers,
        retries: 0,
        timeout: Math.min(LOOK, left()),
      });
      [failures, seen] = [0, true];
      if (state.status !== status) yield { ...state, elapsed: elapsed() };
      status = state.status;
      if (isFinal(status)) return;
    } catch (error) {
      if (signal?.aborted) throw error;
      if (left() <= 0) throw expired(data, bound);
      const verdict = judge(error);
      if (verdict === "unknown job" && (seen || !fresh || elapsed() > LAG))
        throw lostJob(data, seen);
      if (
        verdict === "final" ||
        (verdict === "passing" && ++failures >= MOST_FAILURES)
      )
        throw error;
      if (error instanceof ResponseError)
        pause = Math.max(
          pause,
          parseRetryAfter(error.headers.get("retry-after"), Date.now()) ?? 0,
        );
    }
  }
}

/** What a failed look says of the wait; being told to slow down is no failure. */
function judge(
  error: unknown,
): "passing" | "slow down" | "unknown job" | "final" {
  if (error instanceof ConnectionError || error instanceof TimeoutError)
    return "passing";
  if (!(error instanceof ResponseError)) return "final";
  if (error.status === 404) return "unknown job";
  if (error.status === 429) return "slow down";
  const canGetBetter =
    error.status >= 500 ||
    error.status < 400 ||
    error.status === 408 ||
    error.status === 425;
  return canGetBetter ? "passing" : "final";
}

function expired(data: JobData, bound: number): TimeoutError {
  const message = `job.wait: job ${data.id} of ${data.slug} had not ended in time (timeout: ${String(Math.round(bound))} ms)`;
  return new TimeoutError(
    message,
    bound,
    { operation: "job.wait", maybeSent: true },
    data,
  );
}
