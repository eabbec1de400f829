import type { Ledger } from "../../batch/index.js";
import { fileLedger } from "../../batch/sqlite/index.js";
import { textOf, type FlagValues } from "../flags.js";

const DEFAULT_FOLDER = "./batches";

/** The ledger that the flags name. */
export function chooseLedger(values: FlagValues): Ledger {
  return fileLedger(textOf(values, "ledger") ?? DEFAULT_FOLDER);
}
