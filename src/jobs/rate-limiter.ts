import { onAbort, startTimer } from "../http/timeout.js";
import { PriorityQueue, type Ranked } from "./queue.js";

/** The service counts calls over this many milliseconds. */
const WINDOW_MS = 10_000;
/** A retry goes before all calls that wait. */
const RETRY_RANK = -Infinity;

interface RateLimits {
  /** How many calls may be in progress at once. */
  readonly maxConcurrent: number;
  /** How many calls may begin in any 10 seconds. */
  readonly maxPerWindow: number;
  /**
   * How many of these may begin without a pause. The others are spread over the rest of the 10 seconds, so that a call
   * with a low rank need not wait until a window ends.
   *
   * @default all of them
   */
  readonly maxBurst?: number;
}

/** How a call waits for a slot. */
export interface SlotRequest {
  /** Calls with a lower rank get a slot first; every second slot goes to the call that has waited longest. */
  readonly rank: number;
  /** The longest wait for a slot, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends the wait for a slot. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Exchanges the slot of a call for a new one before the call is sent again, so that the retry counts as well. A retry
 * goes before all calls that wait. Resolves without a new slot when none is free within `timeoutMs` milliseconds.
 */
export type ReacquireSlot = (timeoutMs: number) => Promise<void>;

/** The rejection of `RateLimiter.run` when there is no slot in time. A caller of the client never sees it. */
export class NoSlotError extends Error {}

/** A call that waits for a slot. */
class WaitingCall implements Ranked {
  readonly rank: number;
  readonly #resolve: (hasSlot: boolean) => void;
  cancelTimer: (() => void) | undefined;
  unlisten: (() => void) | undefined;

  constructor(rank: number, resolve: (hasSlot: boolean) => void) {
    this.rank = rank;
    this.#resolve = resolve;
  }

  /** Ends the wait: with a slot, or without one because there was none in time. */
  end(hasSlot: boolean): void {
    this.stopListening();
    this.#resolve(hasSlot);
  }

  stopListening(): void {
    this.cancelTimer?.();
    this.unlisten?.();
  }
}

/** Delays calls so that they keep to `RateLimits`. */
export class RateLimiter {
  readonly #maxConcurrent: number;
  readonly #maxPerWindow: number;
  readonly #maxBurst: number;
  /** Until when no call begins, so that the calls of a window are spread. */
  #pausedUntil = -Infinity;
  readonly #waiting = new PriorityQueue<WaitingCall>();
  #inProgress = 0;
  /** For each call that has ended: the time until which it counts, the earliest first. Older times are removed lazily. */
  readonly #countedUntil: number[] = [];
  #cancelTimer: (() => void) | undefined;
  #isTurnOfOldest = false;

  constructor({
    maxConcurrent,
    maxPerWindow,
    maxBurst = maxPerWindow,
  }: RateLimits) {
    this.#maxConcurrent = maxConcurrent;
    this.#maxPerWindow = maxPerWindow;
    this.#maxBurst = maxBurst;
  }

