/** Milliseconds until the next look: a function of the milliseconds since the submit and the number of looks so far. */
export type Interval = number | ((elapsed: number, looks: number) => number);

/** A wait that looked more often would take the looks of all others: they share 150 a second. */
const LEAST = 50;
const SHORTEST = 250;
const LONGEST = 5000;

/**
 * The pause that the caller's `interval` asks for, at least 50 ms, whatever a function returns. By default a tenth of the
 * time since the submit, at least 250 ms and at most 5 s, ±10 %: what matters to a waiter is the delay relative to the
 * length of the job.
 */
export function pauseFor(
  interval: Interval | undefined,
  elapsed: number,
  looks: number,
): number {
  const pause =
    typeof interval === "function"
      ? interval(elapsed, looks)
      : (interval ?? NaN);
  return Number.isFinite(pause)
    ? Math.max(LEAST, pause)
    : Math.min(LONGEST, Math.max(SHORTEST, elapsed / 10)) *
        (0.9 + Math.random() * 0.2);
}
