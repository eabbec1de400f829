import { check, checkMilliseconds } from "../checks.js";
import {
  isError,
  ResponseError,
  TimeoutError,
  toMessageText,
} from "../errors.js";
import type { CallControls } from "../http/request-context.js";
import { askedPause } from "../http/retry.js";
import { EXPIRED, sleep, startTimer, withTimeout } from "../http/timeout.js";
import type { CallOptions } from "../options.js";
import type { LongPoll } from "./long-poll.js";
import type { JobStateClient } from "./job-state.js";
import { FailedPolls, LAST_POLL_TIMEOUT_MS, PollDeadline } from "./poll-end.js";
import { PollSchedule, type PollInterval } from "./poll-interval.js";
import type { RateLimiter } from "./rate-limiter.js";
import { DEFAULT_TTL_MS } from "./service-times.js";
import { describeWait, isFinal, type WaitOperation } from "./state.js";

/** The options of a wait that concern its polls; `WaitOptions` documents them. */
interface PollOptions extends Pick<CallOptions, "signal" | "headers"> {
  readonly timeout?: number | undefined;
  readonly outageTimeout?: number | undefined;
  readonly interval?: PollInterval | undefined;
  readonly longPolling?: boolean | undefined;
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
  /** Sends one poll, and rejects for a response that shows no state of the job. With `waitMs`, the service may hold its response for so many milliseconds. */
  readonly request: (
    options: CallOptions,
    controls: CallControls,
    waitMs?: number,
  ) => Promise<State>;
  /** Whether the service may hold the response to a request until the job has ended. */
  readonly mayLongPoll?: boolean;
  /** Whether polls go on while a response is held, because the wait shows what changes before the end. */
  readonly showsChanges?: boolean;
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
  readonly longPollMs?: number;
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
 * Polls one job. Between two polls the wait pauses, or lets the service hold a response; each poll then waits for a slot of
 * the rate limiter. The last poll is sent at the timeout. After a failed poll, `FailedPolls` decides whether the wait goes on.
 */
export class Poller<State extends { readonly status?: unknown }> {
  readonly #job: JobStateClient<unknown>;
  readonly #options: PollOptions;
  readonly #kind: PollKind<State>;
  readonly #limiter: RateLimiter;
  readonly #deadline: PollDeadline;
  readonly #schedule: PollSchedule;
  readonly #failures: FailedPolls;
  /** The request whose response the service holds. */
  #longPoll: LongPoll<State> | undefined;
  /** How many polls must have been sent before the next request is to be held. */
  #longPollAfter = 0;

  /** `startedAt` is when the wait began, on the clock of `performance.now()`. The options must be valid. */
  constructor(
    job: JobStateClient<unknown>,
    options: PollOptions,
    kind: PollKind<State>,
    startedAt = performance.now(),
  ) {
    const { data, times, service } = job;
    const { timeout, outageTimeout } = options;
    const submittedAt = times.submittedAt ?? startedAt;
    const call = describeWait(kind.operation, kind.route);
    this.#job = job;
    this.#options = options;
    this.#kind = kind;
    this.#limiter = service.limiters.get("status", data.slug);
    const endsAt = submittedAt + (data.ttl ?? DEFAULT_TTL_MS);
    this.#deadline = new PollDeadline(startedAt, endsAt, timeout);
    this.#failures = new FailedPolls(job, call, outageTimeout);
    this.#schedule = new PollSchedule(job, call, submittedAt, options.interval);
  }

  /** Milliseconds since the submit, or since the wait began if the time of the submit is not known. */
  get elapsedMs(): number {
    return this.#schedule.elapsedMs;
  }

  /** The error at the timeout of the wait. `problem` follows the name of the job. */
  createTimeoutError(problem: string, cause?: unknown): TimeoutError {
    const { timeoutMs } = this.#deadline;
    return this.#failures.createTimeoutError(problem, timeoutMs, cause);
  }

