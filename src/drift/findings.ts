import type { ObservedResponse } from "../options.js";

/** How an answer can differ from what is documented. */
export type DriftKind =
  | "unknown field"
  | "missing field"
  | "wrong type"
  | "new enum value"
  | "undocumented status";

/** One difference at one place; it holds names and types, never a value of an answer. */
export interface DriftFinding {
  readonly kind: DriftKind;
  /** `rest`, `jobs`, `graphql`, or the name of another surface. */
  readonly surface: string;
  /** The name of the call in the client: `pods.list`. */
  readonly operation: string;
  /** The route as a template: `GET /pods`. */
  readonly route: string;
  /** Where in the answer: `[].machine.gpuTypeId`. `[]` is any item of a list, `*` any key of a map; empty is the whole. */
  readonly path: string;
  /** What is documented: types, how many values are known, or the statuses. */
  readonly expected: string;
  /** What came: a type, `nothing`, or the status. */
  readonly found: string;
  /** How often so far; it goes on rising. */
  readonly count: number;
}

/** At most so many findings are kept: what differs at still more places is known to differ. */
const MOST = 1000;
/** So many unknown fields of one place are told by name; others are `*`, since keys that many are data. */
const MOST_NAMES = 20;

export interface Findings {
  /** Counts a difference, and gives its finding where it is the first of its kind at its place. */
  readonly add: (
    seen: ObservedResponse,
    kind: DriftKind,
    path: string,
    expected: string,
    found: string,
  ) => DriftFinding | undefined;
  readonly list: () => DriftFinding[];
}

export function createFindings(): Findings {
  const kept = new Map<string, Counted>();
  /** How many unknown fields of a place have been told by name. */
  const names = new Map<string, number>();
  const add: Findings["add"] = (seen, kind, path, expected, found) => {
    const { surface, operation, route, redact } = seen;
    const call = `${surface}\n${operation}\n${route}\n${kind}\n`;
    // Another status is another place.
    const place = kind === "undocumented status" ? found : path;
    const known = kept.get(call + place);
    if (known) {
      known.count++;
      return undefined;
    }
    const parent = path.slice(0, Math.max(0, path.lastIndexOf(".")));
    const isNamed = kind === "unknown field" && !path.endsWith("*");
    const named = names.get(call + parent) ?? 0;
    if (isNamed && named >= MOST_NAMES)
      return add(
        seen,
        kind,
        parent === "" ? "*" : `${parent}.*`,
        expected,
        found,
      );
    if (kept.size >= MOST) return undefined;
    if (isNamed) names.set(call + parent, named + 1);
    const at = { kind, surface, operation, route, path: redact(path) };
    const finding = { ...at, expected, found, count: 1 };
    kept.set(call + place, finding);
    return finding;
  };
  const list = () => [...kept.values()].map((finding) => ({ ...finding }));
  return { add, list };
}

type Counted = { -readonly [Key in keyof DriftFinding]: DriftFinding[Key] };
