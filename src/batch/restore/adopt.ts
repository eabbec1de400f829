import { check, checkObject, checkWhole } from "../../checks.js";
import { findSimilar } from "../../similar.js";
import { BatchError } from "../errors.js";
import { doubtItem } from "../finish.js";
import type { AdoptOptions, Item, ItemReport } from "../ledger.js";
import type { OpenLedger } from "../store/batch-store.js";
import type { Dialect } from "../store/driver.js";
import { LockedBatch, toPlace } from "../store/locked-batch.js";
import { checkFormat } from "../store/schema.js";
import { endWorker, readWorkers } from "../store/workers.js";
import { createWentBack } from "./identity.js";
import type { ClaimCounts } from "./witness.js";

const CALL = { operation: "ledger.adopt" };

/** How many items an adoption reads and writes at once. */
const ITEMS_PER_STEP = 100;

/**
 * Accepts a ledger that lacks commits: the items that may have been submitted become doubtful. All of it is one transaction,
 * so that an adoption that was cut off can be repeated. See `Ledger.adopt`.
 */
export async function adoptLedger(
  { driver, witness }: OpenLedger,
  suspects: number | ClaimCounts | undefined,
  { payAgain = [] }: AdoptOptions,
): Promise<number> {
  const seen = (await witness?.counts()) ?? {};
  const { dialect } = driver;
  const { names, doubts } = await driver.write(async (transaction) => {
    await checkFormat(transaction, dialect);
    const batches: LockedBatch[] = [];
    for (const row of await transaction.all(listBatches(dialect)))
      batches.push(await LockedBatch.lock(transaction, toPlace(row, dialect)));
    const names = batches.map(({ place }) => place.name);
    checkSuspects(suspects, names);
    assertItemsKept(batches, seen, payAgain);
    let doubts = 0;
    for (const batch of batches)
      doubts += await doubtNext(batch, suspectsOf(batch, suspects, seen));
    for (const batch of batches) {
      batch.claims = Math.max(batch.claims, seen[batch.place.name] ?? 0);
      await batch.save();
    }
    await transaction.all(
      `UPDATE ${dialect.prefix}meta SET identity = ${dialect.newIdentity}`,
    );
    return { names, doubts };
  });
  for (const name of payAgain)
    if (!names.includes(name)) await witness?.forget(name);
  return doubts;
}

/**
 * Ends all workers, and makes the next items doubtful in the order of claiming: first those that wait after a refusal.
 * Resolves with how many became doubtful.
 */
async function doubtNext(batch: LockedBatch, count: number): Promise<number> {
  const { workers, now } = await readWorkers(batch);
  for (const { id } of workers) await endWorker(batch, String(id), now);
  let doubts = 0;
  for (const part of ["due_at IS NOT NULL", "due_at IS NULL"])
    while (doubts < count) {
      const items = await batch.items(
        `batch = $1 AND state = 'queued' AND ${part} ORDER BY priority DESC, id LIMIT $2`,
        batch.place.id,
        Math.min(ITEMS_PER_STEP, count - doubts),
      );
      if (items.length === 0) break;
      doubts += items.length;
      await batch.write(
        items.map((before) => ({ before, after: doubted(before, now) })),
      );
    }
  return doubts;
}

/** A queued item that may have been submitted after a backup was made. */
function doubted(item: Item, now: number): ItemReport {
  const reason = "the item may have been submitted after the backup was made";
  return {
    ...doubtItem(item, reason),
    attempt: item.attempt + 1,
    claim: null,
    claimedAt: null,
    reserved: item.estimate ?? 0,
    finishedAt: now,
  };
}

/** Throws a `BatchError` if the ledger lacks the batch, or claims of any batch, that the witness has seen. */
export async function assertAsSeen(
  { driver, witness }: OpenLedger,
  batchName: string,
): Promise<void> {
  const seen = (await witness?.counts()) ?? {};
  const rows = await driver.read(listBatches(driver.dialect));
  const batches = rows.map(({ name, claims }) => ({
    name: String(name),
    claims: Number(claims),
  }));
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

function listBatches({ prefix }: Dialect): string {
  return `SELECT * FROM ${prefix}batches WHERE is_deleted = 0 ORDER BY id`;
}

function checkSuspects(
  suspects: number | ClaimCounts | undefined,
  names: readonly string[],
): void {
  if (suspects === undefined) return;
  if (typeof suspects === "number") {
    checkWhole("suspects", suspects, 0, CALL);
    return;
  }
  checkObject("suspects", suspects, CALL);
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
  { place: { name }, claims, counts }: LockedBatch,
  suspects: number | ClaimCounts | undefined,
  seen: ClaimCounts,
): number {
  if (typeof suspects === "number") return suspects;
  if (suspects) return suspects[name] ?? 0;
  const known = seen[name];
  if (known === undefined && claims > 0 && counts.queued > 0)
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
  batches: readonly LockedBatch[],
  seen: ClaimCounts,
  payAgain: readonly string[],
): void {
  const known = new Map(batches.map((batch) => [batch.place.name, batch]));
  const lacking = Object.entries(seen)
    .map(([name, count]) => {
      const { claims = 0, counts } = known.get(name) ?? {};
      return { name, count: count - claims - (counts?.queued ?? 0) };
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
