/** The most entries of `times` that lie within any 10 seconds. */
export function maxWithinWindow(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  let [first, most] = [0, 0];
  for (const [index, at] of sorted.entries()) {
    while ((sorted[first] ?? at) <= at - 10_000) first++;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
