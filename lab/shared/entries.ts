import {
  ENTRY_POINTS,
  importNameOf,
} from "../../scripts/build/entry-points.js";

/** The names under which the packages are imported, such as `cloud-compute-sdk/batch`. */
export function entryNames(): string[] {
  return ENTRY_POINTS.map(importNameOf);
}
