import { check, checkMilliseconds } from "../checks.js";
import {
  CallbackError,
  CloudComputeError,
  ConnectionError,
  isError,
  ResponseError,
  TimeoutError,
  toMessageText,
  type CallContext,
} from "../errors.js";
import type { CallControls } from "../http/request-context.js";
import { askedPause } from "../http/retry.js";
import {
  EXPIRED,
  showLimit,
  sleep,
  startTimer,
  withTimeout,
} from "../http/timeout.js";
import type { CallOptions } from "../options.js";
import { goneAfterMs, isNotFound } from "./absence.js";
import type { HeldStatus } from "./held-status.js";
import type { JobStateClient } from "./job-state.js";
import {
  isAnswer,
  isFinalFailure,
  isKeyFunctionFailure,
  LAST_POLL_TIMEOUT_MS,
  Outage,
  stallMs,
} from "./poll-end.js";
import {
  askForInterval,
  boundIntervalMs,
  MIN_POLL_INTERVAL_MS,
  pollRank,
  type PollInterval,
} from "./poll-interval.js";
import { NoSlotError, type RateLimiter } from "./rate-limiter.js";
import {
  DEFAULT_TTL_MS,
  isFromRunSync,
  jobIntervalMs,
} from "./service-times.js";
import {
  checkState,
  createInvalidResponseError,
  createNotFoundError,
  describeJob,
  describeWait,
  extendMessage,
  type WaitOperation,
} from "./state.js";

/** The options of a wait that concern its polls; `WaitOptions` documents them. */
interface PollOptions extends Pick<CallOptions, "signal" | "headers"> {
  readonly timeout?: number | undefined;
  readonly outageTimeout?: number | undefined;
  readonly interval?: PollInterval | undefined;
  readonly held?: boolean | undefined;
}

/** The polls of one kind. */
export interface PollKind<State> {
  /** The function that the user called. The errors of the wait name this function. */
  readonly operation: WaitOperation;
  /**
   * The route of the polls, as a template.
   * @default the route of the status
   */
  readonly route?: string;
  /** Sends one poll. With `waitMs`, the service may hold its response for so many milliseconds. */
  readonly request: (
    options: CallOptions,
    controls: CallControls,
    waitMs?: number,
  ) => Promise<State>;
  /** Whether the service may hold the response to a request until the job has ended. */
  readonly mayBeHeld?: boolean;
  /** Whether polls go on while a response is held, because the wait shows what changes before the end. */
  readonly showsChanges?: boolean;
  /** Whether a response has the shape that its description promises. */
  readonly isValid?: (state: State) => boolean;
  /**
   * Called with the response to a poll and its duration in milliseconds. Returns whether the next poll follows at once,
   * for example because the response brought new output.
   */
  readonly pollsAgainAtOnce?: (state: State, durationMs: number) => boolean;
  /**
   * Creates the error that ends the wait after a poll that failed with `error`; undefined if another poll can replace
   * the failed poll.
   */
  readonly createLossError?: (error: unknown) => Error | undefined;
  /** The end of a timeout's message: what a last poll without a response may have lost. */
  readonly lossAtTimeout?: string;
  /** How long the service may hold the response to a poll, in milliseconds. Such a silence is not an outage. */
  readonly heldForMs?: number;
}

/** The longest time that a poll, or the cancellation of a job, may take. */
export const POLL_TIMEOUT_MS = 20_000;
/** The timeout of a wait that begins after the end of the job's time to live: enough to read the result. */
const EXPIRED_JOB_TIMEOUT_MS = 60_000;

/** Throws an `InputError` for an option of the polls that is not valid. */
export function checkPollOptions(
  { timeout, outageTimeout, interval }: PollOptions,
  operation: string,
): void {
  const call = { operation };
  checkMilliseconds("timeout", timeout, call);
  checkMilliseconds("outageTimeout", outageTimeout, call);
  check(
    interval === undefined ||
      typeof interval === "function" ||
      (Number.isFinite(interval) && interval >= 0),
    "interval",
    "must be a finite number of milliseconds, 0 or more, or a function that returns one",
    call,
  );
}

