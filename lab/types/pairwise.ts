/** The values that each factor may take. */
type Factors = Readonly<Record<string, readonly string[]>>;

/** One value of each factor. */
type Row<F extends Factors> = { readonly [Name in keyof F]: string };

/**
 * Returns a small set of allowed rows that contains every pair of values of two factors that some allowed row contains.
 * The algorithm is greedy: each step takes the row with the most pairs that are still missing. The same factors give
 * the same rows.
 */
export function pairwise<F extends Factors>(
  factors: F,
  isAllowed: (row: Row<F>) => boolean,
): Row<F>[] {
  const rows = everyRow(factors).filter((row) => isAllowed(row as Row<F>));
  const missing = new Set(rows.flatMap(pairsOf));
  const chosen: Row<F>[] = [];
  while (missing.size > 0) {
    const gains = rows.map(
      (row) => pairsOf(row).filter((pair) => missing.has(pair)).length,
    );
    const best = rows[gains.indexOf(Math.max(...gains))] ?? {};
    for (const pair of pairsOf(best)) missing.delete(pair);
    chosen.push(best as Row<F>);
  }
  return chosen;
}

type PlainRow = Readonly<Record<string, string>>;

function everyRow(factors: Factors): PlainRow[] {
  return Object.entries(factors).reduce<PlainRow[]>(
    (rows, [name, values]) =>
      rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  );
}

function pairsOf(row: PlainRow): string[] {
  const cells = Object.entries(row).map((cell) => cell.join("="));
  return cells.flatMap((cell, index) =>
    cells.slice(index + 1).map((other) => `${cell} ${other}`),
  );
}
