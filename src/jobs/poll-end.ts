import {
  CloudComputeError,
  ConnectionError,
  InputError,
  ResponseError,
  TimeoutError,
} from "../errors.js";
import { isNotFound, isOfGateway } from "./absence.js";

/** What ends the polls of a wait: its timeout, an outage, and a failure that another poll would meet too. */

/** How much longer than its timeout a wait may last, so that the poll at the timeout gets its response. */
export const LAST_POLL_TIMEOUT_MS = 1000;
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
