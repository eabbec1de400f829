import { CallbackError, type CallContext } from "../errors.js";
import type { JobStateClient } from "./job-state.js";
import type { FailedPolls } from "./poll-end.js";

/**
 * The poll interval: a number of milliseconds, or a function that returns one. The function receives the milliseconds
 * since the submit and the number of polls so far.
 */
export type PollInterval = number | IntervalFunction;

export type IntervalFunction = (elapsed: number, polls: number) => number;

/** The shortest poll interval. A wait that polls more often would use up the polls that all waits share. */
const MIN_POLL_INTERVAL_MS = 50;
/** The bounds of the default poll intervals. This package chose them; the service promises no time. */
const MIN_DEFAULT_INTERVAL_MS = 250;
const MAX_DEFAULT_INTERVAL_MS = 5000;
/** The shortest and the longest poll interval of a job in its first half minute, after the first poll. */
const MIN_JOB_INTERVAL_MS = 500;
const MAX_EARLY_INTERVAL_MS = 1000;

/** The default poll interval of what takes minutes, such as the start of a Pod: a tenth of the time, within the bounds. */
export function defaultIntervalMs(ageMs: number): number {
  const tenthMs = Math.max(MIN_DEFAULT_INTERVAL_MS, ageMs / 10);
  return Math.min(MAX_DEFAULT_INTERVAL_MS, tenthMs);
}

/**
 * The default poll interval of a job. What matters to a user is the delay relative to the length of the job: a job of two
 * seconds is seen 0.3 s late on average, and one of up to half a minute, as most jobs are, half a second late.
 */
function jobIntervalMs(ageMs: number): number {
  if (ageMs === 0) return MIN_DEFAULT_INTERVAL_MS;
  const early = Math.min(MAX_EARLY_INTERVAL_MS, ageMs / 4);
  const late = Math.min(MAX_DEFAULT_INTERVAL_MS, ageMs / 30);
  return Math.max(MIN_JOB_INTERVAL_MS, early, late);
}

/**
 * Asks the function of a poll interval.
 *
 * @throws TypeError if the function returns anything but a finite number; a promise is not awaited
 */
export function askForInterval(
  interval: IntervalFunction,
  elapsedMs: number,
  polls: number,
): number {
  const chosenMs: unknown = interval(elapsedMs, polls);
  if (typeof chosenMs === "number" && Number.isFinite(chosenMs))
    return chosenMs;
  // Nobody else would hear of the rejection of a promise.
  Promise.resolve(chosenMs).catch(() => undefined);
  const problem = "interval must return a finite number of milliseconds";
  throw new TypeError(problem);
}

/** The poll interval that was chosen, at least 50 ms; otherwise the default, ±10 %. */
export function boundIntervalMs(
  chosenMs: unknown,
  ageMs: number,
  defaultMs = defaultIntervalMs,
): number {
  if (typeof chosenMs === "number" && Number.isFinite(chosenMs))
    return Math.max(MIN_POLL_INTERVAL_MS, chosenMs);
  const jitter = 0.9 + Math.random() * 0.2;
  return defaultMs(ageMs) * jitter;
}

/** A job that was seen running goes before every job of the queue: none is older than this. */
const RUNNING_HEAD_START_MS = 1e10;

/** When the polls of a wait are due. */
export class PollSchedule {
  readonly #job: JobStateClient<unknown>;
  readonly #call: CallContext;
  readonly #submittedAt: number;
  readonly #interval: PollInterval | undefined;
  /** From when the default poll interval grows. */
  #growsFrom: number;
  /** When the next poll is due; undefined if that is not decided yet. */
  #dueAt: number | undefined;
  /** The pause that the response to the last poll asked for. */
  #askedPauseMs = 0;
  /** How many polls were sent. */
  polls = 0;

  /** @param call the call that the errors of the wait name */
  constructor(
    job: JobStateClient<unknown>,
    call: CallContext,
    submittedAt: number,
    interval: PollInterval | undefined,
  ) {
    this.#job = job;
    this.#call = call;
    this.#submittedAt = submittedAt;
    this.#growsFrom = submittedAt;
    this.#interval = interval;
  }

  /** Milliseconds since the submit, or since the wait began if the time of the submit is not known. */
  get elapsedMs(): number {
    return performance.now() - this.#submittedAt;
  }

  /** When the next poll is due. Throws a `CallbackError` if the function of the poll interval fails. */
  nextAt(failures: FailedPolls): number {
    return (this.#dueAt ??= this.#chooseNext(failures));
  }

  #chooseNext({ goneAt, outageEndsAt }: FailedPolls): number {
    const { acceptedAt } = this.#job.times;
    const now = performance.now();
    if (this.polls > 0) {
      // A long interval does not delay the news that there is no such job, or the end of an outage.
      const soonest = now + MIN_POLL_INTERVAL_MS;
      const regular = Math.min(
        now + this.#chooseIntervalMs(),
        Math.max(soonest, goneAt),
      );
      const asked = Math.max(regular, now + this.#askedPauseMs);
      return Math.min(asked, Math.max(soonest, outageEndsAt));
    }
    // A handle that did not submit the job polls at once: the job may have ended long ago.
    return acceptedAt === undefined
      ? now
      : acceptedAt + this.#chooseIntervalMs();
  }

  #chooseIntervalMs(): number {
    const interval = this.#interval;
    const isFirst = this.polls === 0;
    const ageMs = isFirst ? 0 : performance.now() - this.#growsFrom;
    if (typeof interval !== "function")
      return boundIntervalMs(interval, ageMs, jobIntervalMs);
    try {
      const elapsedMs = isFirst ? 0 : this.elapsedMs;
      const chosenMs = askForInterval(interval, elapsedMs, this.polls);
      return boundIntervalMs(chosenMs, ageMs);
    } catch (error) {
      throw new CallbackError("interval", error, [this.#job.data], this.#call);
    }
  }

  noteSent(): void {
    this.polls++;
    this.#dueAt = undefined;
    this.#askedPauseMs = 0;
  }

  askPause(milliseconds: number): void {
    this.#askedPauseMs = milliseconds;
  }

  /** The next poll follows the one that was sent at `sentAt` as soon as it may. */
  pollAgain(sentAt: number): void {
    const now = performance.now();
    this.#dueAt = Math.max(now, sentAt + MIN_POLL_INTERVAL_MS);
    this.#growsFrom = now;
  }

  /**
   * The rank of a poll among those that wait for a slot. The jobs that end next are asked first: those seen running, and
   * then those submitted first. The rate limiter sees to it that the others are asked as well.
   */
  rankOf(dueAt: number, isRunning: boolean): number {
    return isRunning ? dueAt - RUNNING_HEAD_START_MS : this.#submittedAt;
  }
}
