import type { ObservedResponse } from "../options.js";
/** How a response can differ from its documentation. */
export type DriftKind = "unknown field" | "missing field" | "wrong type" | "new enum value" | "undocumented status";
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
/** The findings of a watcher. */
export declare class Findings {
    #private;
    /** Counts a difference. Returns its finding if the difference is the first of its kind at its path. */
    add(response: ObservedResponse, kind: DriftKind, path: string, expected: string, found: string): DriftFinding | undefined;
    /** A copy of every finding. */
    list(): DriftFinding[];
}
//# sourceMappingURL=findings.d.ts.map