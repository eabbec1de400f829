import { PriorityQueue, type Ranked } from "./queue.js";

/** The longest delay that a timer of the platform supports, in milliseconds. A longer one is set again after it. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** A callback and the time at which it is due. */
interface ScheduledCall extends Ranked {
  /** The time at which the callback is due, on the clock of `performance.now()`. */
  readonly rank: number;
  readonly callback: () => void;
}

/** Schedules any number of callbacks with a single timer of the platform, which is set for the earliest callback. */
export class SharedTimer {
  readonly #calls = new PriorityQueue<ScheduledCall>();
  /** The call that the timer of the platform is set for. */
  #target: ScheduledCall | undefined;
  #platformTimer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Calls `callback` once after `delayMs` milliseconds. The function that it returns cancels the call.
   *
   * This is a bound function, so it can be passed on without the timer.
   */
  readonly schedule = (callback: () => void, delayMs: number): (() => void) => {
    const call = { rank: performance.now() + delayMs, callback };
    this.#calls.add(call);
    this.#setPlatformTimer();
    return () => {
      this.#calls.remove(call);
      this.#setPlatformTimer();
    };
  };

  #setPlatformTimer(): void {
    const { first } = this.#calls;
    // A timer that is set again without need would fire after its time: a timer of the platform takes at least 1 ms.
    if (first === this.#target) return;
    clearTimeout(this.#platformTimer);
    this.#target = first;
    if (!first) return;
    const delayMs = Math.max(0, first.rank - performance.now());
    this.#platformTimer = setTimeout(
      () => this.#runDueCalls(),
      Math.min(MAX_DELAY_MS, delayMs),
    );
  }

  #runDueCalls(): void {
    this.#target = undefined;
    try {
      while ((this.#calls.first?.rank ?? Infinity) <= performance.now())
        this.#calls.shift()?.callback();
    } finally {
      this.#setPlatformTimer();
    }
  }
}
