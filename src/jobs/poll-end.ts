import {
  CallbackError,
  CloudComputeError,
  ConnectionError,
  InputError,
  ResponseError,
  TimeoutError,
  type CallContext,
  type JobData,
} from "../errors.js";
import { GONE_AFTER_MS, isNotFound, isOfGateway } from "../http/refusals.js";
import { showLimit } from "../http/timeout.js";
import type { JobStateClient } from "./job-state.js";
import { DEFAULT_TTL_MS, retentionMs } from "./service-times.js";
import { createNotFoundError, describeJob, extendMessage } from "./state.js";

/** How much longer than its timeout a wait may last, so that the poll at the timeout gets its response. */
export const LAST_POLL_TIMEOUT_MS = 1000;
/** How long a wait without a timeout goes on after the end of the job's time to live: enough to learn that the job is gone. */
const AFTER_TTL_MS = 2 * GONE_AFTER_MS;

/** Until when a job is polled. The last poll is sent at the timeout, and has a second for its response. */
export class PollDeadline {
  readonly timeoutMs: number;
  /** When the last poll is sent. */
  readonly #at: number;
  /** When the last poll must have its response; undefined as long as another poll may follow. */
  #endsAt: number | undefined;

  /** @param ttlEndsAt the end of the job's time to live, which the default timeout follows */
  constructor(
    startedAt: number,
    ttlEndsAt: number,
    timeoutMs: number | undefined,
  ) {
    const leftMs = Math.max(0, ttlEndsAt - startedAt);
    this.timeoutMs = timeoutMs ?? leftMs + AFTER_TTL_MS;
    this.#at = startedAt + this.timeoutMs;
  }

  /** Milliseconds until the timeout of the wait. */
  get remainingMs(): number {
    return this.#at - performance.now();
  }

  /** Whether the last poll is due, or has been sent. */
  get isReached(): boolean {
    return this.#endsAt !== undefined;
  }

  /** To be called when a poll is due, and when it is sent: at the timeout, that poll is the last one. */
  reach(at: number): void {
    if (at < this.#at) return;
    const now = performance.now();
    const endsAt = this.#at + LAST_POLL_TIMEOUT_MS;
    // The consumer of a `watch` may have asked for the next update long after the timeout.
    this.#endsAt ??= endsAt > now ? endsAt : now + LAST_POLL_TIMEOUT_MS;
  }

  /** How long a poll may take that is sent now, in milliseconds. */
  get pollTimeoutMs(): number {
    return this.isReached
      ? this.timeLeftMs(0)
      : Math.max(this.remainingMs, LAST_POLL_TIMEOUT_MS);
  }

  /** Milliseconds until the end of the last poll, or until `graceMs` after the timeout if more polls may follow; at least 1. */
  timeLeftMs(graceMs: number): number {
    const endsAt = this.#endsAt ?? this.#at + graceMs;
    return Math.max(1, endsAt - performance.now());
  }
}

/**
 * A sleep or a poll that ends this much later than its timer was set for shows that the process itself stood still: it was
 * stopped, its machine slept, or its code computed. Nothing was learned about the service in that time.
 */
const STALL_MS = 1000;
/** The default of `outageTimeout`. */
const DEFAULT_OUTAGE_TIMEOUT_MS = 120_000;

/**
 * For how many milliseconds the process has stood still: what began at `begunAt`, and was to take at most `limitMs`, has
 * taken longer.
 */
export function stallMs(begunAt: number, limitMs: number): number {
  const overMs = performance.now() - begunAt - limitMs;
  return overMs < STALL_MS ? 0 : overMs;
}

/** For how long the polls of a wait have had no usable response. Time in which the process stood still does not count. */
export class Outage {
  readonly timeoutMs: number;
  /** When the first of the failed polls since the last response was sent. */
  #since: number | undefined;

  constructor(timeoutMs: number = DEFAULT_OUTAGE_TIMEOUT_MS) {
    this.timeoutMs = timeoutMs;
  }

