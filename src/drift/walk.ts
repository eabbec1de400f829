import type { DriftKind } from "./findings.js";

/** Told of each difference; `path` is written like `[].machine.gpuTypeId`. */
export type Report = (
  kind: DriftKind,
  path: string,
  expected: string,
  found: string,
) => void;

/** So many values of an answer are compared; a difference counts as many, since it takes longer to tell. */
const MOST = 1_000_000;
const PER_DIFFERENCE = 20;

/** How far a comparison has come. */
export interface Walk {
  /** The way to the value, of which only the first `depth` members count. */
  readonly path: string[];
  /** How many more values are compared. */
  left: number;
  readonly report: Report;
}

export function startWalk(report: Report): Walk {
  return { path: [], left: MOST, report };
}

/** Tells of a difference at the value that the first `depth` members of the path lead to. */
export function tell(
  walk: Walk,
  kind: DriftKind,
  depth: number,
  expected: string,
  found: string,
): void {
  walk.left -= PER_DIFFERENCE;
  let path = "";
  for (const part of walk.path.slice(0, depth))
    path += part === "[]" || path === "" ? part : `.${part}`;
  walk.report(kind, path, expected, found);
}
