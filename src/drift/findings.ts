import type { ObservedResponse } from "../options.js";

/** How a response can differ from its documentation. */
export type DriftKind =
  | "unknown field"
  | "missing field"
  | "wrong type"
  | "new enum value"
  | "undocumented status";

/** One kind of difference at one path. A finding contains names and types, and never a value of a response. */
export interface DriftFinding {
  readonly kind: DriftKind;
  /** `rest`, `jobs`, `graphql`, or the name of another surface. */
  readonly surface: string;
  /** The name of the call in the client: `pods.list`. */
  readonly operation: string;
  /** The route as a template: `GET /pods`. */
  readonly route: string;
  /**
   * The path within the response: `[].machine.gpuTypeId`. `[]` is any item of an array, `*` any key of a map; an empty
   * path is the whole response.
   */
  readonly path: string;
  /** What is documented: types, the number of known values, or the statuses. */
  readonly expected: string;
  /** What the response has: a type, `nothing`, or the status. */
  readonly found: string;
  /** How many differences of this kind the watcher has found at this path so far. */
  readonly count: number;
}

/** At most this many findings are kept. */
const MAX_FINDINGS = 1000;
/** At most this many unknown fields of one object are named. More are probably keys of a map, and become `*`. */
const MAX_UNKNOWN_FIELDS = 20;

/** The findings of a watcher. */
export class Findings {
  readonly #kept = new Map<string, CountedFinding>();
  /** How many unknown fields of each object have a finding of their own. */
  readonly #unknownFields = new Map<string, number>();

  /** Counts a difference. Returns its finding if the difference is the first of its kind at its path. */
  add(
    response: ObservedResponse,
    kind: DriftKind,
    path: string,
    expected: string,
    found: string,
  ): DriftFinding | undefined {
    const { surface, operation, route, redact } = response;
    const call = `${surface}\n${operation}\n${route}\n${kind}\n`;
    // Each status has its own finding.
    const key = call + (kind === "undocumented status" ? found : path);
    const known = this.#kept.get(key);
    if (known) {
      known.count++;
      return undefined;
    }
    if (kind === "unknown field" && !path.endsWith("*")) {
      const parent = path.slice(0, Math.max(0, path.lastIndexOf(".")));
      const named = this.#unknownFields.get(call + parent) ?? 0;
      if (named >= MAX_UNKNOWN_FIELDS) {
        const anyField = parent === "" ? "*" : `${parent}.*`;
        return this.add(response, kind, anyField, expected, found);
      }
      if (this.#kept.size < MAX_FINDINGS)
        this.#unknownFields.set(call + parent, named + 1);
    }
    if (this.#kept.size >= MAX_FINDINGS) return undefined;
    const finding: CountedFinding = {
      kind,
      surface,
      operation,
      route,
      path: redact(path),
      expected,
      found,
      count: 1,
    };
    this.#kept.set(key, finding);
    return finding;
  }

  /** A copy of every finding. */
  list(): DriftFinding[] {
    return [...this.#kept.values()].map((finding) => ({ ...finding }));
  }
}

type CountedFinding = {
  -readonly [Key in keyof DriftFinding]: DriftFinding[Key];
};
