import { EXPIRED, sleep } from "../deadline.js";
import {
  ConnectionError,
  ResponseError,
  TimeoutError,
  type CancelOutcome,
  type JobData,
} from "../errors.js";
import type { CallOptions } from "../options.js";
import { parseRetryAfter } from "../retry.js";
import type { Blot } from "../secrets.js";
import { checkMilliseconds } from "../checks.js";
import type { Budgets } from "./budgets.js";
import { pauseFor, type Interval } from "./interval.js";
import { isFinal, lostJob, WAIT, type JobUpdate } from "./state.js";

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

/** What a wait needs to know of its job. */
export interface Watched {
  readonly data: JobData;
  /** Milliseconds since the submit when the wait begins; 0 where that is not known. */
  readonly age: number;
  /** Milliseconds since the submit was answered, where this handle made it: the service may not know the job yet. */
  readonly known: number | undefined;
  readonly budgets: Budgets;
  /** Blots out the key. */
  readonly blot: Blot;
}

/** What one look brought. */
interface Look<Answer> {
  readonly answer: Answer;
  /** Milliseconds since the submit. */
  readonly elapsed: number;
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
const LONGEST_LOOK = 20_000;
/** A result of `/runsync` is kept for a minute only: its looks go before those that became due this much earlier. */
const HEAD_START = 5000;

/**
 * Looks at the job until it has ended; yields what each look brings, the end last. A look that fails in passing is
 * followed by another; one that cannot get better, or ten in a row, ends the wait with its error. So does the bound,
 * with a `TimeoutError` that carries the job.
 */
export async function* looks<Answer extends { readonly status?: string }>(
  { data, age, known, budgets, blot }: Watched,
  { signal, timeout, interval, headers }: WaitOptions<never>,
  look: (options: CallOptions) => Promise<Answer>,
): AsyncGenerator<Look<Answer>, void, undefined> {
  if (timeout !== undefined) checkMilliseconds("timeout", timeout, WAIT);
  const life = (data.ttl ?? TIME_TO_LIVE) - age;
  const bound = timeout ?? (life > 0 ? life : LAST_CHANCE);
  const begun = performance.now();
  const elapsed = () => age + performance.now() - begun;
  const left = () => begun + bound - performance.now();
  const hurry = data.id.startsWith("sync-") ? HEAD_START : 0;
  let [failures, seen] = [0, false];
  let pause =
    known === undefined ? 0 : Math.max(0, pauseFor(interval, 0, 0) - known);
  for (let count = 1; ; count++) {
    await sleep(Math.min(pause, left()), signal, budgets.timers);
    if (left() <= 0) throw expired(data, bound);
    const isLag =
      known !== undefined && !seen && known + performance.now() - begun <= LAG;
    try {
      const turn = {
        rank: performance.now() - hurry,
        milliseconds: left(),
        signal,
      };
      const answer = await budgets.looks(data.slug).run(turn, () =>
        look({
          ...{ signal, headers, retries: 0 },
          timeout: Math.max(1, Math.min(LONGEST_LOOK, left())),
        }),
      );
      checkAnswer(answer, blot);
      [failures, seen] = [0, true];
      yield { answer, elapsed: elapsed() };
      if (isFinal(answer.status)) return;
      pause = pauseFor(interval, elapsed(), count);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error === EXPIRED || left() <= 0) throw expired(data, bound);
      const verdict = judge(error);
      if (verdict === "unknown job" && !isLag) throw lostJob(data, seen);
      if (verdict === "final") throw error;
      if (verdict === "passing" && ++failures >= MOST_FAILURES)
        throw exhausted(data, error);
      const asked = error instanceof ResponseError ? retryAfter(error) : 0;
      pause = Math.max(pauseFor(interval, elapsed(), count), asked);
    }
  }
}

/** What a look brings must be an object: anything else says nothing of the job. */
function checkAnswer(answer: unknown, blot: Blot): void {
  if (typeof answer === "object" && !Array.isArray(answer)) return;
  const kept = { status: 200, headers: new Headers(), body: blot(answer) };
  const message = `${WAIT.route} answered 200 with what is no job`;
  throw new ResponseError(message, kept, WAIT, "unreadable_answer");
}

/** The error after the last of many failed looks: the wait itself has not reached its bound. */
function exhausted({ id, slug }: JobData, error: unknown): unknown {
  if (!(error instanceof TimeoutError)) return error;
  const message = `${MOST_FAILURES} looks in a row at job ${id} of ${slug} had no answer`;
  return new ConnectionError(message, {
    ...WAIT,
    maybeSent: true,
    cause: error,
  });
}

function retryAfter({ headers }: ResponseError): number {
  return parseRetryAfter(headers.get("retry-after"), Date.now()) ?? 0;
}

/** What a failed look says of the wait; being told to slow down is no failure. */
function judge(
  error: unknown,
): "passing" | "slow down" | "unknown job" | "final" {
  if (error instanceof ConnectionError || error instanceof TimeoutError)
    return "passing";
  const status = error instanceof ResponseError ? error.status : 400;
  if (status === 404) return "unknown job";
  if (status === 429) return "slow down";
  const isRefusal = status >= 400 && status < 500;
  return isRefusal && status !== 408 && status !== 425 ? "final" : "passing";
}

function expired(data: JobData, bound: number): TimeoutError {
  const { id, slug } = data;
  const message = `job ${id} of ${slug} had not ended in time (timeout: ${Math.round(bound)} ms)`;
  return new TimeoutError(message, bound, { ...WAIT, maybeSent: true }, data);
}
