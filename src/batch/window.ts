/** How long a submit is taken to last before the first one was measured, in milliseconds. */
const FIRST_SUBMIT_MS = 150;

/** The shortest time between two claims while submits are under way, in milliseconds: several items are claimed at once. */
export const CLAIM_INTERVAL_MS = 20;

/** How much of the time that the ledger takes counts at most, in milliseconds: at the start of an outage, all submits fail. */
const MAX_LEDGER_MS = 100;

/** How much the latest submit counts against those before. */
const SHARE_OF_LATEST = 0.1;

/** How many more submits are allowed than the rate needs: they do not all last as long. */
const RESERVE = 1.25;

/**
 * How many submits this process may have under way: as many as its share of the rate of the endpoint needs, and no more,
 * because each of them is in doubt when the process dies. A submit lasts from the call that claims its item until the ledger
 * has kept its job. The window begins with one submit, and grows by one with each that is accepted. A service that turns
 * away submits halves it; one that gives no clear answer closes it to one submit. An input that the service refuses says
 * nothing about the service.
 */
export class SubmitWindow {
  #submitMs = FIRST_SUBMIT_MS;
  #size = 1;

  /** The size, where all workers together may send so many submits a second. */
  size(perSecond: number, workers: number): number {
    const eachMs = (this.#submitMs + CLAIM_INTERVAL_MS) * RESERVE;
    const needed = (perSecond * eachMs) / 1000 / workers;
    return Math.min(this.#size, Math.max(1, Math.ceil(needed)));
  }

  /** Learns from a submit that was accepted: how long the service took, and how long the submit has lasted in all. */
  accept(roundTripMs: number, submitMs = roundTripMs): void {
    const countedMs = Math.min(submitMs, roundTripMs + MAX_LEDGER_MS);
    this.#submitMs += (countedMs - this.#submitMs) * SHARE_OF_LATEST;
    this.#size++;
  }

  turnAway(): void {
    this.#size = Math.max(1, Math.floor(this.#size / 2));
  }

  close(): void {
    this.#size = 1;
  }
}
