import { randomUUID } from "node:crypto";
import { BatchError } from "../errors.js";
import { IN_DOUBT } from "../finish.js";
import {
  ALL_STATES,
  LEASE_MS,
  MAX_READ_BYTES,
  type AddOutcome,
  type Claimed,
  type ClaimRequest,
  type DeleteCounts,
  type Endpoint,
  type Heartbeat,
  type Item,
  type ItemFilter,
  type ItemQuery,
  type ItemReport,
  type ItemState,
  type ItemWithInput,
  type LedgerBatch,
  type Move,
  type Moved,
  type NewItem,
  type Page,
  type Settings,
  type StoredItem,
  type Totals,
  type Worker,
} from "../ledger.js";
import type { Witness } from "../restore/witness.js";
import { assertSameStore, createWentBack } from "../restore/identity.js";
import {
  first,
  type Dialect,
  type Row,
  type SqlDriver,
  type Transaction,
} from "./driver.js";
import {
  ITEM_COLUMNS,
  orderOf,
  toChange,
  toConditions,
  toEndpoint,
  toItem,
  toSettings,
  toStoredItem,
} from "./rows.js";
import {
  ADDED_COLUMNS,
  assertFormat,
  CHANGED_COLUMNS,
  countColumn,
  FORMAT,
} from "./schema.js";

/** For how long a ledger remembers a worker that has ended, in milliseconds. */
const WORKER_MEMORY_MS = 30 * 86_400_000;

/** By how many milliseconds a lease may exceed `LEASE_MS`: the clock of a server is corrected now and then. */
const CLOCK_STEP_MS = 1000;

/** How many rows one step changes, looks at, or deletes at most, so that other calls have their turn. */
const ROWS_PER_MOVE = 500;
const ROWS_PER_SCAN = 2000;
const ROWS_PER_DELETE = 500;

/** What an open ledger has. */
export interface OpenLedger {
  readonly driver: SqlDriver;
  readonly witness: Witness | undefined;
}

/** A row that is locked until the end of the transaction, with the counts as the transaction leaves them. */
interface LockedBatch {
  readonly transaction: Transaction;
  /** The clock of the ledger. */
  readonly now: number;
  readonly row: Row;
  readonly counts: Record<ItemState, number>;
  cost: number;
  reserved: number;
  claims: number;
  lastOrder: number;
}

/** An item, and as it shall be. */
interface Change {
  readonly before: Item;
  readonly after: ItemReport;
}

/** The fields of an item that waits for a new submit. What was reserved becomes cost. */
function requeued(item: Item): ItemReport {
  return {
    ...item,
    state: "queued",
    worker: null,
    claim: null,
    claimedAt: null,
    retries: 0,
    jobId: null,
    submittedAt: null,
    output: null,
    outputBytes: null,
    errorCode: null,
    errorMessage: null,
    cost: item.cost + item.reserved,
    reserved: 0,
    finishedAt: null,
  };
}

/** An item whose worker has ended: nobody knows whether what the worker was submitting has arrived. */
function released(item: Item, now: number): ItemReport {
  if (item.state !== "submitting") return { ...item, worker: null };
  return {
    ...item,
    state: "inDoubt",
    worker: null,
    errorCode: IN_DOUBT,
    errorMessage: "the process that was submitting the item has ended",
    finishedAt: now,
  };
}

/** A queued item that may have been submitted after a backup was made. */
function doubted(item: Item, now: number): ItemReport {
  return {
    ...item,
    state: "inDoubt",
    attempt: item.attempt + 1,
    claim: null,
    claimedAt: null,
    reserved: item.estimate ?? 0,
    errorCode: IN_DOUBT,
    errorMessage: "the item may have been submitted after the backup was made",
    finishedAt: now,
  };
}

/** A batch in a SQL database. Every change of items locks the row of the batch, reads the items, and writes them. */
export class BatchStore implements LedgerBatch {
  readonly #driver: SqlDriver;
  readonly #dialect: Dialect;
  readonly #witness: Witness | undefined;
  /** What stands before the name of each table. */
  readonly #s: string;
  readonly #id: number;
  readonly #endpoint: string;
  readonly name: string;
  readonly definition: string;

  constructor({ driver, witness }: OpenLedger, row: Row) {
    this.#driver = driver;
    this.#dialect = driver.dialect;
    this.#witness = witness;
    this.#s = driver.dialect.prefix;
    this.#id = Number(row["id"]);
    this.#endpoint = String(row["endpoint"]);
    this.name = String(row["name"]);
    this.definition = String(row["definition"]);
  }

