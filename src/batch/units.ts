/** Stores count money in whole billionths, because whole numbers add up exactly. */
const UNITS = 1e9;

/**
 * An amount of money in whole billionths: 0 or more, and at most what a number holds exactly, which is 9 007 199 units of
 * the currency.
 */
export function toUnits(amount: number): number {
  // A comparison with NaN is false.
  if (!(amount > 0)) return 0;
  return Math.min(Math.round(amount * UNITS), Number.MAX_SAFE_INTEGER);
}

/** A limit of the cost in whole billionths. */
export function toLimitUnits(limit: number): number {
  return Math.round(limit * UNITS);
}

export function fromUnits(units: number): number {
  return units / UNITS;
}
