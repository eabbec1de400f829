import { withTimeout } from "../http/timeout.js";
import type { SpendReservation } from "../spend/index.js";

/** How long the store of a spend guard may hold up a rental whose Pod exists, or has ended. */
const STORE_DELAY_MS = 1000;

/** What a rental has reserved with a spend guard, if there is one. A store that fails or is slow does not hold up the rental. */
export class RentReservation {
  readonly #reservation: SpendReservation | undefined;

  constructor(reservation: SpendReservation | undefined) {
    this.#reservation = reservation;
  }

  /** Keeps the reservation under the id of the Pod, for other processes. */
  async assign(podId: string, expiresAt: number): Promise<void> {
    const name = `pod:${podId}`;
    await this.#tell((reservation) => reservation.assign(name, expiresAt));
  }

  /** Replaces the reservation by the cost of the rental; undefined if nobody knows the cost. */
  async settle(cost: number | undefined): Promise<void> {
    await this.#tell((reservation) => reservation.settle(cost));
  }

  async #tell(
    tell: (reservation: SpendReservation) => Promise<void>,
  ): Promise<void> {
    const reservation = this.#reservation;
    if (!reservation) return;
    await withTimeout(STORE_DELAY_MS, undefined, () => tell(reservation)).catch(
      () => undefined,
    );
  }
}
