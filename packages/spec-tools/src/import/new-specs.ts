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
  /** What a maintainer may want to change: above all the rules and texts of ours that name what the document lacks. */
  readonly warnings: readonly string[];
}
