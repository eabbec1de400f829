import { BatchError } from "../errors.js";
import type { Dialect, Row } from "../store/driver.js";

/** The error for a store that may lack commits. */
export function createWentBack(name: string, problem: string): BatchError {
  return new BatchError(
    "ledger_went_back",
    `the ledger of batch ${name} ${problem}: a backup was restored, or a standby has taken over. Put the newer ledger back. Otherwise adopt this one: with a witness, ledger.adopt() (batch adopt --witness <folder>); without, ledger.adopt(n) (batch adopt --missing <n>), where at most n submits of each batch may be missing: too high a number is safe, and 0 is right only after a planned takeover, or one by a synchronous standby`,
  );
}

/** 1 where the store is the one that was created or adopted, as SQL of the row of `meta`. */
export function isSameStore({ identity }: Dialect): string {
  return `CASE WHEN meta.identity = ${identity} THEN 1 ELSE 0 END`;
}

/** Throws a `BatchError` unless a row has 1 as `is_same`. */
export function assertSameStore(row: Row, batchName: string): void {
  if (row["is_same"] !== 1)
    throw createWentBack(batchName, "is a copy, or its database was replaced");
}
