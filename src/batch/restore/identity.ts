import { BatchError } from "../errors.js";
import type { Dialect, Row } from "../store/driver.js";

/** The error for a store that may lack commits. */
export function createWentBack(name: string, problem: string): BatchError {
  return new BatchError(
    "ledger_went_back",
    `the ledger of batch ${name} ${problem}: a backup was restored, or a standby has taken over. Put the newer ledger back, or call ledger.adopt with the number of submits that may be missing, without a number if there is a witness (batch adopt --suspects): too high a number is safe, and 0 is right only after a planned takeover, or one by a synchronous standby`,
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
