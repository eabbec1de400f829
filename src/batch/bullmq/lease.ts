import { BatchError } from "../types.js";

/** The end of a worker's lease by both own clocks: one stands still while a machine sleeps, the other one is set by people. */
export class Lease {
  readonly #lengthMs: number;
  #steadyEnd = 0;
  #wallStart = 0;
  #wallEnd = 0;

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs;
  }

  /** Runs what renews the lease in Redis. The lease counts from before the request, so it ends here before it ends there. */
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
    // A clock that was set back proves nothing.
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
