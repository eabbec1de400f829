/** How much longer than its timeout a wait may last, so that the poll at the timeout gets its response. */
export const LAST_POLL_TIMEOUT_MS = 1000;
/** The timeout of a wait that begins after the end of the job's time to live: enough to read the result. */
const EXPIRED_JOB_TIMEOUT_MS = 60_000;

/** Until when a job is polled. The last poll is sent at the timeout, and has a second for its response. */
export class PollDeadline {
  readonly timeoutMs: number;
  readonly #startedAt: number;
  /** When the last poll must have its response. */
  #endAt: number | undefined;

  /** `lifetimeMs` is the rest of the job's time to live at the start of the wait, which is its default timeout. */
  constructor(
    startedAt: number,
    lifetimeMs: number,
    timeoutMs: number | undefined,
  ) {
    this.#startedAt = startedAt;
    this.timeoutMs =
      timeoutMs ?? (lifetimeMs > 0 ? lifetimeMs : EXPIRED_JOB_TIMEOUT_MS);
  }

  /** Milliseconds until the timeout of the wait. */
  get remainingMs(): number {
    return this.#startedAt + this.timeoutMs - performance.now();
  }

  /** Whether the last poll is due, or has been sent. */
  get isReached(): boolean {
    return this.#endAt !== undefined;
  }

  /** The poll that is due at `dueAt` is the last one. */
  reach(dueAt: number): void {
    this.#endAt ??= dueAt + LAST_POLL_TIMEOUT_MS;
  }

  /** Milliseconds until the end of the last poll, at least 1; `otherwise` if another poll may follow. */
  timeLeftMs(otherwise: number): number {
    return this.#endAt === undefined
      ? otherwise
      : Math.max(1, this.#endAt - performance.now());
  }
}
