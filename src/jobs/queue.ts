/** An item of a `PriorityQueue`. */
export interface Ranked {
  /** Items with a lower rank come first. */
  readonly rank: number;
}

/** An item, and the number of items that were added before it. */
interface Entry<Item> {
  readonly item: Item;
  readonly number: number;
}

/**
 * Items ordered by rank, lowest first; items of equal rank keep the order in which they were added. A binary heap, because
 * many thousands of items may wait. An item that is removed leaves the heap when it becomes the first.
 */
export class PriorityQueue<Item extends Ranked> {
  readonly #heap: Entry<Item>[] = [];
  /** The items that have not been removed. */
  readonly #items = new Set<Item>();
  #added = 0;
  /** Goes through the items in the order in which they were added. */
  #byAge = this.#items.values();

  get first(): Item | undefined {
    while (this.#heap[0] && !this.#items.has(this.#heap[0].item))
      this.#removeFirst();
    return this.#heap[0]?.item;
  }

  add(item: Item): void {
    this.#items.add(item);
    this.#heap.push({ item, number: this.#added++ });
    let index = this.#heap.length - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#isBefore(index, parent)) return;
      this.#swap(index, parent);
      index = parent;
    }
  }

  /** Removes and returns the first item. */
  shift(): Item | undefined {
    const { first } = this;
    if (!first) return undefined;
    this.#items.delete(first);
    this.#removeFirst();
    return first;
  }

  /** Removes and returns the item that was added first. */
  shiftOldest(): Item | undefined {
    let next = this.#byAge.next();
    if (next.done) {
      this.#byAge = this.#items.values();
      next = this.#byAge.next();
    }
    if (next.done) return undefined;
    this.#items.delete(next.value);
    return next.value;
  }

  /** Removes an item from wherever it is. Returns false if the queue does not hold the item. */
  remove(item: Item): boolean {
    return this.#items.delete(item);
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (!last || this.#heap.length === 0) return;
    this.#heap[0] = last;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      let least = index;
      if (this.#isBefore(left, least)) least = left;
      if (this.#isBefore(right, least)) least = right;
      if (least === index) return;
      this.#swap(index, least);
      index = least;
    }
  }

  #isBefore(index: number, other: number): boolean {
    const { [index]: one, [other]: two } = this.#heap;
    if (!one || !two) return false;
    const { rank } = one.item;
    return rank === two.item.rank
      ? one.number < two.number
      : rank < two.item.rank;
  }

  #swap(index: number, other: number): void {
    const { [index]: one, [other]: two } = this.#heap;
    if (!one || !two) return;
    this.#heap[index] = two;
    this.#heap[other] = one;
  }
}
