import { check, checkObject, checkWhole } from "../../checks.js";
import { findSimilar } from "../../similar.js";
import { BatchError } from "../errors.js";
import { policyOf } from "../context.js";
import { doubtItem, IN_DOUBT } from "../finish.js";
import type { AdoptOptions, Item, ItemReport } from "../ledger.js";
import type { OpenLedger } from "../store/batch-store.js";
import type { Dialect } from "../store/driver.js";
import { LockedBatch, toPlace } from "../store/locked-batch.js";
import { HELD } from "../store/rows.js";
import { checkFormat } from "../store/schema.js";
import { endWorker, readWorkers } from "../store/workers.js";
import { createWentBack } from "./identity.js";
import {
  maxCount,
  NO_CLAIMS,
  type ClaimCount,
  type ClaimCounts,
} from "./witness.js";

/** How many submits a ledger may lack: of each batch, by the names of batches, or as the witness says. */
type MissingSubmits = number | Readonly<Record<string, number>> | undefined;

const CALL = { operation: "ledger.adopt" };

/** How many items an adoption reads and writes at once. */
const ITEMS_PER_STEP = 100;

/**
 * Accepts a ledger that lacks commits: the items that may have been submitted become doubtful. All of it is one transaction,
 * so that an adoption that was cut off can be repeated. See `Ledger.adopt`.
 */
export async function adoptLedger(
  { driver, witness }: OpenLedger,
  missing: MissingSubmits,
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
    checkMissing(missing, names);
    await assertItemsKept(batches, seen, payAgain);
    let doubts = 0;
    for (const batch of batches) {
      doubts += await doubtItems(batch, missing, seen);
      Object.assign(batch, maxCount(batch, seen[batch.place.name]));
    }
    for (const batch of batches) await batch.save();
    await transaction.all(
      `UPDATE ${dialect.prefix}meta SET identity = ${dialect.newIdentity}, has_witness = $1`,
      witness ? 1 : 0,
    );
    return { names, doubts };
  });
  for (const name of payAgain)
    if (!names.includes(name)) await witness?.forget(name);
  return doubts;
}

/**
 * Ends all workers, and makes the items doubtful that may have been submitted since the backup: as many as the caller says,
 * or as the witness has seen. Resolves with how many became doubtful.
 */
async function doubtItems(
  batch: LockedBatch,
  missing: MissingSubmits,
  seen: ClaimCounts,
): Promise<number> {
  const { name } = batch.place;
  const { workers, now } = await readWorkers(batch);
  for (const { id } of workers) await endWorker(batch, String(id), now);
  const given = typeof missing === "object" ? (missing[name] ?? 0) : missing;
  if (given !== undefined) {
    // The items that wait after a refusal or a failed job were the first to be submitted again.
    const waiting = await doubtNext(batch, "due_at IS NOT NULL", given);
    const next = await doubtNext(batch, "due_at IS NULL", given - waiting);
    if (given > 0) await doubtFailedRetries(batch);
    return waiting + next;
  }
  const { claims, begun } = witnessOf(batch, seen);
  if (claims <= batch.claims) return 0;
  const first = Math.max(0, begun - batch.begun);
  let doubts = await doubtNext(batch, "attempt = 0", first);
  if (claims - batch.claims > first) {
    doubts += await doubtNext(batch, "attempt > 0", Infinity);
    await doubtFailedRetries(batch);
  }
  return doubts;
}

/** Makes the next queued items doubtful for which a condition holds, in the order of claiming, and counts them. */
async function doubtNext(
  batch: LockedBatch,
  condition: string,
  count: number,
): Promise<number> {
  let doubts = 0;
  while (doubts < count) {
    const items = await batch.items(
      `batch = $1 AND state = 'queued' AND ${condition} ORDER BY priority DESC, id LIMIT $2`,
      batch.place.id,
      Math.min(ITEMS_PER_STEP, count - doubts),
    );
    if (items.length === 0) break;
    doubts += items.length;
    await batch.write(
      items.map((before) => ({ before, after: doubted(before, batch.now) })),
    );
  }
  return doubts;
}

/**
 * Marks the running items whose jobs, had they failed since the backup, were submitted again: such an item becomes doubtful
 * when its job turns out to have failed.
 */
async function doubtFailedRetries(batch: LockedBatch): Promise<void> {
  const { attempts = 1 } = JSON.parse(String(batch.row["definition"])) as {
    readonly attempts?: number;
  };
  let last = 0;
  for (;;) {
    const items = await batch.items(
      `batch = $1 AND ${HELD} AND state = 'running' AND id > $2 ORDER BY id LIMIT $3`,
      batch.place.id,
      last,
      ITEMS_PER_STEP,
    );
    const [end] = items.slice(-1);
    if (!end) return;
    last = end.id;
    const errorCode = IN_DOUBT;
    await batch.write(
      items
        .filter(
          (item) => item.retries + 1 < policyOf({ attempts }, item).attempts,
        )
        .map((before) => ({
          before,
          after: { ...before, errorCode, errorMessage: SUBMITTED_SINCE },
        })),
    );
  }
}

