/** An action at a moment of the emulator's clock. */
interface ScheduledAction {
  readonly time: number;
  readonly run: () => unknown;
  readonly urgency: Urgency;
}

/**
 * How promptly an action has to run:
 * - `"onRead"`: the action may wait until the state is next read, so no timer is set.
 * - `"onTime"`: something outside of the emulator waits for the action, so a timer is set.
 * - `"keepAlive"`: like `"onTime"`, and the process must not end before the action.
 */
export type Urgency = "onRead" | "onTime" | "keepAlive";

interface Entry {
  readonly action: ScheduledAction;
  /** Orders actions of the same time by when they were added. */
  readonly sequence: number;
  isRemoved: boolean;
}

/** The heap is rebuilt without its removed entries when there are at least so many of them. */
const MIN_REMOVED_ENTRIES = 1000;

/**
 * The scheduled actions in the order of their times; actions of the same time keep the order in which they were added.
 * A binary heap: a cancelled action stays in it until the action reaches the top, or until half of the heap is cancelled.
 */
export class Schedule {
  #heap: Entry[] = [];
  #added = 0;
  #removed = 0;
  readonly #counts = { onRead: 0, onTime: 0, keepAlive: 0 };

  /** Returns a function that cancels the action. */
  add(action: ScheduledAction): () => void {
    const entry = { action, sequence: this.#added, isRemoved: false };
    this.#added += 1;
    this.#counts[action.urgency] += 1;
    push(this.#heap, entry);
    return () => this.#cancel(entry);
  }

  /** The time of the first action; Infinity where there is none. */
  nextTime(): number {
    return this.#top()?.action.time ?? Infinity;
  }

  /** Removes and returns the first action if its time is not after `until`. */
  takeDue(until: number): ScheduledAction | undefined {
    const entry = this.#top();
    if (!entry || entry.action.time > until) return undefined;
    pop(this.#heap);
    this.#markRemoved(entry);
    return entry.action;
  }

  /** The highest urgency of all actions. */
  urgency(): Urgency {
    if (this.#counts.keepAlive > 0) return "keepAlive";
    return this.#counts.onTime > 0 ? "onTime" : "onRead";
  }

  /** Cancels every action. */
  clear(): void {
    for (const entry of this.#heap) {
      if (!entry.isRemoved) this.#markRemoved(entry);
    }
    this.#heap = [];
    this.#removed = 0;
  }

  #cancel(entry: Entry): void {
    if (entry.isRemoved) return;
    this.#markRemoved(entry);
    this.#removed += 1;
    const isWorthwhile =
      this.#removed >= MIN_REMOVED_ENTRIES &&
      this.#removed >= this.#heap.length / 2;
    if (!isWorthwhile) return;
    this.#heap = compact(this.#heap);
    this.#removed = 0;
  }

  #markRemoved(entry: Entry): void {
    entry.isRemoved = true;
    this.#counts[entry.action.urgency] -= 1;
  }

  #top(): Entry | undefined {
    while (this.#heap[0]?.isRemoved) {
      pop(this.#heap);
      this.#removed -= 1;
    }
    return this.#heap[0];
  }
}

/** The entries that are not removed, sorted. A sorted array is a heap. */
function compact(heap: readonly Entry[]): Entry[] {
  const kept = heap.filter(({ isRemoved }) => !isRemoved);
  return kept.sort((a, b) => (isBefore(a, b) ? -1 : 1));
}

function push(heap: Entry[], entry: Entry): void {
  let index = heap.length;
  heap.push(entry);
  while (index > 0) {
    const parentIndex = (index - 1) >> 1;
    const parent = heap[parentIndex];
    if (!parent || !isBefore(entry, parent)) break;
    heap[index] = parent;
    index = parentIndex;
  }
  heap[index] = entry;
}

function pop(heap: Entry[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let index = 0;
  for (;;) {
    const leftIndex = 2 * index + 1;
    const left = heap[leftIndex];
    const right = heap[leftIndex + 1];
    const isRight = left && right && isBefore(right, left);
    const childIndex = isRight ? leftIndex + 1 : leftIndex;
    const child = heap[childIndex];
    if (!child || !isBefore(child, last)) break;
    heap[index] = child;
    index = childIndex;
  }
  heap[index] = last;
}

function isBefore(a: Entry, b: Entry): boolean {
  if (a.action.time === b.action.time) return a.sequence < b.sequence;
  return a.action.time < b.action.time;
}
