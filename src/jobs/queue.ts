/** An item of a `PriorityQueue`. */
export interface Ranked {
  /** Items with a lower rank come first. */
  readonly rank: number;
}

/** Items ordered by rank, lowest first. Items of equal rank keep the order in which they were added. */
export class PriorityQueue<Item extends Ranked> {
  readonly #items: Item[] = [];

  get first(): Item | undefined {
    return this.#items[0];
  }

  add(item: Item): void {
    this.#items.splice(this.#indexAfter(item.rank), 0, item);
  }

  /** Removes and returns the first item. */
  shift(): Item | undefined {
    return this.#items.shift();
  }

  /** Removes an item from wherever it is. Returns false if the queue does not hold the item. */
  remove(item: Item): boolean {
    let index = this.#indexAfter(item.rank);
    while (this.#items[--index]?.rank === item.rank)
      if (this.#items[index] === item) {
        this.#items.splice(index, 1);
        return true;
      }
    return false;
  }

  /** The index after the last item of this rank or a lower one. A binary search, because thousands of items may wait. */
  #indexAfter(rank: number): number {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#items[middle]?.rank ?? Infinity) <= rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