const SUBMITTED_SINCE =
  "the item may have been submitted after the backup was made";

/** A queued item that may have been submitted after a backup was made. */
function doubted(item: Item, now: number): ItemReport {
  return {
    ...doubtItem(item, SUBMITTED_SINCE),
    attempt: item.attempt + 1,
    claim: null,
    claimedAt: null,
    reserved: item.estimate ?? 0,
    finishedAt: now,
  };
}

/** Throws a `BatchError` if the ledger lacks the batch, or submits of any batch, that the witness has counted. */
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
  const { claims: count } = seen[batchName] ?? NO_CLAIMS;
  if (count > 0 && !batches.some(({ name }) => name === batchName))
    throw new BatchError(
      "ledger_went_back",
      `the ledger no longer has the batch ${batchName}, of which items were submitted before (${count}): the ledger was deleted, or replaced by a new one or one that is older than the batch. Put the newer ledger back. ${describeStartOver([batchName])}`,
    );
  const missing = batches
    .map(({ name, claims }) => ({
      name,
      count: (seen[name] ?? NO_CLAIMS).claims - claims,
    }))
    .filter((batch) => batch.count > 0)
    .map((batch) => `${batch.name} (${batch.count})`);
  if (missing.length > 0)
    throw createWentBack(
      batchName,
      `lacks submits that were counted before, of the batches ${missing.join(", ")}`,
    );
}

function listBatches({ prefix }: Dialect): string {
  return `SELECT * FROM ${prefix}batches WHERE is_deleted = 0 ORDER BY id`;
}

function checkMissing(missing: MissingSubmits, names: readonly string[]): void {
  if (missing === undefined) return;
  if (typeof missing === "number") {
    checkWhole("missing", missing, 0, CALL);
    return;
  }
  checkObject("missing", missing, CALL);
  for (const [name, count] of Object.entries(missing)) {
    checkWhole(`missing.${name}`, count, 0, CALL);
    const meant = findSimilar(name, names);
    const advice = meant === undefined ? "" : ` (did you mean ${meant}?)`;
    check(
      names.includes(name),
      `missing.${name}`,
      `is not the name of a batch of the ledger${advice}`,
      CALL,
    );
  }
}

/** What the witness has seen of a batch. Throws a `BatchError` if no witness can say what the batch lacks. */
function witnessOf(
  { place: { name }, claims, counts }: LockedBatch,
  seen: ClaimCounts,
): ClaimCount {
  const known = seen[name];
  if (known === undefined && claims > 0 && counts.queued > 0)
    throw new BatchError(
      "ledger_went_back",
      `no witness has counted the submits of batch ${name}: pass to adopt how many submits may be missing (batch adopt --missing). A number that is too high is safe`,
    );
  return known ?? NO_CLAIMS;
}

/**
 * Throws a `BatchError` if the witness has seen the first submits of more items than the ledger has: it cannot keep anybody
 * from adding and submitting those again that it lacks.
 */
async function assertItemsKept(
  batches: readonly LockedBatch[],
  seen: ClaimCounts,
  payAgain: readonly string[],
): Promise<void> {
  const known = new Map(batches.map((batch) => [batch.place.name, batch]));
  const lacking: { name: string; count: number }[] = [];
  for (const [name, { begun }] of Object.entries(seen)) {
    const batch = known.get(name);
    const kept = batch ? batch.begun + (await countNew(batch)) : 0;
    if (begun > kept && !payAgain.includes(name))
      lacking.push({ name, count: begun - kept });
  }
  if (lacking.length === 0) return;
  const counts = lacking.map(({ name, count }) => `${name} (${count})`);
  throw new BatchError(
    "ledger_lacks_items",
    `more items were submitted than the ledger has, of the batches ${counts.join(", ")}, so it is not adopted: whoever adds these items again pays again. Put the newer ledger back. ${describeStartOver(lacking.map(({ name }) => name))}`,
  );
}

/** How many items of a batch were never claimed. */
async function countNew({ transaction, place }: LockedBatch): Promise<number> {
  const [row] = await transaction.all(
    `SELECT count(*) AS count FROM ${place.dialect.prefix}items WHERE batch = $1 AND attempt = 0`,
    place.id,
  );
  return Number(row?.["count"]);
}

/** How somebody gives up the protection of the batches whose items a ledger lacks. */
function describeStartOver(names: readonly string[]): string {
  return `To start over on purpose, which pays for the same inputs again, call ledger.adopt(undefined, { payAgain: ${JSON.stringify(names)} }) (batch adopt --pay-again ${names.join(",")})`;
}
