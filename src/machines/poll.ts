import { ConnectionError, ResponseError, TimeoutError } from "../errors.js";
import { askedPause } from "../http/retry.js";
import { showLimit, sleep } from "../http/timeout.js";
import {
  askForInterval,
  boundIntervalMs,
  type PollInterval,
} from "../jobs/poll-interval.js";
import { GONE_AFTER_MS } from "../http/refusals.js";
import { checkPollOptions, POLL_TIMEOUT_MS } from "../jobs/poll.js";
import {
  isAnswer,
  isFinalFailure,
  LAST_POLL_TIMEOUT_MS,
  Outage,
  stallMs,
} from "../jobs/poll-end.js";
import type { OptionNames } from "../checks.js";
import { boundCalls, type CallBounds } from "./call-bounds.js";

/** How to wait for a Pod or an endpoint. */
export interface PollOptions {
  /** Ends the wait at once; the wait rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The longest time that the whole wait may take, in milliseconds.
   * @default 600000
   */
  readonly timeout?: number | undefined;
  /**
   * For how long the wait goes on without a usable answer of the service, in milliseconds. A poll that is silent until
   * then is ended, after a second at the earliest.
   * @default 120000
   */
  readonly outageTimeout?: number | undefined;
  /**
   * The poll interval: a number of milliseconds, or a function that receives the milliseconds since the wait began and
   * the number of polls so far and returns such a number. Values below 50 count as 50.
   *
   * @default a tenth of the time since the wait began, at least 250 ms and at most 5000 ms, ±10 %
   */
  readonly interval?: PollInterval | undefined;
}

export const POLL_OPTIONS: OptionNames<PollOptions> = {
  signal: true,
  timeout: true,
  outageTimeout: true,
  interval: true,
};

/** What is waited for. */
interface Wait {
  /** The name of the function that waits, for errors. */
  readonly operation: string;
  /** What was not reached, for errors: `Pod x7f2 was not ready`. */
  readonly missed: string;
  /** What is missing, as the last poll has shown. */
  readonly reason: () => string;
}

const DEFAULT_TIMEOUT_MS = 600_000;

/**
 * Polls until a poll resolves with something other than undefined. The calls of one poll share its time. The interval and
 * the treatment of failed polls are those of a job's wait.
 *
 * @throws TimeoutError at the timeout; the message says what was missing
 * @throws what a poll throws, if another poll would fail too, or the polls had no usable answer for `outageTimeout`; then a
 * ConnectionError in place of the TimeoutError of a poll
 */
export async function pollUntil<Result>(
  wait: Wait,
  options: PollOptions,
  poll: (bounds: CallBounds) => Promise<Result | undefined>,
): Promise<Result> {
  const { operation, missed, reason } = wait;
  const { signal, timeout = DEFAULT_TIMEOUT_MS, interval } = options;
  checkPollOptions(options, operation);
  const outage = new Outage(options.outageTimeout);
  const startedAt = performance.now();
  const remainingMs = () => startedAt + timeout - performance.now();
  const createTimeoutError = () =>
    new TimeoutError(
      `${missed} after ${showDuration(timeout)}: ${reason()}`,
      timeout,
      { operation, maybeSent: true },
    );
  /** Whether the process stood still: then the time is not over before another poll has had an answer. */
  let isStalled = false;
  for (let polls = 1; ; polls++) {
    let retryAfterMs = 0;
    const sentAt = performance.now();
    let limitMs = Infinity;
    try {
      signal?.throwIfAborted();
      const pollTimeout = Math.min(
        POLL_TIMEOUT_MS,
        Math.max(isStalled ? LAST_POLL_TIMEOUT_MS : 1, remainingMs()),
        outage.pollTimeoutMs(sentAt, LAST_POLL_TIMEOUT_MS),
      );
      limitMs = pollTimeout;
      const bounds = { signal, retries: 0, timeout: pollTimeout };
      const result = await poll(boundCalls(bounds));
      if (result !== undefined) return result;
      outage.end();
      isStalled = false;
    } catch (error) {
      signal?.throwIfAborted();
      const stalledMs = stallMs(sentAt, limitMs);
      isStalled = stalledMs > 0;
      if (remainingMs() <= 0 && !isStalled) throw createTimeoutError();
      if (isFinalFailure(error, false)) throw error;
      outage.leaveOut(stalledMs);
      if (isAnswer(error)) outage.end();
      else if (outage.noteFailure(sentAt + stalledMs))
        throw asFinalError(error, operation, missed);
      if (error instanceof ResponseError)
        retryAfterMs = askedPause(error.headers) ?? 0;
    }
    const elapsedMs = performance.now() - startedAt;
    const chosenMs =
      typeof interval === "function"
        ? askForInterval(interval, elapsedMs, polls)
        : interval;
    const pauseMs = Math.max(
      boundIntervalMs(chosenMs, elapsedMs),
      retryAfterMs,
    );
    const dueInMs = Math.min(pauseMs, Math.max(0, remainingMs()));
    const pausedAt = performance.now();
    await sleep(dueInMs, signal);
    const stalledMs = stallMs(pausedAt, dueInMs);
    isStalled ||= stalledMs > 0;
    outage.leaveOut(stalledMs);
    if (remainingMs() <= 0 && !isStalled) throw createTimeoutError();
  }
}

/** For how many milliseconds the service may not know a Pod or an endpoint that it has just created. */
const VISIBILITY_DELAY_MS = 10_000;

/** Whether what a wait is for is gone: the service has not known it for so long that one wrong answer cannot be the reason. */
export class Presence {
  #goneAfterMs = VISIBILITY_DELAY_MS;
  #missingSince: number | undefined = performance.now();

  /** For how long the service must not know it. */
  get goneAfterMs(): number {
    return this.#goneAfterMs;
  }

  noteFound(): void {
    this.#goneAfterMs = GONE_AFTER_MS;
    this.#missingSince = undefined;
  }

  /** Takes note that the service does not know it, and returns whether it is gone. */
  noteMissing(): boolean {
    const now = performance.now();
    this.#missingSince ??= now;
    return now - this.#missingSince >= this.#goneAfterMs;
  }
}

function showDuration(ms: number): string {
  return ms < 1000 ? showLimit(ms) : `${ms / 1000} s`;
}

/** A `TimeoutError` of the last failed poll would mean that the wait itself has reached its timeout. */
function asFinalError(
  error: unknown,
  operation: string,
  missed: string,
): unknown {
  if (!(error instanceof TimeoutError)) return error;
  const problem = `${missed}: the last poll got no response`;
  const call = { operation, maybeSent: true, cause: error };
  return new ConnectionError(problem, call);
}
