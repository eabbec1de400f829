import { EXPIRED, sleep } from "../http/timeout.js";
import {
  ConnectionError,
  ResponseError,
  TimeoutError,
  type CancelOutcome,
  type JobData,
} from "../errors.js";
import type { CallOptions } from "../options.js";
import { parseRetryAfter } from "../http/retry.js";
import { checkMilliseconds } from "../checks.js";
import { pauseFor, type Interval } from "./interval.js";
import type { Attended } from "./service.js";
import {
  isFinal,
  isHeld,
  lostJob,
  nameOf,
  unreadable,
  WAIT,
  type JobUpdate,
} from "./state.js";

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
   * Milliseconds between looks, or a function of the milliseconds since the submit and the number of looks so far; less
   * than 50 counts as 50.
   * @default a tenth of the time since the submit, at least 250 and at most 5000, ±10 %
   */
  readonly interval?: Interval | undefined;
  /** Called with each change of status, once. */
  readonly onUpdate?: ((update: JobUpdate<Output>) => void) | undefined;
  /**
   * What becomes of the job when the wait is aborted or reaches its bound: it goes on (`"detach"`), or is called off.
   * An abort rejects at once and the cancellation goes on alone; a `TimeoutError` waits for it.
   * @default "detach"
   */
  readonly onAbort?: "detach" | "cancel" | undefined;
  /** Told how the cancellation went that `onAbort: "cancel"` asked for. */
  readonly onCancel?: ((outcome: CancelOutcome) => void) | undefined;
}

/** Longest wait for one answer, in milliseconds. */
export const PATIENCE = 20_000;
/** How long the service keeps trying, unless the submit said otherwise: 24 hours. */
const TIME_TO_LIVE = 86_400_000;
/** A handle resumed after its job's time still gets this long to read the end, in milliseconds. */
const LAST_CHANCE = 60_000;
/** For this long after a submit, 404 means that the service does not know the job yet. */
const LAG = 10_000;
/** So many failed looks in a row end a wait. */
const MOST_FAILURES = 10;
/** A result of `/runsync` is kept for a minute only: its looks go before those that became due this much earlier. */
const HEAD_START = 5000;

/** What a look brings, and the milliseconds since the submit. */
export type Look<Answer> = Answer & { readonly elapsed: number };

/**
 * Looks at a job when it is time to, until it has ended. A look that fails in passing is followed by another; one that
 * cannot get better, or ten in a row, ends the wait with its error. So does the bound, with a `TimeoutError` that
 * carries the job.
 */
export async function* looksAt<Answer extends { readonly status?: string }>(
  { data, service, submitted, answered }: Attended<unknown>,
  { signal, timeout, interval, headers }: WaitOptions<never>,
  ask: (options: CallOptions) => Promise<Answer>,
): AsyncGenerator<Look<Answer>, void, undefined> {
  checkMilliseconds("timeout", timeout, { operation: "job.wait" });
  const begun = performance.now();
  const since = submitted ?? begun;
  const life = since + (data.ttl ?? TIME_TO_LIVE) - begun;
  const bound = timeout ?? (life > 0 ? life : LAST_CHANCE);
  const left = () => begun + bound - performance.now();
  const elapsed = () => performance.now() - since;
  const look = () => {
    looks++;
    const patience = Math.max(1, Math.min(PATIENCE, left()));
    return ask({ signal, headers, retries: 0, timeout: patience });
  };
  let looks = 0;
  let failures = 0;
  let seen = false;
  let pause = answered < 0 ? 0 : answered + pauseFor(interval, 0, 0) - begun;
  for (;;) {
    await sleep(Math.min(pause, left()), signal, service.budgets.timers);
    if (left() <= 0) throw expired(data, bound);
    const due = performance.now();
    const budget = service.budgets.of("status", data.slug);
    let state: Look<Answer> | undefined;
    let asked = 0;
    try {
      const answer: unknown = await budget(
        isHeld(data) ? due - HEAD_START : due,
        left(),
        signal,
        look,
      );
      if (typeof answer !== "object" || Array.isArray(answer))
        throw unreadable(answer, "what is no job", service.redact, WAIT);
      failures = 0;
      seen = true;
      state = { ...(answer as Answer), elapsed: elapsed() };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error === EXPIRED || left() <= 0) throw expired(data, bound);
      const isEarly = !seen && due - answered <= LAG;
      const status = statusOf(error);
      if (status === 404 && !isEarly) throw lostJob(data, seen);
      failures += weightOf(status);
      if (failures >= MOST_FAILURES) throw exhausted(data, error);
      asked = retryAfter(error);
    }
    if (state) yield state;
    if (isFinal(state?.status)) return;
    pause = Math.max(pauseFor(interval, elapsed(), looks), asked);
  }
}

/** The status that a failed look was answered with; 0 where there was no answer, 400 where there will be none. */
function statusOf(error: unknown): number {
  if (error instanceof ResponseError) return error.status;
  const isPassing =
    error instanceof ConnectionError || error instanceof TimeoutError;
  return isPassing ? 0 : 400;
}

/** How much a failed look counts: nothing where it was too early or one too many, all where another is refused too. */
function weightOf(status: number): number {
  if (status === 404 || status === 429) return 0;
  const isRefusal = status >= 400 && status < 500;
  return isRefusal && status !== 408 && status !== 425 ? Infinity : 1;
}

/** The pause that a failed look was answered with, in milliseconds. */
function retryAfter(error: unknown): number {
  return error instanceof ResponseError
    ? (parseRetryAfter(error.headers.get("retry-after"), Date.now()) ?? 0)
    : 0;
}

/** The error after the last of many failed looks: the wait itself has not reached its bound. */
function exhausted(data: JobData, error: unknown): unknown {
  if (!(error instanceof TimeoutError)) return error;
  return new ConnectionError(
    `${MOST_FAILURES} looks in a row at ${nameOf(data)} had no answer`,
    { ...WAIT, cause: error },
  );
}

function expired(data: JobData, bound: number): TimeoutError {
  const said = `${nameOf(data)} had not ended in time (timeout: ${Math.round(bound)} ms)`;
  return new TimeoutError(said, bound, WAIT, data);
}
