// Made by `npm run generate` from specs/surfaces.yaml. Do not edit.

import type { Calls, TypedClient } from "../../src/rest/typed-client.js";
import type { Surfaces } from "./types.js";

/** The members of the client for these surfaces. */
export function createSurfaces(
  _clientOf: <Paths extends object>(surface: keyof Surfaces) => TypedClient<Paths>,
  _callsOf: (surface: keyof Surfaces) => Calls,
): Surfaces {
  return {
  };
}
