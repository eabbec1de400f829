import { check, checkObject, checkWhole } from "../../checks.js";
import { findSimilar } from "../../similar.js";
import { BatchError } from "../errors.js";
import type { AdoptOptions } from "../ledger.js";
import { BatchStore, type OpenLedger } from "../store/batch-store.js";
import type { Row } from "../store/driver.js";
import { checkFormat, countColumn } from "../store/schema.js";
import { createWentBack } from "./identity.js";
import type { ClaimCounts } from "./witness.js";

const CALL = { operation: "ledger.adopt" };

/** What an adoption needs to know of a batch that the ledger has. */
interface AdoptedBatch {
  readonly row: Row;
  readonly name: string;
  /** How many claims the ledger knows. */
  readonly claims: number;
  /** How many items can become doubtful. */
  readonly queued: number;
}

/** Accepts a ledger that lacks commits: the items that may have been submitted become doubtful. See `Ledger.adopt`. */
export async function adoptLedger(
  opened: OpenLedger,
  suspects: number | ClaimCounts | undefined,
  { payAgain = [] }: AdoptOptions,
): Promise<number> {
  const { driver, witness } = opened;
  const seen = (await witness?.counts()) ?? {};
  const batches = await readBatches(opened);
  checkSuspects(suspects, batches);
  assertItemsKept(batches, seen, payAgain);
  const counts = batches.map((batch) => suspectsOf(batch, suspects, seen));
  let doubts = 0;
  for (const [index, { row, name }] of batches.entries())
    doubts += await new BatchStore(opened, row).doubtNext(
      counts[index] ?? 0,
      seen[name] ?? 0,
    );
  const { prefix, newIdentity } = driver.dialect;
  await driver.write(async (transaction) => {
    await checkFormat(transaction, driver.dialect);
    await transaction.all(`UPDATE ${prefix}meta SET identity = ${newIdentity}`);
  });
  for (const name of payAgain)
    if (!batches.some((batch) => batch.name === name))
      await witness?.forget(name);
  return doubts;
}

/** Throws a `BatchError` if the ledger lacks the batch, or claims of any batch, that the witness has seen. */
export async function assertAsSeen(
  opened: OpenLedger,
  batchName: string,
): Promise<void> {
  const seen = (await opened.witness?.counts()) ?? {};
  const batches = await readBatches(opened);
  const count = seen[batchName] ?? 0;
  if (count > 0 && !batches.some(({ name }) => name === batchName))
    throw new BatchError(
      "ledger_went_back",
      `the ledger no longer has the batch ${batchName}, of which items were claimed before (${count}): the ledger was deleted, or replaced by a new one or one that is older than the batch. Put the newer ledger back. ${describeStartOver([batchName])}`,
    );
  const missing = batches
    .map(({ name, claims }) => ({ name, count: (seen[name] ?? 0) - claims }))
    .filter((batch) => batch.count > 0)
    .map((batch) => `${batch.name} (${batch.count})`);
  if (missing.length > 0)
    throw createWentBack(
      batchName,
      `lacks claims that were made before, of the batches ${missing.join(", ")}`,
    );
}

async function readBatches({
  driver,
}: OpenLedger): Promise<readonly AdoptedBatch[]> {
  const rows = await driver.read(
    `SELECT * FROM ${driver.dialect.prefix}batches WHERE is_deleted = 0 ORDER BY id`,
  );
  return rows.map((row) => ({
    row,
    name: String(row["name"]),
    claims: Number(row["claims"]),
    queued: Number(row[countColumn("queued")]),
  }));
}

function checkSuspects(
  suspects: number | ClaimCounts | undefined,
  batches: readonly AdoptedBatch[],
): void {
  if (suspects === undefined) return;
  if (typeof suspects === "number") {
    checkWhole("suspects", suspects, 0, CALL);
    return;
  }
  checkObject("suspects", suspects, CALL);
  const names = batches.map(({ name }) => name);
  for (const [name, count] of Object.entries(suspects)) {
    checkWhole(`suspects.${name}`, count, 0, CALL);
    const meant = findSimilar(name, names);
    const advice = meant === undefined ? "" : ` (did you mean ${meant}?)`;
    check(
      names.includes(name),
      `suspects.${name}`,
      `is not the name of a batch of the ledger${advice}`,
      CALL,
    );
  }
}

/**
 * How many of the next items of a batch become doubtful: as the caller says, or as many as the witness has seen claimed
 * beyond those that the ledger still knows.
 */
function suspectsOf(
  { name, claims, queued }: AdoptedBatch,
  suspects: number | ClaimCounts | undefined,
  seen: ClaimCounts,
): number {
  if (typeof suspects === "number") return suspects;
  if (suspects) return suspects[name] ?? 0;
  const known = seen[name];
  if (known === undefined && claims > 0 && queued > 0)
    throw new BatchError(
      "ledger_went_back",
      `no witness knows how many claims batch ${name} had: pass to adopt how many submits the ledger may lack (batch adopt --suspects). A number that is too high is safe`,
    );
  return Math.max(0, (known ?? 0) - claims);
}

/**
 * Throws a `BatchError` if the witness has seen more claims of a batch than an adoption could put in doubt: the ledger
 * lacks their items, so it cannot keep anybody from adding and submitting them again.
 */
function assertItemsKept(
  batches: readonly AdoptedBatch[],
  seen: ClaimCounts,
  payAgain: readonly string[],
): void {
  const known = new Map(batches.map((batch) => [batch.name, batch]));
  const lacking = Object.entries(seen)
    .map(([name, count]) => {
      const { claims = 0, queued = 0 } = known.get(name) ?? {};
      return { name, count: count - claims - queued };
    })
    .filter(({ name, count }) => count > 0 && !payAgain.includes(name));
  if (lacking.length === 0) return;
  const counts = lacking.map(({ name, count }) => `${name} (${count})`);
  throw new BatchError(
    "ledger_lacks_items",
    `more submits were claimed than the ledger has items for, of the batches ${counts.join(", ")}, so it is not adopted: items that it lacks may have been submitted, and whoever adds them again pays again. Put the newer ledger back. ${describeStartOver(lacking.map(({ name }) => name))}`,
  );
}

/** How somebody gives up the protection of the batches whose items a ledger lacks. */
function describeStartOver(names: readonly string[]): string {
  return `To start over on purpose, which pays for the same inputs again, call ledger.adopt(undefined, { payAgain: ${JSON.stringify(names)} }) (batch adopt --pay-again ${names.join(",")})`;
}
