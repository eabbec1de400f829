// Made by `npm run generate` from specs/surfaces.yaml. Do not edit.

import type { Call } from "./rest.js";
import type { Surfaces } from "./surfaces.types.js";

/** The members of the client for these surfaces, all of them through calls that `callOf` makes. */
export function createSurfaces(_callOf: (surface: keyof Surfaces) => Call): Surfaces {
  return {
  };
}