  /** When the outage ends the wait; infinite while there is none. */
  get endsAt(): number {
    return (this.#since ?? Infinity) + this.timeoutMs;
  }

  /** How long a poll may take that is sent now, in milliseconds: until the end of the outage, and at least `leastMs`. */
  pollTimeoutMs(sentAt: number, leastMs: number): number {
    const endsAt = (this.#since ?? sentAt) + this.timeoutMs;
    return Math.max(endsAt - sentAt, leastMs);
  }

  end(): void {
    this.#since = undefined;
  }

  /** Leaves out a time in which the process stood still. */
  leaveOut(stalledMs: number): void {
    if (this.#since !== undefined) this.#since += stalledMs;
  }

  /** Counts a poll without a usable response that began at `sentAt`. Returns whether the outage has lasted for too long. */
  noteFailure(sentAt: number): boolean {
    this.#since ??= sentAt;
    // A timer of the platform may end a silent poll up to a millisecond early.
    return Math.ceil(performance.now() - this.#since) >= this.timeoutMs;
  }
}

/** What the failed polls of a wait say: whether the wait goes on, or the error that ends it. */
export class FailedPolls {
  readonly #job: JobStateClient<unknown>;
  readonly #call: CallContext;
  readonly #outage: Outage;
  #wasFound = false;
  #lastStatus: string | undefined;
  /** When the first of the last polls was sent to which the service answered that it does not know the job. */
  #missingSince: number | undefined;

  /** @param call the call that the errors of the wait name */
  constructor(
    job: JobStateClient<unknown>,
    call: CallContext,
    outageTimeoutMs: number | undefined,
  ) {
    this.#job = job;
    this.#call = call;
    this.#outage = new Outage(outageTimeoutMs);
  }

  get outageTimeoutMs(): number {
    return this.#outage.timeoutMs;
  }

  /** When an outage ends the wait; infinite while there is none. */
  get outageEndsAt(): number {
    return this.#outage.endsAt;
  }

  /** Whether the service has shown the job. */
  get wasFound(): boolean {
    return this.#wasFound;
  }

  /** The status that the last successful poll has shown. */
  get lastStatus(): string | undefined {
    return this.#lastStatus;
  }

  /** When a job that the service still does not know by then is gone; infinite while the service knows the job. */
  get goneAt(): number {
    if (this.#missingSince === undefined) return Infinity;
    const { data, times } = this.#job;
    const { submittedAt } = times;
    const ageMs =
      submittedAt === undefined ? undefined : performance.now() - submittedAt;
    return this.#missingSince + goneAfterMs(data, this.#wasFound, ageMs);
  }

  /** How long a poll may take that is sent now, and whose response may be held, in milliseconds. */
  pollTimeoutMs(sentAt: number, longPollMs: number): number {
    const leastMs = longPollMs + LAST_POLL_TIMEOUT_MS;
    return this.#outage.pollTimeoutMs(sentAt, leastMs);
  }

  /** The service has answered with a state of the job. */
  noteAnswer(status: unknown): void {
    this.#outage.end();
    this.#wasFound = true;
    this.#lastStatus = status as string | undefined;
    this.#missingSince = undefined;
  }

  /**
   * Leaves out a time in which the process stood still. Returns whether what began at `begunAt`, and was to take at most
   * `limitMs`, shows such a time.
   */
  leaveOutStall(begunAt: number, limitMs: number): boolean {
    const stalledMs = stallMs(begunAt, limitMs);
    this.#outage.leaveOut(stalledMs);
    if (this.#missingSince !== undefined) this.#missingSince += stalledMs;
    return stalledMs > 0;
  }

  /** Throws the error of a failed poll if another poll would fail too, and a `JobError` if there is no such job. */
  requirePassing(error: unknown, sentAt: number, isLast: boolean): void {
    const { data, times, service } = this.#job;
    if (isNotFound(error)) {
      this.#missingSince ??= sentAt;
      // Otherwise a short wait for a wrong id would always time out, and never say that the id is wrong.
      const isLastChance =
        isLast && times.submittedAt === undefined && !this.#wasFound;
      if (isLastChance || performance.now() >= this.goneAt)
        throw createNotFoundError(data, this.#wasFound, this.#call);
    }
    if (isFinalFailure(error, service.hasKeyFunction)) throw error;
  }

  /** Counts a failed poll that began at `begunAt`. Throws if the outage has lasted for too long. */
  note(error: unknown, begunAt: number): void {
    if (isAnswer(error)) this.#outage.end();
    else if (this.#outage.noteFailure(begunAt))
      throw this.#createOutageError(error);
  }

  /** The error at the timeout of the wait. `problem` follows the name of the job. */
  createTimeoutError(
    problem: string,
    timeoutMs: number,
    cause?: unknown,
  ): TimeoutError {
    const { data, service } = this.#job;
    const last = this.#lastStatus;
    // Any text of the service may hold the key.
    const status = last === undefined ? undefined : service.redact(last);
    const seen = status === undefined ? "" : `, last status ${status}`;
    const message = `${describeJob(data)} ${problem} (timeout: ${showLimit(timeoutMs)}${seen})`;
    const call = { ...this.#call, cause };
    return new TimeoutError(message, timeoutMs, call, data, status);
  }

  /** The error after an outage. A `TimeoutError` would mean that the wait itself has reached its timeout. */
  #createOutageError(cause: unknown): unknown {
    const { data, service } = this.#job;
    if (isKeyFunctionFailure(cause))
      return new CallbackError("apiKey", cause, [data], this.#call);
    const message = `the status requests for ${describeJob(data)} got no usable response (outageTimeout: ${this.outageTimeoutMs} ms)`;
    if (cause instanceof TimeoutError)
      return new ConnectionError(message, { ...this.#call, cause });
    if (cause instanceof CloudComputeError)
      extendMessage(cause, service.redact(`; ${message}`));
    return cause;
  }
}

/** Whether a poll was not sent because the function of the key failed, or has not given a key in time. */
export function isKeyFunctionFailure(error: unknown): boolean {
  if (error instanceof InputError) return error.parameter === "apiKey";
  if (error instanceof TimeoutError) return !error.maybeSent;
  return !(error instanceof CloudComputeError);
}

/** Whether a failed poll shows that the service is there: it does not know the job, or asks for fewer polls. */
export function isAnswer(error: unknown): boolean {
  if (isNotFound(error)) return true;
  return error instanceof ResponseError && error.status === 429;
}

/** Whether another poll would fail too. A function that supplies the key may supply a better key next time. */
export function isFinalFailure(
  error: unknown,
  hasKeyFunction: boolean,
): boolean {
  if (error instanceof ConnectionError || error instanceof TimeoutError)
    return false;
  if (!(error instanceof ResponseError))
    return !(isKeyFunctionFailure(error) && hasKeyFunction);
  const { status } = error;
  if (isOfGateway(error)) return false;
  if (status === 401 || status === 403) return !hasKeyFunction;
  const mayRecover = [404, 408, 425, 429].includes(status);
  return status >= 400 && status < 500 && !mayRecover;
}

/** How long a job may be unknown that the service has never shown, and of which nothing says when it was submitted. */
const UNKNOWN_AFTER_MS = 10_000;

/**
 * For how many milliseconds the service must say that it does not know a job until the job is gone: 0 if neither the job
 * nor its result can exist any more.
 *
 * @param wasFound whether the service has shown the job before
 * @param ageMs the time since the submit; undefined if nobody knows when the job was submitted
 */
function goneAfterMs(
  job: JobData,
  wasFound: boolean,
  ageMs: number | undefined,
): number {
  if (ageMs === undefined) return wasFound ? GONE_AFTER_MS : UNKNOWN_AFTER_MS;
  const { ttl = DEFAULT_TTL_MS } = job;
  return ageMs <= ttl + retentionMs(job) ? GONE_AFTER_MS : 0;
}
