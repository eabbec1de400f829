/** Billionths of the currency's unit. Prices go down to millionths of it. */
const UNITS = 1_000_000_000;
/** Decimal fractions are not exact: 0.1 must not become one unit too many. */
const ROUNDING = 0.001;

/** What is reserved or spent is rounded up, so that no sum is too small. */
export function toUnits(amount: number): number {
  return Math.max(0, Math.ceil(amount * UNITS - ROUNDING));
}

/** A limit is rounded down. */
export function toLimitUnits(amount: number): number {
  return Math.floor(amount * UNITS + ROUNDING);
}

export function fromUnits(units: number): number {
  return units / UNITS;
}
