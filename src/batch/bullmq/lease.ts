import { BatchError } from "../types.js";

/**
 * Tracks the end of a worker's lease on two clocks of this process: the steady clock stands still while the machine
 * sleeps, and the wall clock may be set.
 */
export class Lease {
  readonly #lengthMs: number;
  #steadyEnd = 0;
  #wallStart = 0;
  #wallEnd = 0;

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs;
  }

  /**
   * Renews the lease; `act` renews the lease in Redis. The lease counts from before the call of `act`, so the lease of
   * this object ends before the lease in Redis.
   */
  async renew(act: () => Promise<void>): Promise<void> {
    const steady = performance.now();
    const wall = Date.now();
    await act();
    this.#steadyEnd = steady + this.#lengthMs;
    this.#wallStart = wall;
    this.#wallEnd = wall + this.#lengthMs;
  }

  /** Throws when the lease may be over. */
  assert(): void {
    const wall = Date.now();
    // A wall clock that was set back does not prove that the lease still holds.
    const isOver =
      performance.now() >= this.#steadyEnd ||
      wall >= this.#wallEnd ||
      wall < this.#wallStart;
    if (isOver)
      throw new BatchError(
        "batch_store_unavailable",
        "the lease of this process is over",
      );
  }
}
