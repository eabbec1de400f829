import type { ObservedResponse } from "../options.js";
import type { DifferencePlace } from "./compare.js";
/** How a response can differ from its documentation. */
export type DriftKind = "unknown field" | "missing field" | "wrong type" | "new enum value" | "undocumented status";
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
    /** What is documented: types, the number of known values, or the statuses. */
    readonly expected: string;
    /** What the response has: a type, `nothing`, or the status. */
    readonly found: string;
    /** How many differences of this kind the watcher has found here so far, in the responses to every operation. */
    readonly count: number;
}
/** The findings of a watcher. */
export declare class Findings {
    #private;
    /** Counts a status that the document does not list. Returns its finding if the status is new for the call. */
    addStatus(response: ObservedResponse, expected: string): DriftFinding | undefined;
    /** Counts a difference. Returns its finding if the difference is the first of its kind at its place in the shape. */
    add(response: ObservedResponse, kind: DriftKind, place: DifferencePlace, expected: string, found: string): DriftFinding | undefined;
    /** A copy of every finding. */
    list(): DriftFinding[];
}
//# sourceMappingURL=findings.d.ts.map