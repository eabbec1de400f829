/** What a change means for who compiles and runs against this client. */
export type Verdict = "breaking" | "deprecated" | "new" | "compatible";

/** The worst first. */
export const VERDICTS: readonly Verdict[] = [
  "breaking",
  "deprecated",
  "new",
  "compatible",
];

/** One change in the words of the client. */
export interface Change {
  readonly verdict: Verdict;
  /** One line of Markdown without a full stop: "`pods.create` now needs `imageName`". */
  readonly line: string;
}

/** A change as it was met: on one route, where it is of an operation rather than of a named schema. */
export interface Finding extends Change {
  readonly route?: string;
}

/** The routes of each operation by its name: two where it has two spellings. */
type Spellings = ReadonlyMap<string, readonly string[]>;

/**
 * Findings as changes, each line once and under its worst verdict. What both spellings of an operation share is one
 * line; what only one of them has says so.
 */
export function changesOf(
  findings: readonly Finding[],
  spellings: Spellings,
): Change[] {
  const twins = new Map(
    [...spellings.values()]
      .filter((routes) => routes.length > 1)
      .flatMap((routes) => routes.map((route) => [route, routes] as const)),
  );
  const routesOf = new Map<string, Set<string>>();
  for (const { line, route } of findings)
    if (route !== undefined)
      routesOf.set(line, (routesOf.get(line) ?? new Set()).add(route));
  const said = new Map<string, Verdict>();
  for (const { line, route, verdict } of findings) {
    const twin = route === undefined ? undefined : twins.get(route);
    const met = routesOf.get(line);
    const isShared = !twin || twin.every((other) => met?.has(other));
    const text = isShared ? line : `${line}, only as \`${route ?? ""}\``;
    const known = said.get(text);
    if (known === undefined || rank(verdict) < rank(known))
      said.set(text, verdict);
  }
  return [...said].map(([line, verdict]) => ({ verdict, line }));
}

/** Changes in the order of a report: the worst first, then by their words. */
export function sorted(changes: readonly Change[]): Change[] {
  return [...changes].sort(
    (a, b) =>
      rank(a.verdict) - rank(b.verdict) ||
      (a.line < b.line ? -1 : Number(a.line > b.line)),
  );
}

function rank(verdict: Verdict): number {
  return VERDICTS.indexOf(verdict);
}
