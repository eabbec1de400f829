import { BatchError } from "../errors.js";
import type { Row } from "./connection.js";
import { assertFormat } from "../format.js";
import { FORMAT } from "./schema.js";

/** Throws a `BatchError` unless the row of `readStore` shows this format, and the store that was created or adopted. */
export function assertStore(row: Row | undefined, name: string): void {
  assertFormatOf(row);
  if (row?.["isSame"] !== "t") throw createWentBack(name);
}

/** Throws a `BatchError` unless the row of `readStore` shows this format. */
export function assertFormatOf(row: Row | undefined): void {
  const format = row?.["format"];
  assertFormat(format && Number(format), FORMAT, "the Postgres ledger");
}

/** The error for a store that may lack commits. */
export function createWentBack(name: string): BatchError {
  return new BatchError(
    "ledger_went_back",
    `the Postgres ledger of batch ${name} is not in the database that it was in: a standby has taken over, or a backup was restored, and submits may be missing. Call ledger.adopt with the number of submits of each batch that may be missing (batch adopt --suspects): a number that is too high is safe. With a witness, leave the number out. Only after a planned takeover, or one by a synchronous standby, it is 0`,
  );
}