  /**
   * Resolves with true when there is a slot for a call; the caller must `release` the slot when the call has ended.
   * Resolves with false when there is no slot in time. Rejects with the reason of the signal as soon as that aborts.
   */
  acquire({ rank, timeoutMs, signal }: SlotRequest): Promise<boolean> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const call = new WaitingCall(rank, resolve);
      if (timeoutMs < Infinity)
        call.cancelTimer = startTimer(() => {
          this.#remove(call);
          call.end(false);
        }, timeoutMs);
      if (signal)
        call.unlisten = onAbort(signal, () => {
          this.#remove(call);
          call.stopListening();
          const reason: unknown = signal.reason;
          reject(reason);
        });
      this.#waiting.add(call);
      this.#startCalls();
    });
  }

  /**
   * Returns the slot of a call that has ended. The service counts the call from some moment before now, so the slot is
   * certainly free again one window from now.
   */
  release(): void {
    this.#inProgress--;
    this.#countedUntil.push(performance.now() + WINDOW_MS);
    this.#startCalls();
  }

  /**
   * Runs `call` as soon as there is a slot for it. Rejects without running `call`: with a `NoSlotError` when there is no slot
   * in time, and with the reason of the signal when that aborts.
   */
  async run<T>(
    request: SlotRequest,
    call: (reacquire: ReacquireSlot) => Promise<T>,
  ): Promise<T> {
    const { signal } = request;
    if (!(await this.acquire(request))) throw new NoSlotError();
    try {
      signal?.throwIfAborted();
      return await call((timeoutMs) => this.#reacquire(timeoutMs, signal));
    } finally {
      this.release();
    }
  }

  async #reacquire(
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    // The retry enters the queue before its slot is released, so that no other call takes the slot in between.
    const acquired = this.acquire({ rank: RETRY_RANK, timeoutMs, signal });
    this.release();
    let hasSlot = false;
    try {
      hasSlot = await acquired;
    } finally {
      // The call releases a slot when it ends, so the call must count as holding a slot until then.
      if (!hasSlot) this.#inProgress++;
    }
  }

  #remove(call: WaitingCall): void {
    this.#waiting.remove(call);
    this.#startCalls();
  }

  /** Gives slots to the calls that wait, as far as the limits allow. */
  #startCalls(): void {
    this.#cancelTimer?.();
    while (this.#waiting.first && this.#inProgress < this.#maxConcurrent) {
      const pauseMs = this.#pausedUntil - performance.now();
      const delayMs = Math.max(this.#windowDelayMs(), pauseMs);
      if (delayMs > 0) {
        this.#cancelTimer = startTimer(() => this.#startCalls(), delayMs);
        return;
      }
      this.#inProgress++;
      this.#spreadCalls();
      this.#takeNext()?.end(true);
    }
  }

  /** Spreads what is left of the window over the time until the first call no longer counts. */
  #spreadCalls(): void {
    const begun = this.#counted;
    const left = this.#maxPerWindow - begun;
    const [firstCountedUntil] = this.#countedUntil;
    if (begun < this.#maxBurst || left <= 0 || !firstCountedUntil) return;
    const now = performance.now();
    this.#pausedUntil = now + (firstCountedUntil - now) / left;
  }

  /** Two orders take turns: those who end soon are not kept waiting by many others, and nobody waits for ever. */
  #takeNext(): WaitingCall | undefined {
    if (this.#waiting.first?.rank === RETRY_RANK) return this.#waiting.shift();
    const isTurnOfOldest = this.#isTurnOfOldest;
    this.#isTurnOfOldest = !isTurnOfOldest;
    return isTurnOfOldest ? this.#waiting.shiftOldest() : this.#waiting.shift();
  }

  /** How many calls count for the window. */
  get #counted(): number {
    return this.#inProgress + this.#countedUntil.length;
  }

  /** Milliseconds until the window permits another call. */
  #windowDelayMs(): number {
    const now = performance.now();
    const times = this.#countedUntil;
    const firstCounted = times.findIndex((until) => until > now);
    times.splice(0, firstCounted < 0 ? times.length : firstCounted);
    const isFull = this.#counted >= this.#maxPerWindow;
    return isFull ? (times[0] ?? Infinity) - now : 0;
  }
}

/**
 * The limits for each kind of call, at once and in 10 seconds. They are below those of the service, because other
 * programs may use the same endpoint. The service answers 429 beyond these (at once / in 10 seconds): `/run` 200 / 1000,
 * `/runsync` and `/status` 400 / 2000, `/cancel` 20 / 100.
 */
const LIMITS = {
  run: { maxConcurrent: 150, maxPerWindow: 900 },
  runSync: { maxConcurrent: 300, maxPerWindow: 900 },
  status: { maxConcurrent: 100, maxPerWindow: 1500, maxBurst: 750 },
  cancel: { maxConcurrent: 15, maxPerWindow: 90 },
} as const;

type CallKind = keyof typeof LIMITS;

/** The rate limiters of one client, one for each slug and kind of call. */
export class RateLimiters {
  readonly #limiters = new Map<string, RateLimiter>();

  get(kind: CallKind, slug: string): RateLimiter {
    const name = `${kind} ${slug}`;
    const known = this.#limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiter(LIMITS[kind]);
    this.#limiters.set(name, limiter);
    return limiter;
  }
}
