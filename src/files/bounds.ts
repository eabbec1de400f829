import { checkMilliseconds, checkSignal } from "../checks.js";
import { TimeoutError, type CallContext } from "../errors.js";
import { EXPIRED, showLimit, sleep, withTimeout } from "../http/timeout.js";

/** What bounds each call for files. */
export interface FileCallOptions {
  /** Ends the call at once: it rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The longest time that the whole call may take, in milliseconds.
   *
   * @default no limit: a request waits 130 seconds for its answer, longer if it sends much, and is repeated at most ten times
   */
  readonly timeout?: number | undefined;
}

/** The time limit and the abort of one call, for everything that the call waits for. */
export class Bounds {
  readonly call: CallContext;
  readonly signal: AbortSignal | undefined;
  readonly #timeoutMs: number;
  readonly #endsAt: number;

  private constructor(
    call: CallContext,
    signal: AbortSignal | undefined,
    timeoutMs: number,
    endsAt: number,
  ) {
    this.call = call;
    this.signal = signal;
    this.#timeoutMs = timeoutMs;
    this.#endsAt = endsAt;
  }

  /** The bounds that the options of a call ask for. The timeout counts from now. */
  static of({ signal, timeout }: FileCallOptions, call: CallContext): Bounds {
    checkSignal(signal, call);
    checkMilliseconds("timeout", timeout, call);
    const timeoutMs = timeout ?? Infinity;
    return new Bounds(call, signal, timeoutMs, performance.now() + timeoutMs);
  }

  /** The same bounds for a part of the call, which `signal` ends as well. */
  within(signal: AbortSignal): Bounds {
    const both = this.signal ? AbortSignal.any([this.signal, signal]) : signal;
    return new Bounds(this.call, both, this.#timeoutMs, this.#endsAt);
  }

  get #remainingMs(): number {
    return this.#endsAt - performance.now();
  }

  /** Throws where the time is over or the call was aborted. */
  check(): void {
    this.signal?.throwIfAborted();
    if (this.#remainingMs <= 0) throw this.#createTimeoutError();
  }

  #createTimeoutError(): TimeoutError {
    const problem = `the call took longer than its timeout of ${showLimit(this.#timeoutMs)}`;
    return new TimeoutError(problem, this.#timeoutMs, {
      ...this.call,
      maybeSent: true,
    });
  }

  /** Waits for one step, which may take `limitMs`. Rejects with `EXPIRED` where the step alone took too long. */
  async wait<T>(
    limitMs: number,
    step: (ownSignal: () => AbortSignal) => Promise<T>,
  ): Promise<T> {
    this.check();
    const remainingMs = this.#remainingMs;
    const boundMs = Math.min(limitMs, remainingMs);
    try {
      return await withTimeout(boundMs, this.signal, step);
    } catch (error) {
      // A timer may fire a fraction of a millisecond before the time is over.
      if (error === EXPIRED && remainingMs <= limitMs)
        throw this.#createTimeoutError();
      throw error;
    }
  }

  /** Waits between two attempts. */
  async pause(delayMs: number): Promise<void> {
    this.check();
    await sleep(Math.min(delayMs, this.#remainingMs), this.signal);
    this.check();
  }
}