  join(): Promise<string> {
    const id = randomUUID();
    return this.#change(async ({ transaction, now }) => {
      await transaction.all(
        `DELETE FROM ${this.#s}workers WHERE batch = $1 AND has_ended = 1 AND lease_until < $2`,
        this.#id,
        now - WORKER_MEMORY_MS,
      );
      await transaction.all(
        `INSERT INTO ${this.#s}workers (id, batch, lease_until) VALUES ($1, $2, $3)`,
        id,
        this.#id,
        now + LEASE_MS,
      );
      return id;
    });
  }

  heartbeat(worker: Worker | undefined, room: number): Promise<Heartbeat> {
    return this.#change(async (batch) => {
      const { transaction } = batch;
      const { workers, now } = await this.#readWorkers(batch, worker?.id);
      const own = worker && this.#findWorker(workers, worker);
      const isAlive = own?.["has_ended"] === 0;
      if (isAlive) await this.#renew(transaction, own, now);
      for (const other of workers)
        if (other !== own && !hasLease(other, now))
          await this.#endWorker(batch, String(other["id"]), now);
      await transaction.all(
        `UPDATE ${this.#s}items SET due_at = NULL WHERE batch = $1 AND due_at <= $2`,
        this.#id,
        now,
      );
      const taken =
        isAlive && room > 0
          ? await this.#take(batch, String(own["id"]), room)
          : [];
      const totals = await this.#readTotals(transaction, batch);
      return { isAlive, taken, totals };
    });
  }

  async leave(worker: string): Promise<void> {
    await this.#change((batch) => this.#endWorker(batch, worker, batch.now));
  }

  add(items: readonly NewItem[]): Promise<readonly AddOutcome[]> {
    return this.#change(async (batch) => {
      const { transaction } = batch;
      const rows = items.map(({ input, ...item }) => ({
        ...item,
        input_bytes: Buffer.byteLength(input),
      }));
      const columns = Object.keys(ADDED_COLUMNS).join(", ");
      const given = this.#dialect.given("$3", {
        ...ADDED_COLUMNS,
        input_bytes: "bigint",
      });
      const added = await transaction.all(
        `INSERT INTO ${this.#s}items (batch, added_at, ${columns}, input_bytes)
         SELECT CAST($1 AS bigint), CAST($2 AS double precision), ${columns}, input_bytes FROM ${given} WHERE true
         ON CONFLICT DO NOTHING RETURNING id, key`,
        this.#id,
        batch.now,
        JSON.stringify(rows),
      );
      batch.counts.queued += added.length;
      return this.#addInputs(batch, items, added);
    });
  }

  async claim(request: ClaimRequest): Promise<Claimed> {
    const { claimed, claims } = await this.#change(async (batch) => {
      const claimed = await this.#claim(batch, request);
      return { claimed, claims: batch.claims };
    });
    this.#witness?.keep(this.name, claims);
    return claimed;
  }

  report(rows: readonly ItemReport[]): Promise<readonly (Item | undefined)[]> {
    return this.#change(async (batch) => {
      const present = await this.#readIds(
        batch,
        rows.map(({ id }) => id),
      );
      const living = await this.#readLiving(batch, rows);
      const changes: Change[] = [];
      const isStored = rows.map((after) => {
        const before = present.get(after.id);
        if (before?.version !== after.version) return false;
        // A second report of the same row has an old version.
        present.delete(after.id);
        // Nobody would take the item of a worker that has ended before the report.
        const isHeld = after.worker !== null && living.has(after.worker);
        const worker = isHeld ? after.worker : null;
        changes.push({ before, after: { ...after, worker } });
        return true;
      });
      const stored = await this.#write(batch, changes);
      return rows.map(({ id }, index) =>
        isStored[index] ? stored.get(id) : undefined,
      );
    });
  }

  move(filter: ItemFilter, change: Move, after: number): Promise<Moved> {
    return this.#change(async (batch) => {
      const { sql, values, scanned } = await this.#findRows(batch.transaction, {
        ...filter,
        by: "id",
        after,
        limit: filter.keys?.length ?? ROWS_PER_MOVE,
      });
      const rows = await batch.transaction.all(sql, ...values);
      const items = rows.map((row) => toItem(row));
      if (change.to === "removed") await this.#remove(batch, items);
      else
        await this.#write(
          batch,
          items.map((before) => ({
            before,
            after:
              change.to === "queued"
                ? requeued(before)
                : { ...before, ...toEnd(change) },
          })),
        );
      const next = filter.keys ? undefined : (items.at(-1)?.id ?? scanned);
      return { count: items.length, next };
    });
  }

  async read(query: ItemQuery): Promise<Page> {
    const reader: Transaction = {
      all: (sql, ...values) => this.#driver.read(sql, ...values),
    };
    const { sql, values, scanned } = await this.#findRows(reader, query);
    const rows = await reader.all(
      `SELECT page.*, input, output FROM (
         SELECT found.*, sum(input_bytes + coalesce(output_bytes, 0)) OVER (ORDER BY ${COLUMN_OF[query.by]})
           - input_bytes - coalesce(output_bytes, 0) AS bytes_before
         FROM (${sql}) AS found
       ) AS page JOIN ${this.#s}inputs AS inputs ON inputs.id = page.id
       LEFT JOIN ${this.#s}outputs AS outputs ON outputs.id = page.id
       WHERE bytes_before < ${MAX_READ_BYTES} ORDER BY page.${COLUMN_OF[query.by]}`,
      ...values,
    );
    const items = rows.map(toStoredItem);
    return { items, next: items.at(-1)?.[query.by] ?? scanned };
  }

  async find(key: string): Promise<StoredItem | undefined> {
    const [row] = await this.#driver.read(
      `SELECT ${ITEM_COLUMNS}, input, output FROM ${this.#s}items AS items
       JOIN ${this.#s}inputs AS inputs ON inputs.id = items.id
       LEFT JOIN ${this.#s}outputs AS outputs ON outputs.id = items.id
       WHERE items.batch = $1 AND items.key = $2`,
      this.#id,
      key,
    );
    return row && toStoredItem(row);
  }

  totals(): Promise<Totals> {
    const reader: Transaction = {
      all: (sql, ...values) => this.#driver.read(sql, ...values),
    };
    return this.#readTotals(reader);
  }

  async set(change: Partial<Settings>): Promise<void> {
    await this.#change(async ({ transaction, row }) => {
      const settings = { ...toSettings(row), ...change };
      const { paused, maxCost, concurrency, maxFailures } = settings;
      await transaction.all(
        `UPDATE ${this.#s}batches SET paused = $2, max_cost = $3, concurrency = $4, max_failures = $5 WHERE id = $1`,
        this.#id,
        Number(paused),
        maxCost,
        concurrency,
        maxFailures,
      );
    });
  }

  limit(endpoint: Endpoint): Promise<Endpoint> {
    return this.#driver.write(async (transaction) => {
      await transaction.all(
        `UPDATE ${this.#s}endpoints SET version = version + 1, burst = $3, per_second = $4, blocked_until = $5,
           allowance = $6, breaker = $7
         WHERE slug = $1 AND version = $2 AND ${this.#hasFormat}`,
        this.#endpoint,
        endpoint.version,
        endpoint.burst,
        endpoint.perSecond,
        endpoint.blockedUntil,
        endpoint.allowance,
        endpoint.breaker,
      );
      const row = await first(
        transaction,
        `SELECT endpoints.*, (SELECT format FROM ${this.#s}meta) AS format
         FROM ${this.#s}endpoints AS endpoints WHERE slug = $1`,
        this.#endpoint,
      );
      assertFormat(row?.["format"]);
      return toEndpoint(row ?? {});
    });
  }

  async delete(abandonJobs: boolean): Promise<DeleteCounts> {
    const { isDeleted, ...counts } = await this.#change(async (batch) => {
      const { submitting, running, inDoubt } = batch.counts;
      const jobs = submitting + running + inDoubt;
      const { workers: all, now } = await this.#readWorkers(batch);
      const workers = all.filter((worker) => hasLease(worker, now)).length;
      const isDeleted = workers === 0 && (jobs === 0 || abandonJobs);
      if (isDeleted)
        await batch.transaction.all(
          `UPDATE ${this.#s}batches SET is_deleted = 1, name = name || ':' || id WHERE id = $1`,
          this.#id,
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
   * Ends all workers, and makes the next items doubtful in the order of claiming: first those that wait after a refusal.
   * `claims` is the least number of claims that the batch has seen. Resolves with the number of items that became doubtful.
   */
  doubtNext(count: number, claims: number): Promise<number> {
    return this.#change(async (batch) => {
      const { transaction } = batch;
      const { workers, now } = await this.#readWorkers(batch);
      for (const { id } of workers)
        await this.#endWorker(batch, String(id), now);
      batch.claims = Math.max(batch.claims, claims);
      let doubts = 0;
      while (doubts < count) {
        const rows = await transaction.all(
          `SELECT ${ITEM_COLUMNS} FROM ${this.#s}items AS items WHERE batch = $1 AND state = 'queued'
           ORDER BY CASE WHEN due_at IS NULL THEN 1 ELSE 0 END, priority DESC, id LIMIT $2`,
          this.#id,
          Math.min(ROWS_PER_MOVE, count - doubts),
        );
        if (rows.length === 0) break;
        doubts += rows.length;
        await this.#write(
          batch,
          rows
            .map((row) => toItem(row))
            .map((before) => ({ before, after: doubted(before, now) })),
        );
      }
      return doubts;
    });
  }

  get #hasFormat(): string {
    return `EXISTS (SELECT 1 FROM ${this.#s}meta WHERE format = ${FORMAT})`;
  }

  /**
   * Runs a change in a transaction that holds the lock of the batch: the changes of one batch follow one another, so orders
   * become visible in their order.
   */
  #change<Result>(
    run: (batch: LockedBatch) => Promise<Result>,
  ): Promise<Result> {
    return this.#driver.write(async (transaction) => {
      const batch = await this.#lock(transaction);
      const result = await run(batch);
      await this.#save(batch);
      return result;
    });
  }

  async #lock(transaction: Transaction): Promise<LockedBatch> {
    const row = await first(
      transaction,
      `SELECT batches.*, (SELECT format FROM ${this.#s}meta) AS format, ${this.#dialect.clock} AS now
       FROM ${this.#s}batches AS batches WHERE id = $1 AND is_deleted = 0 ${this.#dialect.forUpdate}`,
      this.#id,
    );
    if (!row)
      throw new BatchError(
        "batch_deleted",
        `batch ${this.name} was deleted: open it again`,
      );
    assertFormat(row["format"]);
    return {
      transaction,
      now: readNow(row),
      row,
      counts: countsOf(row),
      cost: Number(row["cost"]),
      reserved: Number(row["reserved"]),
      claims: Number(row["claims"]),
      lastOrder: Number(row["last_order"]),
    };
  }

  /** Stores the counts, unless a newer version of the package has changed the format while the lock was waited for. */
  async #save(batch: LockedBatch): Promise<void> {
    const { transaction, cost, reserved, claims, lastOrder, counts } = batch;
    const saved = await first(
      transaction,
      `UPDATE ${this.#s}batches SET cost = $2, reserved = $3, claims = $4, last_order = $5,
         ${ALL_STATES.map((state, index) => `${countColumn(state)} = $${index + 6}`).join(", ")}
       WHERE id = $1 AND ${this.#hasFormat} RETURNING id`,
      this.#id,
      cost,
      reserved,
      claims,
      lastOrder,
      ...ALL_STATES.map((state) => counts[state]),
    );
    if (saved) return;
    const meta = await first(transaction, `SELECT format FROM ${this.#s}meta`);
    assertFormat(meta?.["format"]);
  }

  /** The workers of the batch that have not ended, the one with the id `own`, and the clock when the lock is held. */
  async #readWorkers({ transaction, now }: LockedBatch, own = "") {
    const workers = await transaction.all(
      `SELECT workers.*, ${this.#dialect.clock} AS now FROM ${this.#s}workers AS workers
       WHERE batch = $1 AND (has_ended = 0 OR id = $2)`,
      this.#id,
      own,
    );
    return { workers, now: workers[0] ? readNow(workers[0]) : now };
  }

  /** The ids of the workers that have not ended; of none where no row names a worker. */
  async #readLiving(
    { transaction }: LockedBatch,
    rows: readonly ItemReport[],
  ): Promise<ReadonlySet<unknown>> {
    if (rows.every(({ worker }) => worker === null)) return new Set();
    const workers = await transaction.all(
      `SELECT id FROM ${this.#s}workers WHERE batch = $1 AND has_ended = 0`,
      this.#id,
    );
    return new Set(workers.map(({ id }) => id));
  }

  /** The row of a worker. Throws a `BatchError` if the row lacks what the worker knows: commits were lost. */
  #findWorker(workers: readonly Row[], { id, sequence }: Worker): Row {
    const row = workers.find((worker) => worker["id"] === id);
    if (row && Number(row["sequence"]) >= sequence) return row;
    throw createWentBack(this.name, "lacks claims that this process has made");
  }

  async #renew(
    transaction: Transaction,
    worker: Row,
    now: number,
    sequence = Number(worker["sequence"]),
  ): Promise<void> {
    await transaction.all(
      `UPDATE ${this.#s}workers SET lease_until = $2, sequence = $3 WHERE id = $1`,
      worker["id"] ?? null,
      now + LEASE_MS,
      sequence,
    );
  }

  /** Gives the items of a worker to others. */
  async #endWorker(
    batch: LockedBatch,
    worker: string,
    now: number,
  ): Promise<void> {
    const { transaction } = batch;
    const rows = await transaction.all(
      `SELECT ${ITEM_COLUMNS} FROM ${this.#s}items AS items WHERE batch = $1 AND worker = $2`,
      this.#id,
      worker,
    );
    await this.#write(
      batch,
      rows
        .map((row) => toItem(row))
        .map((before) => ({ before, after: released(before, now) })),
    );
    await transaction.all(
      `UPDATE ${this.#s}workers SET has_ended = 1 WHERE id = $1 AND batch = $2`,
      worker,
      this.#id,
    );
  }

  /** Assigns running items without a worker to a worker. */
  async #take(
    batch: LockedBatch,
    worker: string,
    room: number,
  ): Promise<readonly Item[]> {
    const rows = await batch.transaction.all(
      `SELECT ${ITEM_COLUMNS} FROM ${this.#s}items AS items
       WHERE batch = $1 AND state = 'running' AND state <> 'completed' AND state <> 'queued' AND worker IS NULL
       ORDER BY id LIMIT $2`,
      this.#id,
      room,
    );
    const taken = await this.#write(
      batch,
      rows
        .map((row) => toItem(row))
        .map((before) => ({ before, after: { ...before, worker } })),
    );
    return [...taken.values()].sort((one, other) => one.id - other.id);
  }

  async #addInputs(
    { transaction }: LockedBatch,
    items: readonly NewItem[],
    added: readonly Row[],
  ): Promise<readonly AddOutcome[]> {
    const ids = new Map(added.map(({ id, key }) => [key, id]));
    const outcomes: AddOutcome[] = [];
    const inputs: object[] = [];
    const others: string[] = [];
    for (const [index, { key, input }] of items.entries()) {
      const id = ids.get(key);
      if (id === undefined) others.push(key);
      else {
        ids.delete(key);
        inputs.push({ item: id, input });
        outcomes[index] = "added";
      }
    }
    const columns = { item: "bigint", input: "text" };
    await transaction.all(
      `INSERT INTO ${this.#s}inputs (id, input) SELECT item, input FROM ${this.#dialect.given("$1", columns)}`,
      JSON.stringify(inputs),
    );
    if (others.length === 0) return outcomes;
    const rows = await transaction.all(
      `SELECT key, input FROM ${this.#s}items AS items JOIN ${this.#s}inputs AS inputs ON inputs.id = items.id
       WHERE batch = $1 AND ${this.#dialect.isIn("key", "$2", "text")}`,
      this.#id,
      JSON.stringify(others),
    );
    const present = new Map(rows.map(({ key, input }) => [key, input]));
    return items.map(({ key, input }, index) => {
      const other = present.get(key) === input ? "present" : "different";
      return outcomes[index] ?? other;
    });
  }

  async #claim(batch: LockedBatch, request: ClaimRequest): Promise<Claimed> {
    const { transaction } = batch;
    const { worker, sequence, limit } = request;
    const { workers, now } = await this.#readWorkers(batch, worker);
    const own = this.#findWorker(workers, {
      id: worker,
      sequence: sequence - 1,
    });
    await assertSameStore(transaction, this.#dialect, this.name);
    if (own["has_ended"] === 1 || !hasLease(own, now))
      throw new BatchError(
        "lease_ended",
        `this process was silent for ${LEASE_MS / 1000} seconds, so others have its items`,
      );
    const claim = `${worker}/${sequence}`;
    const endpoint = await this.#refill(transaction, now);
    if (own["sequence"] === sequence) {
      const items = await this.#readClaim(batch, worker, claim);
      return { items, held: undefined, endpoint };
    }
    await this.#renew(transaction, own, now, sequence);
    if (batch.row["paused"] === 1)
      return { items: [], held: "paused", endpoint };
    const isBlocked = endpoint.blockedUntil > now;
    const most = Math.min(limit, endpoint.tokens, endpoint.allowance ?? limit);
    const allowed = isBlocked ? 0 : Math.floor(Math.max(0, most));
    const picked = await this.#pick(batch, request, allowed);
    const taken = await this.#write(
      batch,
      picked.rows.map(({ before, reserved }) => ({
        before,
        after: {
          ...before,
          state: "submitting",
          worker,
          attempt: before.attempt + 1,
          claim,
          claimedAt: request.claimedAt,
          reserved,
        },
      })),
    );
    batch.claims += taken.size;
    const after = await first(
      transaction,
      `UPDATE ${this.#s}endpoints SET tokens = tokens - $2, allowance = allowance - $2 WHERE slug = $1 RETURNING *`,
      this.#endpoint,
      taken.size,
    );
    return {
      items: await this.#withInputs(transaction, [...taken.values()]),
      held: picked.held,
      needed: picked.needed,
      endpoint: toEndpoint(after ?? {}),
    };
  }

  /** Gives back the tokens for the time since they were last given back. */
  async #refill(
    transaction: Transaction,
    now: number,
  ): Promise<Endpoint & { readonly tokens: number }> {
    const before = await first(
      transaction,
      `SELECT * FROM ${this.#s}endpoints WHERE slug = $1 ${this.#dialect.forUpdate}`,
      this.#endpoint,
    );
    const endpoint = toEndpoint(before ?? {});
    const elapsedMs = Math.max(0, now - Number(before?.["refilled_at"]));
    const tokens = Math.min(
      endpoint.burst,
      Number(before?.["tokens"]) + (endpoint.perSecond * elapsedMs) / 1000,
    );
    await transaction.all(
      `UPDATE ${this.#s}endpoints SET tokens = $2, refilled_at = $3 WHERE slug = $1`,
      this.#endpoint,
      tokens,
      now,
    );
    return { ...endpoint, tokens };
  }

  /** The items of a claim that was made before. */
  async #readClaim(
    { transaction }: LockedBatch,
    worker: string,
    claim: string,
  ): Promise<readonly ItemWithInput[]> {
    const rows = await transaction.all(
      `SELECT ${ITEM_COLUMNS} FROM ${this.#s}items AS items
       WHERE batch = $1 AND worker = $2 AND state = 'submitting' AND claim = $3`,
      this.#id,
      worker,
      claim,
    );
    return this.#withInputs(
      transaction,
      rows.map((row) => toItem(row)),
    );
  }

  /** Chooses the next items of the queue, at most `allowed` of them. */
  async #pick(
    { transaction, row, cost, reserved: held }: LockedBatch,
    { limit, minReserved, keys }: ClaimRequest,
    allowed: number,
  ) {
    const isMeant = keys
      ? `AND ${this.#dialect.isIn("key", "$3", "text")}`
      : "";
    const candidates = await transaction.all(
      `SELECT ${ITEM_COLUMNS}, input_bytes FROM ${this.#s}items AS items
       WHERE batch = $1 AND state = 'queued' AND due_at IS NULL ${isMeant}
       ORDER BY priority DESC, id LIMIT $2`,
      this.#id,
      Math.min(limit, allowed + 1),
      ...(keys ? [JSON.stringify(keys)] : []),
    );
    const { maxCost } = toSettings(row);
    let free = maxCost === null ? Infinity : maxCost - cost - held;
    let bytes = 0;
    const rows: { readonly before: Item; readonly reserved: number }[] = [];
    const pick = (heldBy: Claimed["held"], needed?: number) => ({
      rows,
      held: heldBy,
      needed,
    });
    for (const candidate of candidates.slice(0, allowed)) {
      const before = toItem(candidate);
      const reserved = Math.max(before.estimate ?? 0, minReserved);
      if (reserved > free) return pick("cost", reserved);
      free -= reserved;
      rows.push({ before, reserved });
      bytes += Number(candidate["input_bytes"]);
      if (bytes >= MAX_READ_BYTES) return pick(undefined);
    }
    if (candidates.length > allowed) return pick("limits");
    return pick(rows.length < limit ? "empty" : undefined);
  }

  /** The items with their inputs, in the order in which they are to be submitted. */
  async #withInputs(
    transaction: Transaction,
    items: readonly Item[],
  ): Promise<readonly ItemWithInput[]> {
    if (items.length === 0) return [];
    const rows = await transaction.all(
      `SELECT id, input FROM ${this.#s}inputs WHERE ${this.#dialect.isIn("id", "$1", "bigint")}`,
      JSON.stringify(items.map(({ id }) => id)),
    );
    const inputs = new Map(rows.map(({ id, input }) => [id, String(input)]));
    return items
      .map((item) => ({ ...item, input: inputs.get(item.id) ?? "" }))
      .sort((one, other) => other.priority - one.priority || one.id - other.id);
  }

  async #readIds(
    { transaction }: LockedBatch,
    ids: readonly number[],
  ): Promise<Map<number, Item>> {
    const rows = await transaction.all(
      `SELECT ${ITEM_COLUMNS} FROM ${this.#s}items AS items
       WHERE batch = $1 AND ${this.#dialect.isIn("id", "$2", "bigint")}`,
      this.#id,
      JSON.stringify(ids),
    );
    return new Map(
      rows.map((row) => toItem(row)).map((item) => [item.id, item]),
    );
  }

  /** Writes changed items and counts them. Resolves with the new rows by their ids. */
  async #write(
    batch: LockedBatch,
    changes: readonly Change[],
  ): Promise<ReadonlyMap<number, Item>> {
    if (changes.length === 0) return new Map();
    const { transaction, counts } = batch;
    const rows = changes.map(({ before, after }) => {
      counts[before.state]--;
      counts[after.state]++;
      batch.cost += after.cost - before.cost;
      batch.reserved += after.reserved - before.reserved;
      const order = orderOf(before, after.state, () => ++batch.lastOrder);
      return toChange(after, order, batch.now);
    });
    const written = await transaction.all(
      `UPDATE ${this.#s}items AS items SET version = items.version + 1, ${SET_CHANGED}
       FROM ${this.#dialect.given("$2", { item: "bigint", ...NEW_COLUMNS })}
       WHERE items.batch = $1 AND items.id = given.item AND ${this.#dialect.alsoIn("items.id", "$3")}
       RETURNING ${ITEM_COLUMNS}`,
      this.#id,
      JSON.stringify(rows.map(nameNew)),
      JSON.stringify(changes.map(({ before }) => before.id)),
    );
    await this.#writeOutputs(
      transaction,
      changes.map(({ after }) => after),
    );
    return new Map(
      written.map((row) => toItem(row)).map((item) => [item.id, item]),
    );
  }

  async #writeOutputs(
    transaction: Transaction,
    reports: readonly ItemReport[],
  ): Promise<void> {
    const removed = reports.filter(({ output }) => output === null);
    if (removed.length > 0)
      await transaction.all(
        `DELETE FROM ${this.#s}outputs WHERE ${this.#dialect.isIn("id", "$1", "bigint")}`,
        JSON.stringify(removed.map(({ id }) => id)),
      );
    const stored = reports.filter(({ output }) => typeof output === "string");
    const columns = { item: "bigint", output: "text" };
    if (stored.length > 0)
      await transaction.all(
        `INSERT INTO ${this.#s}outputs (id, output) SELECT item, output FROM ${this.#dialect.given("$1", columns)}
         WHERE true ON CONFLICT (id) DO UPDATE SET output = excluded.output`,
        JSON.stringify(
          stored.map(({ id: item, output }) => ({ item, output })),
        ),
      );
  }

  /** Deletes items. What they cost stays counted. */
  async #remove(batch: LockedBatch, items: readonly Item[]): Promise<void> {
    for (const { state, reserved } of items) {
      batch.counts[state]--;
      batch.reserved -= reserved;
      batch.cost += reserved;
    }
    await this.#deleteItems(
      batch.transaction,
      items.map(({ id }) => id),
    );
  }

  async #deleteItems(
    transaction: Transaction,
    ids: readonly (number | null)[],
  ): Promise<void> {
    if (ids.length === 0) return;
    for (const table of ["items", "inputs", "outputs"])
      await transaction.all(
        `DELETE FROM ${this.#s}${table} WHERE ${this.#dialect.isIn("id", "$1", "bigint")}`,
        JSON.stringify(ids),
      );
  }

  /** Deletes the rows of every deleted batch, step by step. */
  async #deleteRows(): Promise<void> {
    const deleted = `(SELECT id FROM ${this.#s}batches WHERE is_deleted = 1)`;
    for (;;) {
      const count = await this.#driver.write(async (transaction) => {
        const rows = await transaction.all(
          `SELECT id FROM ${this.#s}items WHERE batch IN ${deleted} LIMIT ${ROWS_PER_DELETE}`,
        );
        await this.#deleteItems(
          transaction,
          rows.map(({ id }) => Number(id)),
        );
        return rows.length;
      });
      await new Promise((resolve) => setImmediate(resolve));
      if (count < ROWS_PER_DELETE) break;
    }
    await this.#driver.write(async (transaction) => {
      await transaction.all(
        `DELETE FROM ${this.#s}workers WHERE batch IN ${deleted}`,
      );
      await transaction.all(
        `DELETE FROM ${this.#s}batches WHERE is_deleted = 1
         AND NOT EXISTS (SELECT 1 FROM ${this.#s}items AS items WHERE items.batch = batches.id)`,
      );
    });
  }

  /**
   * The statement that finds the next rows of a query. Few rows are found by their keys, their job or their worker;
   * otherwise a step looks at a limited number of rows, and `scanned` is the place behind them, undefined at the end.
   */
  async #findRows(
    transaction: Transaction,
    { by, after, limit, ...filter }: ItemQuery,
  ) {
    const column = COLUMN_OF[by];
    const { metadata, errorCode, exceptErrorCode } = filter;
    const { keys, jobId, worker, states } = filter;
    const isFew = (keys ?? jobId ?? worker) !== undefined;
    const isSlow =
      !isFew && (metadata ?? errorCode ?? exceptErrorCode) !== undefined;
    let scanned: number | undefined;
    let most = Number.MAX_SAFE_INTEGER;
    if (isSlow) {
      const { sql } = toConditions({ states }, this.#dialect, []);
      const window = await first(
        transaction,
        `SELECT max(place) AS last, count(*) AS count FROM (
           SELECT ${column} AS place FROM ${this.#s}items
           WHERE batch = $1 AND ${column} > $2 AND ${sql} ORDER BY ${column} LIMIT ${ROWS_PER_SCAN}
         ) AS scanned`,
        this.#id,
        after,
      );
      most = Number(window?.["last"] ?? most);
      if (Number(window?.["count"]) === ROWS_PER_SCAN) scanned = most;
    }
    const { sql: condition, values } = toConditions(filter, this.#dialect, [
      this.#id,
      after,
      most,
      limit,
    ]);
    const select = `SELECT ${ITEM_COLUMNS}, input_bytes FROM`;
    const place = `${column} > $2 AND ${column} <= $3 ORDER BY ${column} LIMIT $4`;
    const sql = isFew
      ? `WITH few AS MATERIALIZED (SELECT * FROM ${this.#s}items WHERE batch = $1 AND ${condition})
         ${select} few AS items WHERE ${place}`
      : `${select} ${this.#s}items AS items WHERE batch = $1 AND ${condition} AND ${place}`;
    return { sql, values, scanned };
  }

  async #readTotals(
    transaction: Transaction,
    locked?: LockedBatch,
  ): Promise<Totals> {
    const clock = `coalesce(${this.#dialect.clock}, CAST($2 AS double precision))`;
    const row = await first(
      transaction,
      `SELECT batches.*, endpoints.version, burst, per_second, blocked_until, allowance, breaker, ${clock} AS now,
         (SELECT count(*) FROM ${this.#s}workers WHERE batch = $1 AND has_ended = 0
           AND lease_until BETWEEN ${clock} AND ${clock} + ${LEASE_MS + CLOCK_STEP_MS}) AS workers,
         (SELECT max(lease_until) FROM ${this.#s}workers WHERE batch = $1) AS last_lease,
         (SELECT added_at FROM ${this.#s}items WHERE batch = $1 AND state = 'queued' AND due_at IS NULL
           ORDER BY priority DESC, id LIMIT 1) AS oldest_open
       FROM ${this.#s}batches AS batches JOIN ${this.#s}endpoints AS endpoints ON endpoints.slug = batches.endpoint
       WHERE batches.id = $1`,
      this.#id,
      Date.now(),
    );
    if (!row) return { ...NOTHING, now: Date.now() };
    const counts = locked?.counts ?? countsOf(row);
    const workers = Number(row["workers"]);
    const lastLease = row["last_lease"];
    const isLeft =
      counts.running > 0 && workers === 0 && typeof lastLease === "number";
    const oldestOpen = row["oldest_open"];
    return {
      counts: { ...counts },
      cost: locked?.cost ?? Number(row["cost"]),
      reserved: locked?.reserved ?? Number(row["reserved"]),
      workers,
      lastAliveAt: isLeft ? lastLease - LEASE_MS : undefined,
      oldestOpenAt: typeof oldestOpen === "number" ? oldestOpen : undefined,
      settings: toSettings(row),
      endpoint: toEndpoint(row),
      now: Number(row["now"]),
    };
  }
}

