/** Something to do at a moment of the clock. */
export interface Item {
  readonly time: number;
  readonly act: () => unknown;
  readonly need: Need;
}

/**
 * What an item needs: done at the next look it is soon enough ("look"), or somebody waits for it outside of the
 * emulator and it has to be done in time ("ring"), or even the process must not end before it ("hold").
 */
export type Need = "look" | "ring" | "hold";

/** What is still to be done, by time, and in the order of entry where times are equal. */
export interface Agenda {
  /** Returns what strikes the item off again. */
  readonly add: (item: Item) => () => void;
  /** The time of the first item; Infinity where there is none. */
  readonly next: () => number;
  /** Takes off the first item, if it is due by then. */
  readonly take: (until: number) => Item | undefined;
  /** The most that any item needs. */
  readonly need: () => Need;
  readonly clear: () => void;
}

interface Entry {
  readonly item: Item;
  readonly turn: number;
  isOff: boolean;
}

/** A binary heap. Items struck off stay in it until they come to the top, or are the most of it. */
export function createAgenda(): Agenda {
  let heap: Entry[] = [];
  let [turns, struck] = [0, 0];
  const counts = { look: 0, ring: 0, hold: 0 };
  const leave = (entry: Entry) => {
    entry.isOff = true;
    counts[entry.item.need] -= 1;
  };
  const strike = (entry: Entry) => {
    if (entry.isOff) return;
    leave(entry);
    struck += 1;
    if (struck < 1000 || struck < heap.length / 2) return;
    heap = compact(heap);
    struck = 0;
  };
  const top = () => {
    while (heap[0]?.isOff) {
      pop(heap);
      struck -= 1;
    }
    return heap[0];
  };
  return {
    add: (item) => {
      const entry = { item, turn: turns++, isOff: false };
      counts[item.need] += 1;
      push(heap, entry);
      return () => strike(entry);
    },
    next: () => top()?.item.time ?? Infinity,
    take: (until) => {
      const entry = top();
      if (!entry || entry.item.time > until) return undefined;
      pop(heap);
      leave(entry);
      return entry.item;
    },
    need: () => (counts.hold > 0 ? "hold" : counts.ring > 0 ? "ring" : "look"),
    clear: () => {
      for (const entry of heap) if (!entry.isOff) leave(entry);
      [heap, struck] = [[], 0];
    },
  };
}

/** What is left, sorted: that is a heap. */
function compact(heap: readonly Entry[]): Entry[] {
  const left = heap.filter(({ isOff }) => !isOff);
  return left.sort((a, b) => (isBefore(a, b) ? -1 : 1));
}

function push(heap: Entry[], entry: Entry): void {
  let at = heap.length;
  heap.push(entry);
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above];
    if (!parent || !isBefore(entry, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = entry;
}

function pop(heap: Entry[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    const [a, b] = [heap[left], heap[left + 1]];
    const below = b && a && isBefore(b, a) ? left + 1 : left;
    const child = heap[below];
    if (!child || !isBefore(child, last)) break;
    heap[at] = child;
    at = below;
  }
  heap[at] = last;
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.item.time === b.item.time
    ? a.turn < b.turn
    : a.item.time < b.item.time;
}
