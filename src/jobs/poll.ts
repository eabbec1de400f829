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
import { isNotFound, JobPresence } from "./absence.js";
import type { HeldStatus } from "./held-status.js";
import type { JobStateClient } from "./job-state.js";
import {
  isAnswer,
  isFinalFailure,
  isKeyFunctionFailure,
  LAST_POLL_TIMEOUT_MS,
  Outage,
  PollDeadline,
  stallMs,
} from "./poll-end.js";
import {
  askForInterval,
  boundIntervalMs,
  MIN_POLL_INTERVAL_MS,
  pollRank,
  type IntervalFunction,
  type PollInterval,
} from "./poll-interval.js";
import {
  NoSlotError,
  type RateLimiter,
  type SlotRequest,
} from "./rate-limiter.js";
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
  isFinal,
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
  readonly #deadline: PollDeadline;
  readonly #outage: Outage;
  readonly #presence: JobPresence;
  #polls = 0;
  /** The status that the last successful poll has shown. */
  #lastStatus: string | undefined;
  /** The pause that the response to the last poll asked for. */
  #retryAfterMs = 0;
  /** The pause before the next poll where the last response decides it; undefined where the interval decides. */
  #chosenPauseMs: number | undefined;
  /** From when the default poll interval grows. */
  #intervalBase: number;
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
    const { timeout, outageTimeout } = options;
    const { data, times } = job;
    this.#job = job;
    this.#options = options;
    this.#kind = kind;
    this.#submittedAt = times.submittedAt ?? startedAt;
    this.#intervalBase = this.#submittedAt;
    const ttlMs = data.ttl ?? DEFAULT_TTL_MS;
    const lifetimeMs = this.#submittedAt + ttlMs - startedAt;
    this.#deadline = new PollDeadline(startedAt, lifetimeMs, timeout);
    this.#outage = new Outage(outageTimeout);
    this.#presence = new JobPresence(data, times);
  }

  /** Milliseconds since the submit, or since the wait began if the time of the submit is not known. */
  get elapsedMs(): number {
    return performance.now() - this.#submittedAt;
  }

  /** The call that the errors of the wait name. */
  get #call(): CallContext {
    return describeWait(this.#kind.operation, this.#kind.route);
  }

  /** Milliseconds that a callback may take: until the timeout of the wait, and a second more for the last update. */
  callbackTimeoutMs(isLastUpdate: boolean): number {
    const graceMs = isLastUpdate ? LAST_POLL_TIMEOUT_MS : 0;
    const { remainingMs } = this.#deadline;
    return this.#deadline.timeLeftMs(Math.max(1, remainingMs + graceMs));
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
      if (this.#deadline.isReached)
        throw this.createTimeoutError("did not end in time");
      this.#held ??= this.#beginHeld();
      const pausedAt = performance.now();
      const pauseMs = this.#nextPauseMs();
      const { remainingMs } = this.#deadline;
      const dueInMs = Math.min(pauseMs, remainingMs);
      const held = await this.#pause(dueInMs);
      if (held) {
        const state = this.#readHeld(held.state, pausedAt + pauseMs);
        if (state) return state;
        continue;
      }
      this.#leaveOutStall(pausedAt, dueInMs);
      const dueAt = performance.now();
      // The consumer of a `watch` may have asked for the next update long after the timeout.
      if (pauseMs >= remainingMs) this.#deadline.reach(dueAt);
      // A limiter may be dropped between two polls, but not while a call holds its slot.
      const limiter = this.#findLimiter();
      if (!(await limiter.acquire(this.#createSlotRequest(dueAt))))
        throw this.#createUnknownStatusError("too many others were waiting");
      const state = await this.#sendPoll(limiter);
      if (state) return state;
    }
  }

  /** Must be called when the wait ends: releases the connection of a request that the service holds. */
  end(): void {
    if (isFinal(this.#lastStatus)) this.#held?.overtake();
    else this.#held?.abort();
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
    const isKnown = times.acceptedAt !== undefined || this.#presence.wasFound;
    const isDue = this.#polls >= this.#holdsAfterPolls;
    if (!mayBeHeld || !held || !isKnown || !isDue) return undefined;
    const limiter = this.#findLimiter();
    const longestMs = Math.min(
      this.#deadline.remainingMs,
      this.#outage.timeoutMs,
    );
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

  /**
   * Takes the state that a held response has shown. Where there is none, the next poll follows at once if no other poll
   * was due meanwhile, and otherwise when it is due.
   */
  #readHeld(state: State | undefined, dueAt: number): State | undefined {
    const isTrial = this.#held?.isTrial === true;
    this.#held = undefined;
    if (state) {
      this.#noteAnswer(state);
    } else {
      this.#holdsAfterPolls = this.#polls + 1;
    }
    const dueInMs = Math.max(0, dueAt - performance.now());
    this.#chosenPauseMs = isTrial || this.#kind.showsChanges ? dueInMs : 0;
    return state;
  }

  #noteAnswer(state: State): void {
    this.#outage.end();
    this.#presence.noteFound();
    this.#lastStatus = state.status as string | undefined;
  }

  #nextPauseMs(): number {
    const { showsChanges = false } = this.#kind;
    // The held response comes with the end of the job.
    if (this.#held && !this.#held.isTrial && !showsChanges) return Infinity;
    const { acceptedAt } = this.#job.times;
    const now = performance.now();
    if (this.#polls === 0)
      // A handle that did not submit the job polls at once: the job may have ended long ago.
      return acceptedAt === undefined
        ? 0
        : acceptedAt + this.#chooseIntervalMs() - now;
    if (this.#chosenPauseMs !== undefined) return this.#chosenPauseMs;
    const intervalMs = this.#chooseIntervalMs();
    // A long interval does not delay the news that there is no such job.
    const goneInMs = this.#presence.goneAt - now;
    const pauseMs = Math.max(
      Math.min(intervalMs, Math.max(MIN_POLL_INTERVAL_MS, goneInMs)),
      this.#retryAfterMs,
    );
    // The last poll in an outage is sent at its end.
    const outageInMs = this.#outage.endsAt - now;
    return Math.min(pauseMs, Math.max(MIN_POLL_INTERVAL_MS, outageInMs));
  }

  #chooseIntervalMs(): number {
    const { interval } = this.#options;
    const chosenMs =
      typeof interval === "function"
        ? this.#askForInterval(interval)
        : interval;
    const ageMs =
      this.#polls === 0 ? 0 : performance.now() - this.#intervalBase;
    return boundIntervalMs(chosenMs, ageMs, jobIntervalMs);
  }

  #askForInterval(interval: IntervalFunction): number {
    const { data } = this.#job;
    const elapsedMs = this.#polls === 0 ? 0 : this.elapsedMs;
    try {
      return askForInterval(interval, elapsedMs, this.#polls);
    } catch (error) {
      throw new CallbackError("interval", error, [data], this.#call);
    }
  }

  #findLimiter(): RateLimiter {
    const { data, service } = this.#job;
    return service.limiters.get("status", data.slug);
  }

  #createSlotRequest(dueAt: number): SlotRequest {
    const { data } = this.#job;
    const { signal } = this.#options;
    const rank = pollRank(dueAt, {
      isRunning: this.#lastStatus === "IN_PROGRESS",
      isFromRunSync: isFromRunSync(data),
      submittedAt: this.#submittedAt,
    });
    const { remainingMs } = this.#deadline;
    const timeoutMs = this.#deadline.timeLeftMs(
      remainingMs + LAST_POLL_TIMEOUT_MS,
    );
    return { rank, timeoutMs, signal };
  }

  /** Sends one poll and releases its slot. Resolves with undefined if the poll failed and another one may succeed. */
  async #sendPoll(limiter: RateLimiter): Promise<State | undefined> {
    const { signal, headers } = this.#options;
    const { request, pollsAgainAtOnce, heldForMs = 0 } = this.#kind;
    const sentAt = performance.now();
    const { remainingMs } = this.#deadline;
    // The slot may have come at the timeout or after it.
    if (remainingMs <= 0) this.#deadline.reach(sentAt + remainingMs);
    this.#polls++;
    this.#retryAfterMs = 0;
    this.#chosenPauseMs = undefined;
    const limitMs = Math.max(remainingMs, LAST_POLL_TIMEOUT_MS);
    const timeout = Math.min(
      POLL_TIMEOUT_MS,
      this.#deadline.timeLeftMs(limitMs),
      this.#outage.pollTimeoutMs(sentAt, heldForMs + LAST_POLL_TIMEOUT_MS),
    );
    try {
      const options = { signal, headers, retries: 0, timeout };
      const state: unknown = await request(options, { isPoll: true });
      this.#checkState(state);
      this.#noteAnswer(state);
      const durationMs = performance.now() - sentAt;
      if (pollsAgainAtOnce?.(state, durationMs)) {
        this.#chosenPauseMs = Math.max(0, MIN_POLL_INTERVAL_MS - durationMs);
        this.#intervalBase = performance.now();
      }
      return state;
    } catch (error) {
      const isStalled = this.#leaveOutStall(sentAt, timeout);
      this.#handleFailure(error, sentAt, isStalled);
      return undefined;
    } finally {
      limiter.release();
    }
  }

  /**
   * Leaves the time in which the process stood still out of an outage, and out of the time for which the service has not
   * known the job. Returns whether what began at `begunAt`, and was to take at most `limitMs`, shows such a time.
   */
  #leaveOutStall(begunAt: number, limitMs: number): boolean {
    const stalledMs = stallMs(begunAt, limitMs);
    this.#outage.leaveOut(stalledMs);
    this.#presence.leaveOut(stalledMs);
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
      error instanceof TimeoutError &&
      this.#deadline.remainingMs <= 0 &&
      !isStalled;
    if (this.#deadline.isReached || isSilent)
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
    this.#presence.noteMissing(sentAt);
    const { wasFound, goneAt } = this.#presence;
    // Otherwise a short wait for a wrong id would always time out, and never say that the id is wrong.
    const isLastChance =
      times.submittedAt === undefined && !wasFound && this.#deadline.isReached;
    if (isLastChance || performance.now() >= goneAt)
      throw createNotFoundError(data, wasFound, this.#call);
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
    const { timeoutMs } = this.#deadline;
    const last = this.#lastStatus;
    // Any text of the service may hold the key.
    const status = last === undefined ? undefined : service.redact(last);
    const seen = status === undefined ? "" : `, last status ${status}`;
    const message = `${describeJob(data)} ${problem} (timeout: ${showLimit(timeoutMs)}${seen})`;
    const call = { ...this.#call, cause };
    return new TimeoutError(message, timeoutMs, call, data, status);
  }
}