/** The column by which items are read. */
const COLUMN_OF = { id: "id", order: "finish_order" } as const;

/** The changed columns under the names that they have in the given rows. */
const NEW_COLUMNS = Object.fromEntries(
  Object.entries(CHANGED_COLUMNS).map(([name, type]) => [`new_${name}`, type]),
);
const SET_CHANGED = Object.keys(CHANGED_COLUMNS)
  .map((name) => `${name} = given.new_${name}`)
  .join(", ");

/** A changed row under the names of `NEW_COLUMNS`. */
function nameNew({ item, ...columns }: Row): object {
  const named: Record<string, unknown> = { item };
  for (const [name, value] of Object.entries(columns))
    named[`new_${name}`] = value;
  return named;
}

function toEnd({ to, ...end }: Extract<Move, { readonly to: "cancelled" }>) {
  return { state: to, worker: null, ...end } as const;
}

/** Whether a worker has its lease. A lease that lasts for too long was given before the clock was set back. */
function hasLease(worker: Row, now: number): boolean {
  const leftMs = Number(worker["lease_until"]) - now;
  return leftMs >= 0 && leftMs <= LEASE_MS + CLOCK_STEP_MS;
}

function readNow({ now }: Row): number {
  return typeof now === "number" ? now : Date.now();
}

function countsOf(row: Row): Record<ItemState, number> {
  return Object.fromEntries(
    ALL_STATES.map((state) => [state, Number(row[countColumn(state)] ?? 0)]),
  ) as Record<ItemState, number>;
}

/** What a batch counts that is gone. */
const NOTHING: Omit<Totals, "now"> = {
  counts: countsOf({}),
  cost: 0,
  reserved: 0,
  workers: 0,
  lastAliveAt: undefined,
  oldestOpenAt: undefined,
  settings: toSettings({}),
  endpoint: toEndpoint({ version: 0, breaker: null }),
};
