import type { CallKind } from "./clients.js";

/** What is measured of the weight of each client, in the order of the table. */
export const weightKeys = [
  "bundle",
  "packages",
  "megabytes",
  "import",
  "types",
  "memory",
] as const;
export type WeightKey = (typeof weightKeys)[number];
export type Key = WeightKey | CallKind;

/** The least of all rounds, and their median. Sizes and counts are the same in each round. */
export interface Figure {
  readonly least: number;
  readonly median: number;
}

/** What was measured of each client, by its name; not every client has every figure. */
export type Figures = ReadonlyMap<
  string,
  Readonly<Partial<Record<Key, Figure>>>
>;

/** Digits after the point of sizes and counts. The other figures are ratios or megabytes of heap, with two digits. */
const decimals: Readonly<Partial<Record<Key, number>>> = {
  bundle: 1,
  packages: 0,
  megabytes: 1,
};

/** A figure as the table shows it: its least, and the median in parentheses where the two differ. */
export function formatFigure(key: Key, { least, median }: Figure): string {
  const format = (value: number) => {
    const digits = decimals[key];
    if (digits !== undefined) return value.toFixed(digits);
    return value >= 10 ? value.toFixed(0) : value.toPrecision(2);
  };
  const [first, second] = [format(least), format(median)];
  return first === second ? first : `${first} (${second})`;
}

/** A figure that is the same in each round. */
export function exactly(value: number): Figure {
  return { least: value, median: value };
}

/** The figures of both, client by client; those of `over` win. */
export function merge(under: Figures, over: Figures): Figures {
  const names = new Set([...under.keys(), ...over.keys()]);
  return new Map(
    [...names].map((name) => [name, { ...under.get(name), ...over.get(name) }]),
  );
}
