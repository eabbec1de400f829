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
  /** Every route that the change concerns; absent for a change that concerns no particular route. */
  readonly routes?: readonly string[];
}

/** Keeps one change for each line: the change with the worst verdict. */
export function mergeChanges(changes: readonly Change[]): Change[] {
  const merged = new Map<string, Change>();
  for (const change of changes) {
    const known = merged.get(change.line);
    if (!known || rank(change.verdict) < rank(known.verdict))
      merged.set(change.line, change);
  }
  return [...merged.values()];
}

/** Changes in the order of a report: the worst first, then by their lines. */
export function sortChanges(changes: readonly Change[]): Change[] {
  return [...changes].sort(
    (a, b) => rank(a.verdict) - rank(b.verdict) || (a.line < b.line ? -1 : 1),
  );
}

function rank(verdict: Verdict): number {
  return VERDICTS.indexOf(verdict);
}
