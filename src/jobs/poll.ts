import { checkMilliseconds } from "../checks.js";
import {
  ConnectionError,
  ResponseError,
  TimeoutError,
  type JobData,
} from "../errors.js";
import { parseRetryAfter } from "../http/retry.js";
import { sleep } from "../http/timeout.js";
import type { CallOptions } from "../options.js";
import type { RateLimiter } from "./rate-limiter.js";
import {
  createInvalidResponseError,
  createNotFoundError,
  describeJob,
  isFromRunSync,
  WAIT_CALL,
} from "./state.js";
import type { TrackedJob } from "./tracked-job.js";

/**
 * The poll interval: a number of milliseconds, or a function that returns one. The function receives the milliseconds
 * since the submit and the number of polls so far.
 */
export type PollInterval =
  number | ((elapsed: number, polls: number) => number);

/** The options of a wait that concern its polls; `WaitOptions` documents them. */
interface PollOptions extends Pick<CallOptions, "signal" | "headers"> {
  readonly timeout?: number | undefined;
  readonly interval?: PollInterval | undefined;
}

/** The shortest poll interval. A wait that polls more often would use up the polls that all waits share. */
const MIN_POLL_INTERVAL_MS = 50;
const MIN_DEFAULT_INTERVAL_MS = 250;
const MAX_DEFAULT_INTERVAL_MS = 5000;
/** The longest time that a poll, or the cancellation of a job, may take. */
export const POLL_TIMEOUT_MS = 20_000;
/** How long the service keeps a job alive unless the submit says otherwise: 24 hours. */
const DEFAULT_TTL_MS = 86_400_000;
/** The timeout of a wait that begins after the end of the job's time to live: enough to read the result. */
const EXPIRED_JOB_TIMEOUT_MS = 60_000;
/** For this long after a submit, 404 means that the service does not know the job yet. */
const VISIBILITY_DELAY_MS = 10_000;
/** A wait ends after this many failed polls in a row. */
export const MAX_FAILED_POLLS = 10;
/**
 * A job that `/runsync` submitted is polled before others that were due up to this much earlier: its result is kept for
 * a minute only.
 */
const RUN_SYNC_HEAD_START_MS = 5000;

/**
 * Polls one job. Each poll waits for the poll interval and for a slot of the rate limiter. A failed poll is followed by
 * another one, up to ten in a row, unless its error shows that another one would fail too.
 */
export class Poller<State extends { readonly status?: string }> {
  readonly #job: TrackedJob<unknown>;
  readonly #options: PollOptions;
  readonly #request: (options: CallOptions) => Promise<State>;
  readonly #limiter: RateLimiter;
  readonly #startedAt = performance.now();
  readonly #submittedAt: number;
  readonly #timeoutMs: number;
  #polls = 0;
  #failedPolls = 0;
  /** Whether the service has known the job. */
  #wasFound = false;
  /** The status that the last successful poll has shown. */
  #lastStatus: string | undefined;
  /** The pause that the response to the last poll asked for. */
  #retryAfterMs = 0;

  /**
   * `request` sends one poll.
   *
   * @throws InputError if the timeout of the options is not valid
   */
  constructor(
    job: TrackedJob<unknown>,
    options: PollOptions,
    request: (options: CallOptions) => Promise<State>,
  ) {
    const { timeout } = options;
    checkMilliseconds("timeout", timeout, { operation: "job.wait" });
    this.#job = job;
    this.#options = options;
    this.#request = request;
    this.#limiter = job.service.limiters.get("status", job.data.slug);
    this.#submittedAt = job.submittedAt ?? this.#startedAt;
    const ttlMs = job.data.ttl ?? DEFAULT_TTL_MS;
    const lifetimeMs = this.#submittedAt + ttlMs - this.#startedAt;
    this.#timeoutMs =
      timeout ?? (lifetimeMs > 0 ? lifetimeMs : EXPIRED_JOB_TIMEOUT_MS);
  }

  /** Milliseconds since the submit, or since the wait began if the time of the submit is not known. */
  get elapsedMs(): number {
    return performance.now() - this.#submittedAt;
  }

  /** Milliseconds until the timeout of the wait. */
  get remainingMs(): number {
    return this.#startedAt + this.#timeoutMs - performance.now();
  }

