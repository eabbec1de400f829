/** The time of the service, from the `Date` headers of its responses. It does not follow changes of the own clock. */
export class ServiceClock {
  /** The time of the service minus the steady clock of this process, in milliseconds; undefined before a response. */
  #offsetMs: number | undefined;

  /** Learns the time of a response that has just come; NaN means that the response had none. */
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
