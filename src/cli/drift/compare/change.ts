/** What a change means for code that compiles and runs against this client. */
export type Verdict = "breaking" | "deprecated" | "new" | "compatible";

/** The verdicts, the worst first. */
export const VERDICTS: readonly Verdict[] = [
  "breaking",
  "deprecated",
  "new",
  "compatible",
];

/** One change, in the terms of the client. */
export interface Change {
  readonly verdict: Verdict;
  /** One line of Markdown without a full stop: "`pods.create` now requires `imageName`". */
  readonly line: string;
}

/** A change as the comparison finds it. */
export interface Finding extends Change {
  /** The route that the change was found on; absent for a named schema, which many routes may share. */
  readonly route?: string;
}

/**
 * Findings as changes: each line once, under its worst verdict. `spellings` holds the routes of each operation. When an
 * operation has two routes and a change is on one of them only, the line names that route.
 */
export function mergeFindings(
  findings: readonly Finding[],
  spellings: ReadonlyMap<string, readonly string[]>,
): Change[] {
  const spellingsOf = new Map(
    [...spellings.values()].flatMap((routes) =>
      routes.map((route) => [route, routes] as const),
    ),
  );
  const routesOf = new Map<string, Set<string>>();
  for (const { line, route } of findings)
    if (route !== undefined)
      routesOf.set(line, (routesOf.get(line) ?? new Set()).add(route));
  const verdicts = new Map<string, Verdict>();
  for (const { line, route, verdict } of findings) {
    const routes = spellingsOf.get(route ?? "") ?? [];
    const found = routesOf.get(line);
    const isShared = routes.every((other) => found?.has(other));
    const text = isShared ? line : `${line}, only as \`${route ?? ""}\``;
    const known = verdicts.get(text);
    if (known === undefined || rank(verdict) < rank(known))
      verdicts.set(text, verdict);
  }
  return [...verdicts].map(([line, verdict]) => ({ verdict, line }));
}

/** Changes in the order of a report: the worst first, then by their lines. */
export function sortChanges(changes: readonly Change[]): Change[] {
  return [...changes].sort(
    (a, b) => rank(a.verdict) - rank(b.verdict) || compareText(a.line, b.line),
  );
}

function rank(verdict: Verdict): number {
  return VERDICTS.indexOf(verdict);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
