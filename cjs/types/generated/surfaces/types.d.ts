import type { V2Resources } from "../v2/resources.js";
export type * as v2 from "../v2/resources.js";
/** The surfaces beside those that the facade is written for. */
export interface Surfaces {
    /** Management API of a GPU cloud, version 2.0.0. */
    readonly v2: V2Resources;
}
//# sourceMappingURL=types.d.ts.map