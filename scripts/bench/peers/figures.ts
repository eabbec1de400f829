/** What is measured of each client, in the order of the table. */
export const keys = [
  "bundle",
  "packages",
  "megabytes",
  "import",
  "types",
  "cpu",
  "memory",
  "one",
  "hundred",
] as const;
export type Key = (typeof keys)[number];

/** Those that a check holds. Calls per second hang on what else the machine does, so that they are told but not held. */
export const heldKeys: readonly Key[] = keys.filter(
  (key) => key !== "one" && key !== "hundred",
);

/** Sizes and counts, which are the same at every run. */
export type ExactKey = "bundle" | "packages" | "megabytes";
export type TimedKey = Exclude<Key, ExactKey>;

/** What was measured of each client, by its name; not every client has every figure. */
export type Figures<Some extends Key = Key> = ReadonlyMap<
  string,
  Readonly<Partial<Record<Some, number>>>
>;

const decimals: Readonly<Record<ExactKey, number>> = {
  bundle: 1,
  packages: 0,
  megabytes: 1,
};

/** A figure as it is shown: a size in tenths, a ratio to two digits. */
export function shown(key: Key, figure: number): string {
  if (isExact(key)) return figure.toFixed(decimals[key]);
  return figure >= 10 ? figure.toFixed(0) : figure.toPrecision(2);
}

export function isExact(key: Key): key is ExactKey {
  return key in decimals;
}

/** The figures of both, client by client; those of `over` win. */
export function merge(under: Figures, over: Figures): Figures {
  const names = new Set([...under.keys(), ...over.keys()]);
  return new Map(
    [...names].map((name) => [name, { ...under.get(name), ...over.get(name) }]),
  );
}
