// Made by `npm run generate` from specs/surfaces.yaml. Do not edit.

import type { Call } from "./rest.js";

/** The surfaces beside those that the facade is written for. */
export interface Surfaces {
}

/** The members of the client for these surfaces, all of them through calls that `callOf` makes. */
export function createSurfaces(_callOf: (surface: keyof Surfaces) => Call): Surfaces {
  return {
  };
}
