// Made by `npm run generate` from specs/surfaces.yaml. Do not edit.

import type { Make } from "./operations.js";
import type { Surfaces } from "./types.js";

/** The members of the client for these surfaces, made by what `makeOf` gives for each. */
export function createSurfaces(_makeOf: (surface: keyof Surfaces) => Make): Surfaces {
  return {
  };
}
