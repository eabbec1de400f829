/** What is measured of each client, in the order of the table. */
export const keys = [
  "bundle",
  "packages",
  "megabytes",
  "import",
  "types",
  "cpu",
  "memory",
] as const;
export type Key = (typeof keys)[number];

/** What was measured of each client, by its name; not every client has every figure. */
export type Figures = ReadonlyMap<
  string,
  Readonly<Partial<Record<Key, number>>>
>;

/** Digits after the point of sizes and counts. The other figures are ratios or megabytes of heap, with two digits. */
const decimals: Readonly<Partial<Record<Key, number>>> = {
  bundle: 1,
  packages: 0,
  megabytes: 1,
};

/** A figure as the table shows it. */
export function formatFigure(key: Key, figure: number): string {
  const digits = decimals[key];
  if (digits !== undefined) return figure.toFixed(digits);
  return figure >= 10 ? figure.toFixed(0) : figure.toPrecision(2);
}

/** The figures of both, client by client; those of `over` win. */
export function merge(under: Figures, over: Figures): Figures {
  const names = new Set([...under.keys(), ...over.keys()]);
  return new Map(
    [...names].map((name) => [name, { ...under.get(name), ...over.get(name) }]),
  );
}
