/** How often an item may be turned away while others are accepted. */
export const MAX_TIMES = 10;

/** The pauses before the item is submitted again, in milliseconds: each is twice the one before. */
const MIN_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;

interface Refusals {
  /** How often the item was turned away although another one was accepted since the time before. */
  readonly times: number;
  readonly pauseMs: number;
  /** How many submits had been accepted then. */
  readonly accepted: number;
}

/**
 * The items whose submits were certainly not carried out. Each waits by itself for longer and longer, so that the items
 * behind it are not held up by one that the service never takes. A service that turns away every item says nothing about
 * one of them.
 */
export class TurnedAway {
  readonly #items = new Map<number, Refusals>();
  #accepted = 0;

  /** Counts an item that was accepted. */
  accept(id: number): void {
    this.#accepted++;
    this.#items.delete(id);
  }

  /**
   * Counts a submit that was not carried out, and returns for how long the item waits, in milliseconds: at least as long as
   * the service asks for. Undefined if the item was turned away too often while others were accepted.
   */
  nextPauseMs(id: number, askedMs: number): number | undefined {
    const before = this.#items.get(id);
    const isOwn = before === undefined || before.accepted < this.#accepted;
    const times = (before?.times ?? 0) + (isOwn ? 1 : 0);
    if (times >= MAX_TIMES) {
      this.#items.delete(id);
      return undefined;
    }
    const pauseMs = Math.min(
      MAX_PAUSE_MS,
      before ? before.pauseMs * 2 : MIN_PAUSE_MS,
    );
    this.#items.set(id, { times, pauseMs, accepted: this.#accepted });
    return Math.max(askedMs, pauseMs);
  }
}
