/** How often an item may be turned away before it is set aside. */
export const MAX_TIMES = 10;

/** The pauses before the item is submitted again, in milliseconds: each is twice the one before. */
const MIN_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;

/**
 * The items whose submits were certainly not carried out. Each has a number of tries in this process, and waits by itself for
 * longer and longer, so that the items behind it are not held up by one that the service never takes.
 */
export class TurnedAway {
  readonly #times = new Map<number, number>();

  /** Forgets an item that was accepted, or is set aside. */
  forget(id: number): void {
    this.#times.delete(id);
  }

  /**
   * Counts a submit that was not carried out, and returns for how long the item waits, in milliseconds: at least as long as
   * the service asks for. Undefined if the item was turned away too often.
   */
  nextPauseMs(id: number, askedMs: number): number | undefined {
    const times = (this.#times.get(id) ?? 0) + 1;
    this.#times.set(id, times);
    if (times >= MAX_TIMES) return undefined;
    const pauseMs = Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** (times - 1));
    return Math.max(askedMs, pauseMs);
  }
}
