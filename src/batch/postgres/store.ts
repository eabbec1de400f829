import { BatchError } from "../errors.js";
import type { Row } from "./connection.js";
import { FORMAT } from "./schema.js";

/** Throws a `BatchError` unless the row of `readStore` shows this format, and the store that was created or adopted. */
export function assertStore(row: Row | undefined, name: string): void {
  if (row) assertFormat(row);
  if (row?.["isSame"] !== "t") throw createWentBack(name);
}

/** Throws a `BatchError` if a newer version of this package has written the store. */
export function assertFormat(row: Row): void {
  const format = Number(row["format"]);
  if (format <= FORMAT) return;
  throw new BatchError(
    "ledger_format_unknown",
    `the Postgres ledger has format ${format}, and this version of the package knows formats up to ${FORMAT}: install the version that has written it, or a newer one`,
  );
}

/** The error for a store that may lack commits. */
export function createWentBack(name: string): BatchError {
  return new BatchError(
    "ledger_went_back",
    `the Postgres ledger of batch ${name} is not in the database that it was in: a standby has taken over, or a backup was restored, and submits may be missing. Call ledger.adopt(0) (batch adopt --suspects 0) after a planned takeover or one by a synchronous standby, which lose nothing, or if nothing was submitted since the backup. Otherwise pass the number of submits that may be missing`,
  );
}
