/** An item of an `ActionHeap`. */
export interface HeapItem {
  /** Items with a lower rank come first. */
  readonly rank: number;
}

/** An item in a heap. */
export interface HeapEntry<Item> {
  readonly item: Item;
  /** The number of the entry in the order of adding, which decides between equal ranks. */
  readonly number: number;
  /** Where the heap holds the entry; -1 where it does not. */
  index: number;
}

/**
 * Items ordered by rank, lowest first. Items of equal rank keep the order in which they were added. A binary heap: to add
 * and to remove an item stays cheap with hundreds of thousands of items.
 */
export class ActionHeap<Item extends HeapItem> {
  readonly #entries: HeapEntry<Item>[] = [];
  #added = 0;

  get first(): Item | undefined {
    return this.#entries[0]?.item;
  }

  /** Adds an item, and returns the entry by which the item can be removed. */
  add(item: Item): HeapEntry<Item> {
    this.#added += 1;
    const index = this.#entries.length;
    const entry = { item, number: this.#added, index };
    this.#entries.push(entry);
    this.#moveUp(entry);
    return entry;
  }

  /** Removes and returns the first item. */
  shift(): Item | undefined {
    const [first] = this.#entries;
    if (first) this.remove(first);
    return first?.item;
  }

  /** Removes an item. Returns false where the heap no longer holds the item. */
  remove(entry: HeapEntry<Item>): boolean {
    const { index } = entry;
    if (index < 0) return false;
    entry.index = -1;
    const last = this.#entries.pop();
    if (!last || last === entry) return true;
    this.#place(last, index);
    this.#moveUp(last);
    this.#moveDown(last);
    return true;
  }

  /** Removes every item. */
  clear(): void {
    for (const entry of this.#entries) entry.index = -1;
    this.#entries.length = 0;
  }

  #moveUp(entry: HeapEntry<Item>): void {
    for (;;) {
      const parent = this.#entries[(entry.index - 1) >> 1];
      if (!parent || !isBefore(entry, parent)) return;
      this.#swap(entry, parent);
    }
  }

  #moveDown(entry: HeapEntry<Item>): void {
    for (;;) {
      const left = this.#entries[2 * entry.index + 1];
      if (!left) return;
      const right = this.#entries[2 * entry.index + 2];
      const child = right && isBefore(right, left) ? right : left;
      if (!isBefore(child, entry)) return;
      this.#swap(entry, child);
    }
  }

  #swap(a: HeapEntry<Item>, b: HeapEntry<Item>): void {
    const { index } = a;
    this.#place(a, b.index);
    this.#place(b, index);
  }

  #place(entry: HeapEntry<Item>, index: number): void {
    entry.index = index;
    this.#entries[index] = entry;
  }
}

function isBefore<Item extends HeapItem>(
  a: HeapEntry<Item>,
  b: HeapEntry<Item>,
): boolean {
  if (a.item.rank === b.item.rank) return a.number < b.number;
  return a.item.rank < b.item.rank;
}
