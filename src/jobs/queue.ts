/** What waits its turn in a queue. */
export interface Entry {
  /** Lower goes first, of equals who came first. */
  readonly rank: number;
  /** What is done when its turn has come. */
  readonly act: () => void;
}

/** Puts an entry in its place; what it returns takes it out of wherever it is, and tells whether it was there. */
export function enqueue(
  queue: Entry[],
  rank: number,
  act: () => void,
): () => boolean {
  const entry = { rank, act };
  queue.splice(placeAfter(queue, rank), 0, entry);
  return () => {
    let place = placeAfter(queue, rank);
    while (queue[--place]?.rank === rank)
      if (queue[place] === entry) return queue.splice(place, 1).length > 0;
    return false;
  };
}

/** The place behind all of this rank. A queue is in order, so it is halved: thousands may wait. */
function placeAfter(queue: readonly Entry[], rank: number): number {
  let [low, high] = [0, queue.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((queue[middle]?.rank ?? Infinity) <= rank) low = middle + 1;
    else high = middle;
  }
  return low;
}
