// Made by `npm run generate` from specs/surfaces.yaml. Do not edit.

/** The surfaces beside those that the facade is written for. */
export interface Surfaces {
}
