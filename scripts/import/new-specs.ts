import type { AppliedAmendment } from "./amendments.js";
import type { Skipped } from "./unsupported.js";

/** The changes to `specs/` that a new document makes. */
export interface NewSpecs {
  /** `rest`, `jobs`, `graphql` or another surface that is listed. */
  readonly surface: string;
  /** The new text of some files of `specs/`, by name. */
  readonly files: ReadonlyMap<string, string>;
  readonly applied: readonly AppliedAmendment[];
  /** The operations that were left out. */
  readonly skipped: readonly Skipped[];
  /** A line for each part that our rules and our overlay name and the new document lacks. */
  readonly missing: readonly string[];
}
