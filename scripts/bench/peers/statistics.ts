export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  if (sorted.length % 2 === 1) return upper;
  return (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

/** The CPU time of this process while it does something, in microseconds. */
export async function cpuOf(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** The same, begun at another: each comes first in its turn, and pays for what was left before it. */
export function rotated<One>(all: readonly One[], by: number): One[] {
  const first = by % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
}
