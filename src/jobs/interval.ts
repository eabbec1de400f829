/** Milliseconds until the next look: a function of the milliseconds since the submit and the number of looks so far. */
export type Interval = number | ((elapsed: number, looks: number) => number);

const SHORTEST = 250;
const LONGEST = 5000;

/**
 * A tenth of the time since the submit, at least 250 ms and at most 5 s, ±10 %: what matters to a waiter is the delay
 * relative to the length of the job. `random` is a number from 0 up to 1.
 */
function defaultInterval(elapsed: number, random: number): number {
  return (
    Math.min(LONGEST, Math.max(SHORTEST, elapsed / 10)) * (0.9 + random * 0.2)
  );
}

/** The pause that the caller's `interval`, or else the default, asks for; never negative, whatever a function returns. */
export function pauseFor(
  interval: Interval | undefined,
  elapsed: number,
  looks: number,
): number {
  if (interval === undefined) return defaultInterval(elapsed, Math.random());
  const pause =
    typeof interval === "number" ? interval : interval(elapsed, looks);
  return Number.isFinite(pause)
    ? Math.max(0, pause)
    : defaultInterval(elapsed, Math.random());
}
