/** How often an item may be turned away while nearly all others are accepted. */
export const MAX_TIMES = 10;

/** How many others must be accepted for each that is turned away as well, so that a refusal is about the item itself. */
const ACCEPTED_FOR_EACH = 9;

/** The pauses before the item is submitted again, in milliseconds: each is twice the one before. */
const MIN_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;

interface Refusals {
  /** How often the item was turned away although nearly all others were accepted since the time before. */
  readonly times: number;
  readonly pauseMs: number;
  /** How many submits had been accepted then, and how many turned away. */
  readonly accepted: number;
  readonly turnedAway: number;
}

/**
 * The items whose submits were certainly not carried out. Each waits by itself for longer and longer, so that the items
 * behind it are not held up by one that the service never takes. A service that turns away many items says nothing about
 * one of them.
 */
export class TurnedAway {
  readonly #items = new Map<number, Refusals>();
  #accepted = 0;
  #turnedAway = 0;

  /** Counts an item that was accepted. */
  accept(id: number): void {
    this.#accepted++;
    this.#items.delete(id);
  }

  /**
   * Counts a submit that was not carried out, and returns for how long the item waits, in milliseconds: at least as long as
   * the service asks for. Undefined if the item was turned away too often while nearly all others were accepted.
   */
  nextPauseMs(id: number, askedMs: number): number | undefined {
    const before = this.#items.get(id);
    const isOwn = before === undefined || this.#isOnlyOne(before);
    this.#turnedAway++;
    const times = (before?.times ?? 0) + (isOwn ? 1 : 0);
    if (times >= MAX_TIMES) {
      this.#items.delete(id);
      return undefined;
    }
    const pauseMs = Math.min(
      MAX_PAUSE_MS,
      before ? before.pauseMs * 2 : MIN_PAUSE_MS,
    );
    this.#items.set(id, {
      times,
      pauseMs,
      accepted: this.#accepted,
      turnedAway: this.#turnedAway,
    });
    return Math.max(askedMs, pauseMs);
  }

  /** Whether nearly all others were accepted since a refusal. */
  #isOnlyOne(refusal: Refusals): boolean {
    const accepted = this.#accepted - refusal.accepted;
    const turnedAway = this.#turnedAway - refusal.turnedAway;
    return accepted > 0 && accepted >= turnedAway * ACCEPTED_FOR_EACH;
  }
}