  /** Milliseconds that a callback may take: until the timeout of the wait, and a second more for the last update. */
  callbackTimeoutMs(isLastUpdate: boolean): number {
    const graceMs = isLastUpdate ? LAST_POLL_TIMEOUT_MS : 0;
    return this.#deadline.timeLeftMs(graceMs);
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
      this.#longPoll ??= this.#beginLongPoll();
      const ended = await this.#pause();
      if (!ended && !(await this.#takeSlot()))
        throw this.#createUnknownStatusError("too many others were waiting");
      const state = ended
        ? this.#readLongPoll(ended.state)
        : await this.#sendPoll();
      if (state) return state;
    }
  }

  /** Must be called when the wait ends: releases the connection of a request that the service holds. */
  end(): void {
    this.#longPoll?.abort(isFinal(this.#failures.lastStatus));
  }

  /** Asks the service to hold a response, once it knows the job, unless the caller has chosen to poll. */
  #beginLongPoll(): LongPoll<State> | undefined {
    const { request, operation, mayLongPoll = false } = this.#kind;
    const {
      interval,
      longPolling = interval === undefined,
      headers,
    } = this.#options;
    const { data, times, service } = this.#job;
    const isKnown = times.acceptedAt !== undefined || this.#failures.wasFound;
    const isDue = this.#schedule.polls >= this.#longPollAfter;
    if (!mayLongPoll || !longPolling || !isKnown || !isDue) return undefined;
    const { outageTimeoutMs } = this.#failures;
    return service.longPolls.begin(
      data.slug,
      Math.min(this.#deadline.remainingMs, outageTimeoutMs),
      this.#failures.lastStatus === "IN_PROGRESS",
      (waitMs, timeout, signal) =>
        request(
          { signal, headers, retries: 0, timeout },
          { pollOf: operation },
          waitMs,
        ),
    );
  }

  /** Resolves when a poll is due, or with the end of a held request as soon as there is one. */
  async #pause(): Promise<{ readonly state: State | undefined } | undefined> {
    const { signal } = this.#options;
    const { showsChanges = false } = this.#kind;
    const longPoll = this.#longPoll;
    // The response of an endpoint that is known to hold responses comes with the end of the job.
    const isPolled = !longPoll || longPoll.isTrial || showsChanges;
    const dueAt = isPolled ? this.#schedule.nextAt(this.#failures) : Infinity;
    const pausedAt = performance.now();
    const pauseMs = Math.min(dueAt - pausedAt, this.#deadline.remainingMs);
    try {
      if (longPoll)
        return await withTimeout(
          pauseMs,
          signal,
          () => longPoll.settled,
          startTimer,
        );
      await sleep(pauseMs, signal);
    } catch (reason) {
      if (reason !== EXPIRED) throw reason;
    }
    this.#failures.leaveOutStall(pausedAt, pauseMs);
    this.#deadline.reach(dueAt);
    return undefined;
  }

  /** Takes the state that a held response has shown. Where there is none, a poll precedes the next request to be held. */
  #readLongPoll(state: State | undefined): State | undefined {
    this.#longPoll = undefined;
    if (state) this.#failures.noteAnswer(state.status);
    else this.#longPollAfter = this.#schedule.polls + 1;
    return state;
  }

  /** Resolves with whether there is a slot for the poll in time. */
  #takeSlot(): Promise<boolean> {
    const isRunning = this.#failures.lastStatus === "IN_PROGRESS";
    return this.#limiter.acquire({
      rank: this.#schedule.rankOf(performance.now(), isRunning),
      timeoutMs: this.#deadline.timeLeftMs(LAST_POLL_TIMEOUT_MS),
      signal: this.#options.signal,
    });
  }

  /** Sends one poll, and returns its slot. Resolves with undefined if the poll failed and another one may succeed. */
  async #sendPoll(): Promise<State | undefined> {
    const { signal, headers } = this.#options;
    const { request, operation, pollsAgainAtOnce, longPollMs = 0 } = this.#kind;
    const sentAt = performance.now();
    this.#deadline.reach(sentAt);
    this.#schedule.noteSent();
    const timeout = Math.min(
      POLL_TIMEOUT_MS,
      this.#deadline.pollTimeoutMs,
      this.#failures.pollTimeoutMs(sentAt, longPollMs),
    );
    try {
      const options = { signal, headers, retries: 0, timeout };
      const state = await request(options, { pollOf: operation });
      this.#failures.noteAnswer(state.status);
      const durationMs = performance.now() - sentAt;
      if (pollsAgainAtOnce?.(state, durationMs))
        this.#schedule.pollAgain(sentAt);
      return state;
    } catch (error) {
      signal?.throwIfAborted();
      const isStalled = this.#failures.leaveOutStall(sentAt, timeout);
      this.#handleFailure(error, sentAt, isStalled);
      return undefined;
    } finally {
      this.#limiter.release();
    }
  }

  /** Throws the error that ends the wait, unless another poll may succeed. */
  #handleFailure(error: unknown, sentAt: number, isStalled: boolean): void {
    const { isReached, remainingMs } = this.#deadline;
    this.#failures.requirePassing(error, sentAt, isReached);
    // A poll without a response up to the timeout has used the time that another poll would have.
    const isSilent =
      error instanceof TimeoutError && remainingMs <= 0 && !isStalled;
    if (isReached || isSilent) throw this.#createUnknownStatusError(error);
    const lossError = this.#kind.createLossError?.(error);
    if (lossError) throw lossError;
    this.#failures.note(error, isStalled ? performance.now() : sentAt);
    if (error instanceof ResponseError)
      this.#schedule.askPause(askedPause(error.headers) ?? 0);
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
}
