import type { WorkEnd } from "./types.js";

/** The end of a `work`. Its signal ends waits, pauses and unsent submits. */
export class Ending {
  readonly #controller = new AbortController();
  #reason: WorkEnd | undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the work ends: the first reason that was given. */
  get reason(): WorkEnd | undefined {
    return this.#reason;
  }

  finish(reason: WorkEnd): void {
    this.#reason ??= reason;
    this.abort();
  }

  /** Ends the work without a reason: somebody else knows it. */
  abort(): void {
    this.#controller.abort();
  }
}