/**
 * Polls one job. Each poll waits for the poll interval and for a slot of the rate limiter; the last one is sent at the
 * timeout. A failed poll is followed by another poll, until there has been no response for `outageTimeout`. An error that
 * shows that another poll would fail too ends the polls at once.
 */
export class Poller<State extends { readonly status?: unknown }> {
  readonly #job: JobStateClient<unknown>;
  readonly #options: PollOptions;
  readonly #kind: PollKind<State>;
  readonly #submittedAt: number;
  readonly #timeoutMs: number;
  /** When the last poll is sent. */
  readonly #deadline: number;
  /** When the last poll must have its response; undefined as long as another poll may follow. */
  #lastPollEndsAt: number | undefined;
  readonly #outage: Outage;
  #polls = 0;
  /** When the next poll is due; undefined if that is not decided yet. */
  #dueAt: number | undefined;
  /** The pause that the response to the last poll asked for. */
  #retryAfterMs = 0;
  /** From when the default poll interval grows. */
  #intervalBase: number;
  /** The status that the last successful poll has shown. */
  #lastStatus: string | undefined;
  /** Whether the service has shown the job. */
  #wasFound = false;
  /** When the first of the last polls was sent to which the service answered that it does not know the job. */
  #missingSince: number | undefined;
  /** The request whose response the service holds. */
  #held: HeldStatus<State> | undefined;
  /** How many polls must have been sent before the next request is to be held. */
  #holdsAfterPolls = 0;

  /** `startedAt` is when the wait began, on the clock of `performance.now()`. The options must be valid. */
  constructor(
    job: JobStateClient<unknown>,
    options: PollOptions,
    kind: PollKind<State>,
    startedAt = performance.now(),
  ) {
    const { data, times } = job;
    const { ttl = DEFAULT_TTL_MS } = data;
    this.#job = job;
    this.#options = options;
    this.#kind = kind;
    this.#submittedAt = times.submittedAt ?? startedAt;
    this.#intervalBase = this.#submittedAt;
    const lifetimeMs = this.#submittedAt + ttl - startedAt;
    const defaultMs = lifetimeMs > 0 ? lifetimeMs : EXPIRED_JOB_TIMEOUT_MS;
    this.#timeoutMs = options.timeout ?? defaultMs;
    this.#deadline = startedAt + this.#timeoutMs;
    this.#outage = new Outage(options.outageTimeout);
  }

  /** Milliseconds since the submit, or since the wait began if the time of the submit is not known. */
  get elapsedMs(): number {
    return performance.now() - this.#submittedAt;
  }

  /** Milliseconds that a callback may take: until the timeout of the wait, and a second more for the last update. */
  callbackTimeoutMs(isLastUpdate: boolean): number {
    const graceMs = isLastUpdate ? LAST_POLL_TIMEOUT_MS : 0;
    const endsAt = this.#lastPollEndsAt ?? this.#deadline + graceMs;
    return Math.max(1, endsAt - performance.now());
  }

  /** The call that the errors of the wait name. */
  get #call(): CallContext {
    return describeWait(this.#kind.operation, this.#kind.route);
  }