  /**
   * Polls until the service answers with a state of the job, and resolves with that state. An abort rejects at once with
   * the reason of the signal.
   *
   * @throws TimeoutError at the timeout of the wait; the error carries the job
   * @throws JobError if the service does not know the job
   * @throws ResponseError if a poll was refused, or the last of ten failed polls in a row was
   * @throws ConnectionError if the last of ten failed polls in a row got no response
   */
  async next(): Promise<State> {
    const { timer } = this.#job.service.limiters;
    const { signal } = this.#options;
    for (;;) {
      const pauseMs = Math.min(this.#nextPauseMs(), this.remainingMs);
      await sleep(pauseMs, signal, timer.schedule);
      if (this.remainingMs <= 0) throw this.#createTimeoutError();
      const dueAt = performance.now();
      if (!(await this.#acquireSlot(dueAt))) throw this.#createTimeoutError();
      const state = await this.#sendPoll(dueAt);
      if (state) return state;
    }
  }

  #nextPauseMs(): number {
    const { interval } = this.#options;
    if (this.#polls > 0)
      return Math.max(
        chooseIntervalMs(interval, this.elapsedMs, this.#polls),
        this.#retryAfterMs,
      );
    const { acceptedAt } = this.#job;
    // A handle that did not submit the job polls at once: the job may have ended long ago.
    return acceptedAt === -Infinity
      ? 0
      : acceptedAt + chooseIntervalMs(interval, 0, 0) - this.#startedAt;
  }

  #acquireSlot(dueAt: number): Promise<boolean> {
    const { data } = this.#job;
    const { signal } = this.#options;
    const rank = isFromRunSync(data) ? dueAt - RUN_SYNC_HEAD_START_MS : dueAt;
    const timeoutMs = this.remainingMs;
    return this.#limiter.acquire({ rank, timeoutMs, signal });
  }

  /** Sends one poll and releases its slot. Resolves with undefined if the poll failed and another one may succeed. */
  async #sendPoll(dueAt: number): Promise<State | undefined> {
    const { signal, headers } = this.#options;
    this.#polls++;
    this.#retryAfterMs = 0;
    try {
      // The slot may have come at the very moment of the timeout.
      const { remainingMs } = this;
      if (remainingMs <= 0) throw this.#createTimeoutError();
      const timeout = Math.min(POLL_TIMEOUT_MS, remainingMs);
      const state: unknown = await this.#request({
        signal,
        headers,
        retries: 0,
        timeout,
      });
      this.#checkState(state);
      this.#failedPolls = 0;
      this.#wasFound = true;
      this.#lastStatus = state.status;
      return state;
    } catch (error) {
      this.#handleFailure(error, dueAt);
      return undefined;
    } finally {
      this.#limiter.release();
    }
  }

  #checkState(state: unknown): asserts state is State {
    if (typeof state === "object" && state && !Array.isArray(state)) return;
    const { redact } = this.#job.service;
    const content = "something other than a job";
    throw createInvalidResponseError(state, content, redact, WAIT_CALL);
  }

  /** Throws the error that ends the wait, unless another poll may succeed. */
  #handleFailure(error: unknown, dueAt: number): void {
    const { signal } = this.#options;
    const { data, acceptedAt } = this.#job;
    if (signal?.aborted) throw signal.reason;
    if (this.remainingMs <= 0) throw this.#createTimeoutError();
    if (error instanceof ResponseError) {
      const mayAppear =
        !this.#wasFound && dueAt - acceptedAt <= VISIBILITY_DELAY_MS;
      if (error.status === 404 && !mayAppear)
        throw createNotFoundError(data, this.#wasFound);
      const retryAfter = error.headers.get("retry-after");
      this.#retryAfterMs = parseRetryAfter(retryAfter, Date.now()) ?? 0;
    }
    this.#failedPolls += weighFailure(error);
    if (this.#failedPolls < MAX_FAILED_POLLS) return;
    // A TimeoutError would mean that the wait itself has reached its timeout.
    throw error instanceof TimeoutError
      ? createSilenceError(data, error)
      : error;
  }

  #createTimeoutError(): TimeoutError {
    const { data } = this.#job;
    const timeoutMs = this.#timeoutMs;
    const status = this.#lastStatus;
    const seen = status === undefined ? "" : `, last status ${status}`;
    const message = `${describeJob(data)} did not end in time (timeout: ${Math.round(timeoutMs)} ms${seen})`;
    return new TimeoutError(message, timeoutMs, WAIT_CALL, data, status);
  }
}

/**
 * The poll interval that `interval` asks for: at least 50 ms. The default is a tenth of the time since the submit, at
 * least 250 ms and at most 5 s, ±10 %: what matters to a user is the delay relative to the length of the job.
 */
export function chooseIntervalMs(
  interval: PollInterval | undefined,
  elapsedMs: number,
  polls: number,
): number {
  const chosenMs =
    typeof interval === "function" ? interval(elapsedMs, polls) : interval;
  if (chosenMs !== undefined && Number.isFinite(chosenMs))
    return Math.max(MIN_POLL_INTERVAL_MS, chosenMs);
  const jitter = 0.9 + Math.random() * 0.2;
  const defaultMs = Math.max(MIN_DEFAULT_INTERVAL_MS, elapsedMs / 10);
  return Math.min(MAX_DEFAULT_INTERVAL_MS, defaultMs) * jitter;
}

/** How much a failed poll counts towards the ten that end a wait: Infinity if another poll would fail too. */
export function weighFailure(error: unknown): number {
  if (error instanceof ConnectionError || error instanceof TimeoutError)
    return 1;
  if (!(error instanceof ResponseError)) return Infinity;
  const { status } = error;
  // The service does not know the job yet, or asks for fewer polls.
  if (status === 404 || status === 429) return 0;
  const mayRecover = status === 408 || status === 425;
  return status >= 400 && status < 500 && !mayRecover ? Infinity : 1;
}

/** Creates the error for a wait whose last polls got no response. */
function createSilenceError(data: JobData, cause: TimeoutError): Error {
  const message = `${MAX_FAILED_POLLS} status requests in a row for ${describeJob(data)} got no response`;
  return new ConnectionError(message, { ...WAIT_CALL, cause });
}
