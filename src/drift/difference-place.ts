import type { Shape } from "./shapes.js";

/** Where a difference is. */
export interface DifferencePlace {
  /** The path within the response: `[].machine.gpuTypeId`. */
  readonly path: string;
  /** The innermost shape with named fields that contains the place, or else the shape of the response. */
  readonly owner: Shape;
  /** The path within that shape: `gpuTypeId`. */
  readonly ownPath: string;
}
