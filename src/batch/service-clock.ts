import type { Clocks } from "../machines/clocks.js";

/**
 * The time of the service, from the `Date` headers of its responses and the steady clock: a change of the wall clock
 * has no effect.
 */
export class ServiceClock {
  /** The time of the service minus the steady clock of this process, in milliseconds; undefined before a response. */
  #offsetMs: number | undefined;
  #isVirtual = false;

  /**
   * Stores the service's time from a response that has just arrived. NaN, for a response without a date, has no effect.
   */
  learn(serviceTime: number, isVirtual = this.#isVirtual): void {
    if (!Number.isFinite(serviceTime)) return;
    this.#offsetMs = serviceTime - performance.now();
    this.#isVirtual = isVirtual;
  }

  /** The clocks of the service and of this machine; undefined before the first response. */
  read(): Clocks | undefined {
    if (this.#offsetMs === undefined) return undefined;
    return {
      service: performance.now() + this.#offsetMs,
      local: Date.now(),
      isVirtual: this.#isVirtual,
    };
  }
}
