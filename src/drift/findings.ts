import type { ObservedResponse } from "../options.js";
import type { DifferencePlace } from "./difference-place.js";
import type { Shape } from "./shapes.js";

/** How a response can differ from its documentation. */
export type DriftKind =
  | "unknown field"
  | "missing field"
  | "wrong type"
  | "new enum value"
  | "undocumented status";

/**
 * One kind of difference at one path of one shape. Several operations may return a shape: the finding names the call that
 * showed the difference first. A finding contains names and types, and never a value of a response.
 */
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
  /** What is documented: types, known values, or the statuses. */
  readonly expected: string;
  /** What the response has: a type, `nothing`, or the status. */
  readonly found: string;
  /** How many differences of this kind the watcher has found here so far, in the responses to every operation. */
  readonly count: number;
}

/** At most this many findings are kept. */
const MAX_FINDINGS = 1000;
/** At most this many unknown fields of one object are named. More are probably keys of a map, and become `*`. */
const MAX_UNKNOWN_FIELDS = 20;

/** The findings of a watcher. */
export class Findings {
  readonly #kept = new Map<string, CountedFinding>();
  /** How many unknown fields of each shape have a finding of their own. */
  readonly #unknownFields = new Map<Shape, number>();
  /** The number of each shape, in the order in which the differences came. */
  readonly #shapeNumbers = new Map<Shape, number>();

  /** Counts a status that the document does not list. Returns its finding if the status is new for the call. */
  addStatus(
    response: ObservedResponse,
    expected: string,
  ): DriftFinding | undefined {
    const { surface, operation, route, status } = response;
    const kind = "undocumented status";
    const found = String(status);
    const key = [surface, operation, route, found].join("\n");
    return this.#count(key, response, { kind, path: "", expected, found });
  }

  /** Counts a difference. Returns its finding if the difference is the first of its kind at its place in the shape. */
  add(
    response: ObservedResponse,
    kind: DriftKind,
    place: DifferencePlace,
    expected: string,
    found: string,
  ): DriftFinding | undefined {
    const { path, owner, ownPath } = place;
    const key = [response.surface, kind, this.#numberOf(owner), ownPath].join(
      "\n",
    );
    const isNew = !this.#kept.has(key);
    if (isNew && kind === "unknown field" && !path.endsWith("*")) {
      const named = this.#unknownFields.get(owner) ?? 0;
      if (named >= MAX_UNKNOWN_FIELDS) {
        const others = {
          owner,
          path: withoutName(path),
          ownPath: withoutName(ownPath),
        };
        return this.add(response, kind, others, expected, found);
      }
      if (this.#kept.size < MAX_FINDINGS)
        this.#unknownFields.set(owner, named + 1);
    }
    return this.#count(key, response, { kind, path, expected, found });
  }

  #count(
    key: string,
    { surface, operation, route, redact }: ObservedResponse,
    {
      kind,
      path,
      expected,
      found,
    }: Pick<DriftFinding, "kind" | "path" | "expected" | "found">,
  ): DriftFinding | undefined {
    const known = this.#kept.get(key);
    if (known) known.count++;
    if (known || this.#kept.size >= MAX_FINDINGS) return undefined;
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

  #numberOf(shape: Shape): number {
    const known = this.#shapeNumbers.get(shape) ?? this.#shapeNumbers.size;
    this.#shapeNumbers.set(shape, known);
    return known;
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
