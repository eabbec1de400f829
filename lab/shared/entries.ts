import packageJson from "../../package.json" with { type: "json" };
import { ENTRY_POINTS, exportKeyOf } from "../../scripts/build/entry-points.js";

/** The names under which the package is imported, such as `cloud-compute-sdk/emulator`. */
export function entryNames(): string[] {
  return ENTRY_POINTS.map(
    (entry) => packageJson.name + exportKeyOf(entry).slice(1),
  );
}
