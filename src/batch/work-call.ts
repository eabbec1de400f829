import type { WorkEnd, WorkOptions } from "./types.js";

/** The keys that the work is limited to, for `batch.run`. */
export interface WorkKeys {
  /** The keys that are not finished yet. */
  readonly open: () => readonly string[];
  /** Called when the job of an item has ended in this process. */
  readonly onEnd: () => void;
  /** Looks which keys have ended elsewhere. */
  readonly check: () => Promise<void>;
}

/** The end of a `work`. Its signal ends waits, pauses and unsent submits. */
export class Ending {
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  /** Why the work ends: the first reason that was given; undefined where somebody else knows it. */
  reason: WorkEnd | undefined;

  finish(reason?: WorkEnd): void {
    this.reason ??= reason;
    this.#controller.abort();
  }
}

/** How a `work` was called. */
export interface WorkCall {
  readonly options: WorkOptions;
  readonly keys: WorkKeys | undefined;
  readonly ending: Ending;
}