  get #remainingMs(): number {
    return this.#deadline - performance.now();
  }

  /** Whether no poll is sent while a response is held, because that response comes with the end of the job. */
  get #onlyHolds(): boolean {
    const { showsChanges = false } = this.#kind;
    return this.#held !== undefined && !this.#held.isTrial && !showsChanges;
  }

  /** When a job that the service still does not know by then is gone; never while the service knows it. */
  get #goneAt(): number {
    const { data, times } = this.#job;
    const isAgeKnown = times.submittedAt !== undefined;
    const ageMs = isAgeKnown ? this.elapsedMs : undefined;
    const afterMs = goneAfterMs(data, this.#wasFound, ageMs);
    return (this.#missingSince ?? Infinity) + afterMs;
  }

  /**
   * Polls until the service answers with a state of the job, and resolves with that state. An abort rejects at once with
   * the reason of the signal.
   *
   * @throws TimeoutError at the timeout of the wait; the error carries the job
   * @throws JobError if the service does not know the job
   * @throws CallbackError if the function of the poll interval fails; or that of the key, for `outageTimeout`
   * @throws ResponseError if a poll was refused, or the last one in an outage
   * @throws ConnectionError if the last poll in an outage got no response, or not the whole of one
   */
  async next(): Promise<State> {
    for (;;) {
      if (this.#lastPollEndsAt !== undefined)
        throw this.createTimeoutError("did not end in time");
      this.#held ??= this.#beginHeld();
      this.#dueAt ??= performance.now() + this.#nextPauseMs();
      const pausedAt = performance.now();
      const dueAt = this.#onlyHolds ? Infinity : this.#dueAt;
      const pauseMs = Math.min(dueAt, this.#deadline) - pausedAt;
      const held = await this.#pause(pauseMs);
      if (held) {
        const state = this.#readHeld(held.state);
        if (state) return state;
        continue;
      }
      this.#leaveOutStall(pausedAt, pauseMs);
      const state = await this.#poll(dueAt >= this.#deadline);
      if (state) return state;
    }
  }

  /** Must be called when the wait ends: releases the connection of a request that the service holds. */
  end(): void {
    this.#held?.abort();
  }

  /** Resolves after so many milliseconds, or as soon as a held response has come or failed. */
  async #pause(
    delayMs: number,
  ): Promise<{ readonly state: State | undefined } | undefined> {
    const { signal } = this.#options;
    const held = this.#held;
    if (!held) {
      await sleep(delayMs, signal);
      return undefined;
    }
    try {
      return await withTimeout(delayMs, signal, () => held.settled, startTimer);
    } catch (reason) {
      if (reason !== EXPIRED) throw reason;
      return undefined;
    }
  }

  /** Asks the service to hold a response, once it knows the job, unless the caller has chosen to poll. */
  #beginHeld(): HeldStatus<State> | undefined {
    const { request, mayBeHeld = false } = this.#kind;
    const { interval, held = interval === undefined, headers } = this.#options;
    const { data, times, service } = this.#job;
    const isKnown = times.acceptedAt !== undefined || this.#wasFound;
    const isDue = this.#polls >= this.#holdsAfterPolls;
    if (!mayBeHeld || !held || !isKnown || !isDue) return undefined;
    const limiter = this.#findLimiter();
    const longestMs = Math.min(this.#remainingMs, this.#outage.timeoutMs);
    const isRunning = this.#lastStatus === "IN_PROGRESS";
    return service.heldStatuses.begin(
      data.slug,
      longestMs,
      isRunning,
      async (waitMs, timeout, signal) => {
        if (!limiter.beginHeld()) throw new NoSlotError();
        try {
          const options = { signal, headers, retries: 0, timeout };
          const controls = { isPoll: true };
          const state: unknown = await request(options, controls, waitMs);
          this.#checkState(state);
          return state;
        } finally {
          limiter.endHeld();
        }
      },
    );
  }

  /** Takes the state that a held response has shown. Where there is none, a poll precedes the next request to be held. */
  #readHeld(state: State | undefined): State | undefined {
    this.#held = undefined;
    if (state) this.#noteAnswer(state);
    else this.#holdsAfterPolls = this.#polls + 1;
    return state;
  }

  #noteAnswer(state: State): void {
    this.#outage.end();
    this.#wasFound = true;
    this.#missingSince = undefined;
    this.#lastStatus = state.status as string | undefined;
  }

  #nextPauseMs(): number {
    const { acceptedAt } = this.#job.times;
    // A handle that did not submit the job polls at once: the job may have ended long ago.
    if (this.#polls === 0 && acceptedAt === undefined) return 0;
    const intervalMs = this.#chooseIntervalMs();
    const now = performance.now();
    if (this.#polls === 0) return (acceptedAt ?? now) + intervalMs - now;
    // A long interval does not delay the news that there is no such job.
    const goneInMs = Math.max(MIN_POLL_INTERVAL_MS, this.#goneAt - now);
    const pauseMs = Math.max(
      Math.min(intervalMs, goneInMs),
      this.#retryAfterMs,
    );
    // The last poll in an outage is sent at its end.
    const outageInMs = this.#outage.endsAt - now;
    return Math.min(pauseMs, Math.max(MIN_POLL_INTERVAL_MS, outageInMs));
  }

  #chooseIntervalMs(): number {
    const { interval } = this.#options;
    const isFirst = this.#polls === 0;
    const ageMs = isFirst ? 0 : performance.now() - this.#intervalBase;
    if (typeof interval !== "function")
      return boundIntervalMs(interval, ageMs, jobIntervalMs);
    try {
      const elapsedMs = isFirst ? 0 : this.elapsedMs;
      return boundIntervalMs(
        askForInterval(interval, elapsedMs, this.#polls),
        ageMs,
      );
    } catch (error) {
      throw new CallbackError("interval", error, [this.#job.data], this.#call);
    }
  }

  #findLimiter(): RateLimiter {
    const { data, service } = this.#job;
    return service.limiters.get("status", data.slug);
  }

  /**
   * Waits for a slot and sends one poll; `isLast` if it is sent at the timeout. Resolves with undefined if the poll failed
   * and another one may succeed.
   */
  async #poll(isLast: boolean): Promise<State | undefined> {
    const { signal } = this.#options;
    const dueAt = performance.now();
    // The consumer of a `watch` may have asked for the next update long after the timeout.
    const endsAt = Math.max(dueAt, this.#deadline) + LAST_POLL_TIMEOUT_MS;
    const rank = pollRank(dueAt, {
      isRunning: this.#lastStatus === "IN_PROGRESS",
      isFromRunSync: isFromRunSync(this.#job.data),
      submittedAt: this.#submittedAt,
    });
    // A limiter may be dropped between two polls, but not while a call holds its slot.
    const limiter = this.#findLimiter();
    const request = { rank, timeoutMs: endsAt - dueAt, signal };
    if (isLast) this.#lastPollEndsAt = endsAt;
    if (!(await limiter.acquire(request)))
      throw this.#createUnknownStatusError("too many others were waiting");
    // The slot may have come at the timeout or after it.
    if (this.#remainingMs <= 0) this.#lastPollEndsAt = endsAt;
    try {
      return await this.#sendPoll();
    } finally {
      limiter.release();
    }
  }

  async #sendPoll(): Promise<State | undefined> {
    const { signal, headers } = this.#options;
    const { request, pollsAgainAtOnce, heldForMs = 0 } = this.#kind;
    const sentAt = performance.now();
    this.#polls++;
    this.#retryAfterMs = 0;
    this.#dueAt = undefined;
    const limitMs =
      this.#lastPollEndsAt === undefined
        ? Math.max(this.#remainingMs, LAST_POLL_TIMEOUT_MS)
        : Math.max(1, this.#lastPollEndsAt - sentAt);
    const timeout = Math.min(
      POLL_TIMEOUT_MS,
      limitMs,
      this.#outage.pollTimeoutMs(sentAt, heldForMs + LAST_POLL_TIMEOUT_MS),
    );
    try {
      const options = { signal, headers, retries: 0, timeout };
      const state: unknown = await request(options, { isPoll: true });
      this.#checkState(state);
      this.#noteAnswer(state);
      const now = performance.now();
      if (pollsAgainAtOnce?.(state, now - sentAt)) {
        this.#dueAt = Math.max(now, sentAt + MIN_POLL_INTERVAL_MS);
        this.#intervalBase = now;
      }
      return state;
    } catch (error) {
      const isStalled = this.#leaveOutStall(sentAt, timeout);
      this.#handleFailure(error, sentAt, isStalled);
      return undefined;
    }
  }

  /**
   * Leaves the time in which the process stood still out of an outage, and out of the time for which the service has not
   * known the job. Returns whether what began at `begunAt`, and was to take at most `limitMs`, shows such a time.
   */
  #leaveOutStall(begunAt: number, limitMs: number): boolean {
    const stalledMs = stallMs(begunAt, limitMs);
    this.#outage.leaveOut(stalledMs);
    if (this.#missingSince !== undefined) this.#missingSince += stalledMs;
    return stalledMs > 0;
  }

  #checkState(state: unknown): asserts state is State {
    const { isValid = () => true } = this.#kind;
    const { data, service } = this.#job;
    const { redact } = service;
    checkState(state, data, redact, this.#call);
    if (isValid(state as State)) return;
    const content = "pieces that cannot be read";
    throw createInvalidResponseError(state, content, redact, this.#call);
  }

  /** Throws the error that ends the wait, unless another poll may succeed. */
  #handleFailure(error: unknown, sentAt: number, isStalled: boolean): void {
    const { signal } = this.#options;
    const { hasKeyFunction } = this.#job.service;
    if (signal?.aborted) throw signal.reason;
    if (error instanceof ResponseError) this.#noteRefusal(error, sentAt);
    if (isFinalFailure(error, hasKeyFunction)) throw error;
    // A poll without a response up to the timeout has used the time that another poll would have.
    const isSilent =
      error instanceof TimeoutError && this.#remainingMs <= 0 && !isStalled;
    if (this.#lastPollEndsAt !== undefined || isSilent)
      throw this.#createUnknownStatusError(error);
    const lossError = this.#kind.createLossError?.(error);
    if (lossError) throw lossError;
    if (isAnswer(error)) this.#outage.end();
    else if (this.#outage.noteFailure(isStalled ? performance.now() : sentAt))
      throw this.#createOutageError(error);
  }

  /** Takes note of the pause that a refusal asks for, and of an unknown job. Throws a `JobError` if it shows that there is no such job. */
  #noteRefusal(refusal: ResponseError, sentAt: number): void {
    const { data, times } = this.#job;
    this.#retryAfterMs = askedPause(refusal.headers) ?? 0;
    if (!isNotFound(refusal)) return;
    this.#missingSince ??= sentAt;
    // Otherwise a short wait for a wrong id would always time out, and never say that the id is wrong.
    const isLastChance =
      times.submittedAt === undefined &&
      !this.#wasFound &&
      this.#lastPollEndsAt !== undefined;
    if (isLastChance || performance.now() >= this.#goneAt)
      throw createNotFoundError(data, this.#wasFound, this.#call);
  }

  /** The error after an outage. A `TimeoutError` would mean that the wait itself has reached its timeout. */
  #createOutageError(cause: unknown): unknown {
    const { data, service } = this.#job;
    if (isKeyFunctionFailure(cause))
      return new CallbackError("apiKey", cause, [data], this.#call);
    const { timeoutMs } = this.#outage;
    const message = `the status requests for ${describeJob(data)} got no usable response (outageTimeout: ${timeoutMs} ms)`;
    if (cause instanceof TimeoutError)
      return new ConnectionError(message, { ...this.#call, cause });
    if (cause instanceof CloudComputeError)
      extendMessage(cause, service.redact(`; ${message}`));
    return cause;
  }

  /** The error at the timeout after a last poll that failed with `cause`: nobody knows whether the job has ended. */
  #createUnknownStatusError(cause: unknown): TimeoutError {
    const { createLossError, lossAtTimeout = "" } = this.#kind;
    const loss = createLossError?.(cause) ? lossAtTimeout : "";
    const found = isError(cause) ? cause.message : String(cause);
    const reason = toMessageText(this.#job.service.redact(found));
    const problem = `has an unknown status: the last status request failed: ${reason}${loss}`;
    return this.createTimeoutError(problem, cause);
  }

  /** The error at the timeout of the wait. `problem` follows the name of the job. */
  createTimeoutError(problem: string, cause?: unknown): TimeoutError {
    const { data, service } = this.#job;
    const timeoutMs = this.#timeoutMs;
    const last = this.#lastStatus;
    // Any text of the service may hold the key.
    const status = last === undefined ? undefined : service.redact(last);
    const seen = status === undefined ? "" : `, last status ${status}`;
    const message = `${describeJob(data)} ${problem} (timeout: ${showLimit(timeoutMs)}${seen})`;
    const call = { ...this.#call, cause };
    return new TimeoutError(message, timeoutMs, call, data, status);
  }
}
