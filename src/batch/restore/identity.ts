import { BatchError } from "../errors.js";
import { first, type Dialect, type Transaction } from "../store/driver.js";

/** The error for a store that may lack commits. */
export function createWentBack(name: string, problem: string): BatchError {
  return new BatchError(
    "ledger_went_back",
    `the ledger of batch ${name} ${problem}: submits may be missing, because a backup was restored or a standby has taken over. Put the newer ledger back, or call ledger.adopt with the number of submits of each batch that may be missing (batch adopt --suspects): a number that is too high is safe. With a witness, leave the number out. Only after a planned takeover, or one by a synchronous standby, it is 0`,
  );
}

/** Throws a `BatchError` unless the store is the one that was created or adopted. */
export async function assertSameStore(
  transaction: Transaction,
  { prefix, identity }: Dialect,
  batchName: string,
): Promise<void> {
  const row = await first(
    transaction,
    `SELECT CASE WHEN identity = ${identity} THEN 1 ELSE 0 END AS is_same FROM ${prefix}meta AS meta`,
  );
  if (row?.["is_same"] !== 1)
    throw createWentBack(batchName, "is a copy, or its database was replaced");
}
