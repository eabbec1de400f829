import type { ObservedResponse } from "../options.js";

/** How a response can differ from its documentation. */
export type DriftKind =
  | "unknown field"
  | "missing field"
  | "wrong type"
  | "new enum value"
  | "undocumented status";

/**
 * One kind of difference at one path of one shape. Several operations may return a shape: the finding names the call that
 * showed the difference first. A finding contains names and types, and no value of a response but a new one of an
 * enumeration.
 */
export interface DriftFinding {
  readonly kind: DriftKind;
  /** `rest`, `jobs`, `graphql`, or the name of another surface. */
  readonly surface: string;
  /** The name of the call in the client: `pods.list`. */
  readonly operation: string;
  /** The route as a template: `GET /pods`. */
  readonly route: string;
  /** The HTTP status of the response that showed the difference first. */
  readonly status: number;
  /**
   * The path within the response: `[].machine.gpuTypeId`. `[]` is any item of an array, `*` any key of a map; an empty
   * path is the whole response.
   */
  readonly path: string;
  /** What is documented: types, known values, or the statuses. */
  readonly expected: string;
  /**
   * What the response has: a type, `nothing`, the status, or the new value of an enumeration, where that is one word of
   * at most 32 characters. Of several new values or wrong types at one place, this is the first.
   */
  readonly found: string;
  /** How many differences of this kind the watcher has found here so far, in the responses to every operation. */
  readonly count: number;
}

/** A difference of a response from its documentation. */
export interface Difference extends Pick<
  DriftFinding,
  "kind" | "path" | "expected" | "found"
> {
  /** What is documented wrong: the innermost schema with named members that contains the place, or that of the response. */
  readonly owner: object;
  /** The path within the owner: `gpuTypeId`. */
  readonly ownPath: string;
}

/** At most this many findings are kept. */
const MAX_FINDINGS = 1000;
/** At most this many unknown fields of one object are named. More are probably keys of a map, and become `*`. */
const MAX_UNKNOWN_FIELDS = 20;

/** The findings of a watcher. */
export class Findings {
  readonly #kept = new Map<string, CountedFinding>();
  /** How many unknown fields of each schema have a finding of their own. */
  readonly #unknownFields = new Map<object, number>();
  /** The number of each owner, in the order in which the differences came. */
  readonly #numbers = new Map<object, number>();

  /** Counts a difference. Returns its finding if the difference is the first of its kind at its place in its owner. */
  add(
    response: ObservedResponse,
    difference: Difference,
  ): DriftFinding | undefined {
    const { kind, path, owner, ownPath, expected, found } = difference;
    const { surface, operation, route, status, redact } = response;
    const number = this.#numbers.get(owner) ?? this.#numbers.size;
    this.#numbers.set(owner, number);
    const key = [surface, kind, number, ownPath].join("\n");
    const known = this.#kept.get(key);
    if (known) {
      known.count++;
      return undefined;
    }
    if (kind === "unknown field" && !path.endsWith("*")) {
      const named = this.#unknownFields.get(owner) ?? 0;
      if (named >= MAX_UNKNOWN_FIELDS)
        return this.add(response, {
          ...difference,
          path: withoutName(path),
          ownPath: withoutName(ownPath),
        });
      this.#unknownFields.set(owner, named + 1);
    }
    if (this.#kept.size >= MAX_FINDINGS) return undefined;
    const finding: CountedFinding = {
      kind,
      surface,
      operation,
      route,
      status,
      path: redact(path),
      expected,
      found: redact(found),
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

/** The path with `*` in place of the last name. */
function withoutName(path: string): string {
  return `${path.slice(0, path.lastIndexOf(".") + 1)}*`;
}

type CountedFinding = {
  -readonly [Key in keyof DriftFinding]: DriftFinding[Key];
};
