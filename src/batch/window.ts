/** How long a submit is taken to last before the first one was measured, in milliseconds. */
const FIRST_ROUND_TRIP_MS = 150;

/** How much the latest round trip counts against those before. */
const SHARE_OF_LATEST = 0.1;

/** How many more submits are allowed than the rate needs: round trips differ. */
const RESERVE = 1.25;

/**
 * How many submits this process may send at once: as many as its share of the rate of the endpoint needs at the measured
 * round trip, and no more, because each of them is in doubt when the process dies. The window begins with one submit, and
 * grows by one with each that is accepted. A service that turns away submits halves it; one that gives no clear answer
 * closes it to one submit. An input that the service refuses says nothing about the service.
 */
export class SubmitWindow {
  #roundTripMs = FIRST_ROUND_TRIP_MS;
  #size = 1;

  /** The size, where all workers together may send so many submits a second. */
  size(perSecond: number, workers: number): number {
    const needed = (perSecond * this.#roundTripMs * RESERVE) / 1000 / workers;
    return Math.min(this.#size, Math.max(1, Math.ceil(needed)));
  }

  /** Learns from a submit that was accepted after so many milliseconds. */
  accept(roundTripMs: number): void {
    this.#roundTripMs += (roundTripMs - this.#roundTripMs) * SHARE_OF_LATEST;
    this.#size++;
  }

  turnAway(): void {
    this.#size = Math.max(1, Math.floor(this.#size / 2));
  }

  close(): void {
    this.#size = 1;
  }
}
