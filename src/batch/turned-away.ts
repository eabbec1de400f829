/** How often one item may be turned away with 429 while others are accepted. */
export const MAX_TURNED_AWAY = 10;

/** How often the service has turned away each item with 429 while it accepted others. */
export class TurnedAway {
  #accepted = 0;
  readonly #items = new Map<
    number,
    { readonly times: number; readonly accepted: number }
  >();

  /** Counts an accepted submit. */
  accept(id: number): void {
    this.#accepted++;
    this.#items.delete(id);
  }

  /** Counts a 429. Returns whether the item has had too many while the service accepted others. */
  countRefusal(id: number): boolean {
    const accepted = this.#accepted;
    const before = this.#items.get(id) ?? { times: 0, accepted };
    const times = before.times + Number(accepted > before.accepted);
    this.#items.set(id, { times, accepted });
    return times >= MAX_TURNED_AWAY;
  }
}
