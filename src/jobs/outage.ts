import { findStatus } from "./poll-failure.js";

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
  #hasUselessAnswer = false;

  constructor(timeoutMs: number = DEFAULT_OUTAGE_TIMEOUT_MS) {
    this.timeoutMs = timeoutMs;
  }

  /** Whether a failed poll got a response that shows nothing about what is waited for. */
  get hasUselessAnswer(): boolean {
    return this.#hasUselessAnswer;
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
    this.#hasUselessAnswer = false;
  }

  /** Leaves out a time in which the process stood still. */
  leaveOut(stalledMs: number): void {
    if (this.#since !== undefined) this.#since += stalledMs;
  }

  /** Counts a poll without a usable response that began at `sentAt`. Returns whether the outage has lasted for too long. */
  noteFailure(sentAt: number, error: unknown): boolean {
    this.#since ??= sentAt;
    this.#hasUselessAnswer ||= findStatus(error) !== undefined;
    // A timer of the platform may end a silent poll up to a millisecond early.
    return Math.ceil(performance.now() - this.#since) >= this.timeoutMs;
  }
}
