import { randomUUID } from "node:crypto";
import { resubmitItem } from "../finish.js";
import type {
  AddOutcome,
  Claimed,
  ClaimRequest,
  DeleteCounts,
  Endpoint,
  Heartbeat,
  Item,
  ItemFilter,
  ItemQuery,
  ItemReport,
  LedgerBatch,
  Move,
  Moved,
  NewItem,
  Page,
  Settings,
  StoredItem,
  Totals,
  Worker,
} from "../ledger.js";
import { assertNeedsNoWitness, type Witness } from "../restore/witness.js";
import { addItems } from "./add.js";
import { claimItems, withInputs } from "./claim.js";
import { first, type Row, type SqlDriver, type Transaction } from "./driver.js";
import {
  deleteItems,
  hasFormat,
  LockedBatch,
  toPlace,
  type BatchPlace,
  type Change,
} from "./locked-batch.js";
import { findItem, findRows, readPage, readTotals } from "./read.js";
import { toEndpoint, toItem, toSettings } from "./rows.js";
import { assertFormat, checkFormat } from "./schema.js";
import {
  addWorker,
  endWorker,
  findWorker,
  hasLease,
  readLiving,
  readWorkers,
  renewLease,
  takeItems,
} from "./workers.js";

/** How many rows one step changes or deletes at most, so that other calls have their turn. */
const ROWS_PER_MOVE = 100;
const ROWS_PER_DELETE = 200;

/** What an open ledger has. */
export interface OpenLedger {
  readonly driver: SqlDriver;
  readonly witness: Witness | undefined;
}

/** A batch in a SQL database. Every change of items locks the row of the batch, reads the items, and writes them. */
export class BatchStore implements LedgerBatch {
  readonly #driver: SqlDriver;
  readonly #witness: Witness | undefined;
  readonly #place: BatchPlace;
  /** Reads outside of a transaction. */
  readonly #reader: Transaction;
  readonly name: string;
  readonly definition: string;

  constructor({ driver, witness }: OpenLedger, row: Row) {
    this.#driver = driver;
    this.#witness = witness;
    this.#reader = { all: (sql, ...values) => driver.read(sql, ...values) };
    this.name = String(row["name"]);
    this.definition = String(row["definition"]);
    this.#place = toPlace(row, driver.dialect);
  }

