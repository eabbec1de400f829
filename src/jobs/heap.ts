/** An entry of a heap; the heap keeps `place` true while the entry is in it. */
export interface Ranked {
  readonly rank: number;
  place: number;
}

/** A binary heap: the entry with the lowest rank first; any entry can be taken out, each in logarithmic time. */
interface Heap<T extends Ranked> {
  readonly first: () => T | undefined;
  readonly add: (entry: T) => void;
  /** Takes an entry out; one that is not in the heap is left alone. */
  readonly remove: (entry: T) => void;
}

/** The place of an entry that is in no heap. */
export const NOWHERE = -1;

export function createHeap<T extends Ranked>(): Heap<T> {
  const entries: T[] = [];

  const put = (entry: T, place: number) => {
    entries[place] = entry;
    entry.place = place;
  };
  const rise = (entry: T, from: number) => {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = entries[above];
      if (!parent || parent.rank <= entry.rank) break;
      put(parent, place);
      place = above;
    }
    put(entry, place);
  };
  const sink = (entry: T, from: number) => {
    let place = from;
    for (;;) {
      const [left, right] = [entries[2 * place + 1], entries[2 * place + 2]];
      const lower = right && left && right.rank < left.rank ? right : left;
      if (!lower || lower.rank >= entry.rank) break;
      const below = lower.place;
      put(lower, place);
      place = below;
    }
    put(entry, place);
  };

  return {
    first: () => entries[0],
    add: (entry) => rise(entry, entries.length),
    remove: (entry) => {
      const { place } = entry;
      if (place === NOWHERE) return;
      entry.place = NOWHERE;
      const last = entries.pop();
      if (!last || last === entry) return;
      sink(last, place);
      rise(last, last.place);
    },
  };
}
