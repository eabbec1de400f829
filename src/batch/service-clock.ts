/**
 * The time of the service, from the `Date` headers of its responses and the steady clock: a change of the wall clock
 * has no effect.
 */
export class ServiceClock {
  /** The time of the service minus the steady clock of this process, in milliseconds; undefined before a response. */
  #offsetMs: number | undefined;

  /**
   * Stores the service's time from a response that has just arrived. NaN, for a response without a date, has no effect.
   */
  learn(serviceTime: number): void {
    if (Number.isFinite(serviceTime))
      this.#offsetMs = serviceTime - performance.now();
  }

  /** Milliseconds since 1970; undefined before the first response. */
  now(): number | undefined {
    return this.#offsetMs === undefined
      ? undefined
      : performance.now() + this.#offsetMs;
  }
}