  join(): Promise<string> {
    const id = randomUUID();
    return this.#change(async (batch) => {
      if (!this.#witness) await assertNeedsNoWitness(batch);
      await addWorker(batch, id);
      return id;
    });
  }

  heartbeat(worker: Worker | undefined, room: number): Promise<Heartbeat> {
    return this.#change(async (batch) => {
      const { transaction } = batch;
      const { id, dialect } = this.#place;
      const { workers, now } = await readWorkers(batch, worker?.id);
      const own = worker && findWorker(batch, workers, worker);
      const isAlive = own?.["has_ended"] === 0;
      if (isAlive) await renewLease(batch, own, now);
      for (const other of workers)
        if (other !== own && !hasLease(other, now))
          await endWorker(batch, String(other["id"]), now);
      await transaction.all(
        `UPDATE ${dialect.prefix}items SET due_at = NULL WHERE batch = $1 AND due_at <= $2`,
        id,
        now,
      );
      const taken =
        isAlive && room > 0
          ? await takeItems(batch, String(own["id"]), room)
          : [];
      const totals = await readTotals(transaction, this.#place, batch);
      return { isAlive, taken, totals };
    });
  }

  async leave(worker: string): Promise<void> {
    await this.#change((batch) => endWorker(batch, worker, batch.now));
  }

  add(items: readonly NewItem[]): Promise<readonly AddOutcome[]> {
    return this.#change((batch) => addItems(batch, items));
  }

  async claim(request: ClaimRequest): Promise<Claimed> {
    const { claimed, ...counts } = await this.#change(async (batch) => {
      const claimed = await claimItems(batch, request);
      return { claimed, claims: batch.claims, begun: batch.begun };
    });
    this.#witness?.keep(this.name, counts);
    const { dialect } = this.#place;
    const items = await withInputs(dialect, this.#reader, claimed.items);
    return { ...claimed, items };
  }

  report(rows: readonly ItemReport[]): Promise<readonly (Item | undefined)[]> {
    return this.#change(async (batch) => {
      const items = await batch.items(
        this.#place.dialect.isIn("id", "$1", "bigint"),
        JSON.stringify(rows.map(({ id }) => id)),
      );
      const present = new Map(items.map((item) => [item.id, item]));
      const owners = await readOwners(batch, rows);
      const living = await readLiving(batch, rows);
      const changes: Change[] = [];
      const isStored = rows.map((after) => {
        const before = present.get(after.id);
        if (before?.version !== after.version) return false;
        if (after.state === "running") {
          if ((owners.get(after.jobId) ?? after.id) !== after.id) return false;
          owners.set(after.jobId, after.id);
        }
        // A second report of the same row has an old version.
        present.delete(after.id);
        // Nobody would take the item of a worker that has ended before the report.
        const isHeld = after.worker !== null && living.has(after.worker);
        const worker = isHeld ? after.worker : null;
        changes.push({ before, after: { ...after, worker } });
        return true;
      });
      const stored = await batch.write(changes);
      return rows.map(({ id }, index) =>
        isStored[index] ? stored.get(id) : undefined,
      );
    });
  }

  move(filter: ItemFilter, change: Move, after: number): Promise<Moved> {
    return this.#change(async (batch) => {
      const query: ItemQuery = {
        ...filter,
        by: "id",
        after,
        limit: filter.keys?.length ?? ROWS_PER_MOVE,
      };
      const { transaction } = batch;
      const found = await findRows(transaction, this.#place, query);
      const rows = await transaction.all(found.sql, ...found.values);
      const items = rows.map((row) => toItem(row));
      if (change.to === "removed") await batch.remove(items);
      else
        await batch.write(
          items.map((before) => ({ before, after: moved(before, change) })),
        );
      const next = filter.keys
        ? undefined
        : (items.at(-1)?.id ?? found.scanned);
      return { count: items.length, next };
    });
  }

  read(query: ItemQuery): Promise<Page> {
    return readPage(this.#reader, this.#place, query);
  }

  find(key: string): Promise<StoredItem | undefined> {
    return findItem(this.#reader, this.#place, key);
  }

  totals(): Promise<Totals> {
    return readTotals(this.#reader, this.#place);
  }

  async set(change: Partial<Settings>): Promise<void> {
    await this.#change(async ({ transaction, row }) => {
      const { id, dialect } = this.#place;
      const settings = { ...toSettings(row), ...change };
      const { paused, maxCost, concurrency, maxFailures } = settings;
      await transaction.all(
        `UPDATE ${dialect.prefix}batches SET paused = $2, max_cost = $3, concurrency = $4, max_failures = $5
         WHERE id = $1`,
        id,
        Number(paused),
        maxCost,
        concurrency,
        maxFailures,
      );
    });
  }

  limit(endpoint: Endpoint): Promise<Endpoint> {
    const s = this.#place.dialect.prefix;
    return this.#driver.write(async (transaction) => {
      await transaction.all(
        `UPDATE ${s}endpoints SET version = version + 1, burst = $3, per_second = $4, blocked_until = $5,
           allowance = $6, breaker = $7
         WHERE slug = $1 AND version = $2 AND ${hasFormat(s)}`,
        this.#place.endpoint,
        endpoint.version,
        endpoint.burst,
        endpoint.perSecond,
        endpoint.blockedUntil,
        endpoint.allowance,
        endpoint.breaker,
      );
      const row = await first(
        transaction,
        `SELECT endpoints.*, (SELECT format FROM ${s}meta) AS format
         FROM ${s}endpoints AS endpoints WHERE slug = $1`,
        this.#place.endpoint,
      );
      assertFormat(row?.["format"]);
      return toEndpoint(row ?? {});
    });
  }

  async delete(abandonJobs: boolean): Promise<DeleteCounts> {
    const { isDeleted, ...counts } = await this.#change(async (batch) => {
      const { submitting, running, inDoubt } = batch.counts;
      const jobs = submitting + running + inDoubt;
      const { workers: all, now } = await readWorkers(batch);
      const workers = all.filter((worker) => hasLease(worker, now)).length;
      const isDeleted = workers === 0 && (jobs === 0 || abandonJobs);
      const { id, dialect } = this.#place;
      if (isDeleted)
        await batch.transaction.all(
          `UPDATE ${dialect.prefix}batches SET is_deleted = 1, name = name || ':' || id WHERE id = $1`,
          id,
        );
      return { workers, jobs, isDeleted };
    });
    if (isDeleted) {
      await this.#witness?.forget(this.name);
      await this.#deleteRows();
    }
    return counts;
  }

  /**
   * Runs a change in a transaction that holds the lock of the batch: the changes of one batch follow one another, so orders
   * become visible in their order.
   */
  #change<Result>(
    run: (batch: LockedBatch) => Promise<Result>,
  ): Promise<Result> {
    return this.#driver.write(async (transaction) => {
      const batch = await LockedBatch.lock(transaction, this.#place);
      const result = await run(batch);
      await batch.save();
      return result;
    });
  }

  /** Deletes the rows of every deleted batch, step by step. */
  async #deleteRows(): Promise<void> {
    const { dialect } = this.#place;
    const s = dialect.prefix;
    const deleted = `(SELECT id FROM ${s}batches WHERE is_deleted = 1)`;
    for (;;) {
      const count = await this.#driver.write(async (transaction) => {
        await checkFormat(transaction, dialect);
        const rows = await transaction.all(
          `SELECT id FROM ${s}items WHERE batch IN ${deleted} LIMIT ${ROWS_PER_DELETE}`,
        );
        const ids = rows.map(({ id }) => Number(id));
        await deleteItems(transaction, dialect, ids);
        return rows.length;
      });
      await new Promise((resolve) => setImmediate(resolve));
      if (count < ROWS_PER_DELETE) break;
    }
    await this.#driver.write(async (transaction) => {
      await transaction.all(
        `DELETE FROM ${s}workers WHERE batch IN ${deleted}`,
      );
      await transaction.all(
        `DELETE FROM ${s}batches WHERE is_deleted = 1
         AND NOT EXISTS (SELECT 1 FROM ${s}items AS items WHERE items.batch = batches.id)`,
      );
    });
  }
}

/** The ids of the items that have the jobs of running rows, by the ids of the jobs. */
async function readOwners(
  { transaction, place }: LockedBatch,
  rows: readonly ItemReport[],
): Promise<Map<unknown, unknown>> {
  const jobs = rows
    .filter(({ state }) => state === "running")
    .map(({ jobId }) => jobId);
  if (jobs.length === 0) return new Map();
  const { id, dialect } = place;
  const owners = await transaction.all(
    `SELECT id, job_id FROM ${dialect.prefix}items
     WHERE ${dialect.isIn("job_id", "$1", "text")} AND batch + 0 = $2`,
    JSON.stringify(jobs),
    id,
  );
  return new Map(owners.map((owner) => [owner["job_id"], owner["id"]]));
}

/** An item after a move to another state. */
function moved(
  item: Item,
  change: Exclude<Move, { to: "removed" }>,
): ItemReport {
  const { to, ...end } = change;
  if (to === "cancelled") return { ...item, state: to, worker: null, ...end };
  return {
    ...resubmitItem(item),
    claim: null,
    claimedAt: null,
    retries: 0,
    output: null,
    outputBytes: null,
  };
}
