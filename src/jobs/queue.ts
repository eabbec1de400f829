/** What waits its turn in a queue. */
export interface Entry {
  /** Lower goes first, of equals who came first. */
  readonly rank: number;
  /** What is done when its turn has come. */
  readonly act: () => void;
}

/** Puts an entry in its place. Most come last, so it is looked for from the end: no tree would be quicker. */
export function enqueue(queue: Entry[], rank: number, act: () => void): Entry {
  const entry = { rank, act };
  const before = queue.findLastIndex((other) => other.rank <= rank);
  queue.splice(before + 1, 0, entry);
  return entry;
}

/** Takes an entry out of wherever it is; tells whether it was there. */
export function dequeue(queue: Entry[], entry: Entry): boolean {
  const place = queue.indexOf(entry);
  if (place >= 0) queue.splice(place, 1);
  return place >= 0;
}
