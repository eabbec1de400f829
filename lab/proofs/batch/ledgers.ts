import type { Ledger } from "../../../src/batch/index.js";
import { fileLedger } from "../../../src/batch/sqlite/index.js";

/** Which ledger the processes of a proof share. */
export interface LedgerSettings {
  readonly kind: "sqlite";
  readonly folder: string;
}

/** The ledger of a process. */
export function createLedger({ folder }: LedgerSettings): Ledger {
  return fileLedger(folder);
}
