import { doubtItem } from "../finish.js";
import {
  LEASE_MS,
  type Item,
  type ItemReport,
  type Worker,
} from "../ledger.js";
import { createWentBack } from "../restore/identity.js";
import type { Row } from "./driver.js";
import { readNow, type LockedBatch } from "./locked-batch.js";
import { HELD } from "./rows.js";

/** For how long a ledger remembers a worker that has ended, in milliseconds. */
const WORKER_MEMORY_MS = 30 * 86_400_000;

/** By how many milliseconds a lease may exceed `LEASE_MS`: the clock of a server is corrected now and then. */
export const CLOCK_STEP_MS = 1000;

/** Adds a worker, and forgets those that ended long ago. */
export async function addWorker(
  { transaction, place, now }: LockedBatch,
  id: string,
): Promise<void> {
  const s = place.dialect.prefix;
  await transaction.all(
    `DELETE FROM ${s}workers WHERE batch = $1 AND has_ended = 1 AND lease_until < $2`,
    place.id,
    now - WORKER_MEMORY_MS,
  );
  await transaction.all(
    `INSERT INTO ${s}workers (id, batch, lease_until) VALUES ($1, $2, $3)`,
    id,
    place.id,
    now + LEASE_MS,
  );
}

/** The workers of the batch that have not ended, the one with the id `own`, and the clock when the lock is held. */
export async function readWorkers(
  { transaction, place, now }: LockedBatch,
  own = "",
): Promise<{ readonly workers: readonly Row[]; readonly now: number }> {
  const { prefix: s, clock } = place.dialect;
  const workers = await transaction.all(
    `SELECT workers.*, ${clock} AS now FROM ${s}workers AS workers
     WHERE batch = $1 AND (has_ended = 0 OR id = $2)`,
    place.id,
    own,
  );
  return { workers, now: workers[0] ? readNow(workers[0]) : now };
}

/** The ids of the workers that have not ended; of none where no row names a worker. */
export async function readLiving(
  { transaction, place }: LockedBatch,
  rows: readonly ItemReport[],
): Promise<ReadonlySet<unknown>> {
  if (rows.every(({ worker }) => worker === null)) return new Set();
  const workers = await transaction.all(
    `SELECT id FROM ${place.dialect.prefix}workers WHERE batch = $1 AND has_ended = 0`,
    place.id,
  );
  return new Set(workers.map(({ id }) => id));
}

/** The row of a worker. Throws a `BatchError` if the row lacks what the worker knows: commits were lost. */
export function findWorker(
  { place }: LockedBatch,
  workers: readonly Row[],
  { id, sequence }: Worker,
): Row {
  const row = workers.find((worker) => worker["id"] === id);
  if (row && Number(row["sequence"]) >= sequence) return row;
  throw createWentBack(place.name, "lacks claims that this process has made");
}

export async function renewLease(
  { transaction, place }: LockedBatch,
  worker: Row,
  now: number,
  sequence = Number(worker["sequence"]),
): Promise<void> {
  await transaction.all(
    `UPDATE ${place.dialect.prefix}workers SET lease_until = $2, sequence = $3 WHERE id = $1`,
    worker["id"] ?? null,
    now + LEASE_MS,
    sequence,
  );
}

/** Gives the items of a worker to others. */
export async function endWorker(
  batch: LockedBatch,
  worker: string,
  now: number,
): Promise<void> {
  const { transaction, place } = batch;
  const items = await batch.items(
    `batch = $1 AND ${HELD} AND worker = $2`,
    place.id,
    worker,
  );
  await batch.write(
    items.map((before) => ({ before, after: released(before, now) })),
  );
  await transaction.all(
    `UPDATE ${place.dialect.prefix}workers SET has_ended = 1 WHERE id = $1 AND batch = $2`,
    worker,
    place.id,
  );
}

/** Assigns running items without a worker to a worker. */
export async function takeItems(
  batch: LockedBatch,
  worker: string,
  room: number,
): Promise<readonly Item[]> {
  const items = await batch.items(
    `batch = $1 AND ${HELD} AND state = 'running' AND worker IS NULL ORDER BY id LIMIT $2`,
    batch.place.id,
    room,
  );
  const taken = await batch.write(
    items.map((before) => ({ before, after: { ...before, worker } })),
  );
  return [...taken.values()].sort((one, other) => one.id - other.id);
}

/** Whether a worker has its lease. A lease that lasts for too long was given before the clock was set back. */
export function hasLease(worker: Row, now: number): boolean {
  const leftMs = Number(worker["lease_until"]) - now;
  return leftMs >= 0 && leftMs <= LEASE_MS + CLOCK_STEP_MS;
}

/** An item whose worker has ended: nobody knows whether what the worker was submitting has arrived. */
function released(item: Item, now: number): ItemReport {
  if (item.state !== "submitting") return { ...item, worker: null };
  const reason = "the process that was submitting the item has ended";
  return { ...doubtItem(item, reason), finishedAt: now };
}
