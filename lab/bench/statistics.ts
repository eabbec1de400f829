export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  if (sorted.length % 2 === 1) return upper;
  return (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

/** The CPU time of this process while `act` runs, in microseconds. */
export async function cpuOf(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * The same elements from another start. Each round begins with another element, so that the order favours no element.
 */
export function rotate<Element>(
  all: readonly Element[],
  by: number,
): Element[] {
  const first = by % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
}
