/** How often an item may be answered with 429. */
const MAX_TIMES = 10;

/** The pauses before the item is submitted again, in milliseconds: each is twice the one before. */
const MIN_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;

/**
 * The items that the service has answered with 429. Each waits by itself for longer and longer, so that the items behind it
 * are not held up by one that the service never takes.
 */
export class TurnedAway {
  readonly #times = new Map<number, number>();

  /** Forgets an item that was accepted. */
  accept(id: number): void {
    this.#times.delete(id);
  }

  /**
   * Counts a 429, and returns for how long the item waits, in milliseconds: at least as long as the service asks for.
   * Undefined if the item has had too many.
   */
  nextPauseMs(id: number, askedMs: number): number | undefined {
    const times = (this.#times.get(id) ?? 0) + 1;
    if (times >= MAX_TIMES) {
      this.#times.delete(id);
      return undefined;
    }
    this.#times.set(id, times);
    const pauseMs = Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** (times - 1));
    return Math.max(askedMs, pauseMs);
  }
}
