import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { check } from "../checks.js";
import {
  FIND_FREE,
  READ_OLDEST,
  READ_TOTALS,
  RELEASE,
  SCHEMA,
  TAKE,
} from "./file-store-sql.js";
import { createFolder, openDatabase, retryWhileBusy } from "./open-database.js";
import { Database, isBusy, SqliteWriter, type Row } from "./sqlite.js";
import {
  FINAL_STATES,
  MAX_TAKE_BYTES,
  type AddOutcome,
  type BatchStore,
  type ChangeResult,
  type DeleteCounts,
  type ItemChange,
  type ItemQuery,
  type ItemRecord,
  type ItemState,
  type ItemWithoutInput,
  type Membership,
  type NewItem,
  type OpenStore,
  type Totals,
} from "./store.js";
import { BatchError } from "./types.js";
import { createDeletedError, createStoreFailure } from "./store-failure.js";
import { fromUnits, toLimitUnits, toUnits } from "./units.js";

/**
 * Keeps batches in a folder on a local disk, in one SQLite database for each batch. Several processes of this machine may
 * work on a batch at once. Needs Node 22.13 or newer, Bun or Deno. The folder must not be on a network file system: file
 * locks do not hold there.
 *
 * @throws InputError if the folder is no path; and, when a batch is opened, if the runtime has no `node:sqlite`
 * @throws BatchError when a batch is used and its file cannot be: a full disk, a folder that is read-only
 *
 * @example
 * ```ts
 * const batch = await openBatch(cloud, { name: "nightly", model: "z-image-turbo", store: fileStore("./nightly") });
 * ```
 */
export function fileStore(folder: string): BatchStore {
  check(
    typeof folder === "string" && folder !== "",
    "folder",
    "must be the path of a folder",
  );
  return {
    open: async (name, definition) => {
      await createFolder(join(folder, `${name}.workers`));
      const database = await openDatabase(join(folder, `${name}.db`));
      const writer = new SqliteWriter(database);
      try {
        await writer.write(() => {
          database.exec(SCHEMA);
          database.run(
            "INSERT OR IGNORE INTO batch (id, definition) VALUES (1, ?)",
            definition,
          );
        });
        return new FileStore(database, writer, join(folder, name));
      } catch (error) {
        database.close();
        throw error;
      }
    },
    readDefinition: async (name) => {
      const path = join(folder, `${name}.db`);
      if (!existsSync(path)) return undefined;
      const database = await Database.open(path);
      try {
        return await retryWhileBusy(() => readDefinition(database));
      } finally {
        database.close();
      }
    },
  };
}

/** The definition in a database; undefined where another process is about to create the batch. */
function readDefinition(database: Database): string | undefined {
  const hasBatch = database.get(
    "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'batch'",
  );
  const row = hasBatch && database.get("SELECT definition FROM batch");
  return row && String(row["definition"]);
}

/** How long another process may take to join or to leave, and the pause between two checks, in milliseconds. */
const MAX_JOIN_MS = 5000;
const JOIN_PAUSE_MS = 100;

/** How many rows are read at once, and how many characters of inputs and outputs one list holds. */
const ROWS_AT_ONCE = 5;
const MAX_LIST_LENGTH = 8_000_000;

/** A batch in a SQLite database. */
class FileStore implements OpenStore {
  readonly #database: Database;
  readonly #writer: SqliteWriter;
  /** The path of the batch's files without their endings. */
  readonly #path: string;
  readonly definition: string;
  /** The ids under which this object has joined. */
  readonly #memberships = new Set<string>();

  constructor(database: Database, writer: SqliteWriter, path: string) {
    this.#database = database;
    this.#writer = writer;
    this.#path = path;
    this.definition = readDefinition(database) ?? "{}";
  }

  async join(): Promise<Membership> {
    const id = randomUUID();
    const lock = await this.#lock(id);
    this.#memberships.add(id);
    try {
      await this.#writer.write(() => {
        this.#assertNotDeleted();
        this.#database.run("INSERT INTO workers VALUES (?)", id);
      });
    } catch (error) {
      this.#memberships.delete(id);
      lock.close();
      await rm(this.#lockPath(id), { force: true });
      throw error;
    }
    return {
      id,
      assertAlive: () => undefined,
      leave: async () => {
        if (!this.#memberships.delete(id)) return;
        try {
          await this.#release(id);
        } finally {
          // Where the items cannot be freed now, the free lock lets any process free them.
          lock.close();
        }
        await rm(this.#lockPath(id), { force: true });
      },
    };
  }

  countWorkers(): Promise<number> {
    return Promise.resolve(this.#workerIds().length);
  }

  add(items: readonly NewItem[]): Promise<readonly AddOutcome[]> {
    return this.#writer.write(() => {
      this.#assertNotDeleted();
      const outcomes: AddOutcome[] = [];
      for (const item of items) {
        const outcome = this.#add(item);
        outcomes.push(outcome);
        if (outcome === "different") break;
      }
      return outcomes;
    });
  }

  take(
    worker: string,
    limit: number,
    onlyRunning = false,
  ): Promise<ItemRecord[]> {
    return this.#writer.write(() => {
      const taken: ItemRecord[] = [];
      let bytes = 0;
      for (const position of this.#findFree(limit, onlyRunning)) {
        const row = this.#database.get(TAKE, worker, position);
        if (!row) continue;
        const item = this.#addInput(toRecord(row));
        taken.push(item);
        bytes += Buffer.byteLength(item.input);
        if (bytes >= MAX_TAKE_BYTES) break;
      }
      return taken;
    });
  }

  change(
    { key, version }: Pick<ItemRecord, "key" | "version">,
    change: ItemChange,
    costLimit = Infinity,
  ): Promise<ChangeResult> {
    return this.#writer.write<ChangeResult>(() => {
      const item = this.#read(key);
      if (item?.version !== version) return { outcome: "conflict" };
      const { reserved = item.reserved, cost = item.cost } = change;
      const before = toUnits(item.reserved) + toUnits(item.cost);
      const added = toUnits(reserved) + toUnits(cost) - before;
      const limit = toLimitUnits(costLimit);
      if (added > 0 && this.#committedUnits() + added > limit)
        return { outcome: "over limit" };
      return { outcome: "changed", item: this.#update(item, change) };
    }, change.output?.length);
  }

  read(key: string): Promise<ItemRecord | undefined> {
    const item = this.#read(key);
    return Promise.resolve(item && this.#addInput(item));
  }

  list(query: ItemQuery): Promise<ItemRecord[]> {
    const { states, after, limit, undelivered = false } = query;
    const order = query.order === "position" ? "position" : "finishOrder";
    const conditions = [
      `${order} > ?`,
      `state IN (${states.map(() => "?").join(", ")})`,
    ];
    if (undelivered) conditions.push("delivered = 0");
    const indexCondition = findIndexCondition(query);
    if (indexCondition !== undefined) conditions.push(indexCondition);
    const sql = `SELECT * FROM items WHERE ${conditions.join(" AND ")}
       ORDER BY ${order} LIMIT ?`;
    const found: ItemRecord[] = [];
    let length = 0;
    for (;;) {
      const last = found.at(-1)?.[order] ?? after;
      const wanted = Math.min(ROWS_AT_ONCE, limit - found.length);
      const rows = this.#database
        .all(sql, last, ...states, wanted)
        .map(toRecord);
      for (const row of rows) {
        const item = this.#addInput(row);
        found.push(item);
        length += item.input.length + (item.output?.length ?? 0);
        if (length >= MAX_LIST_LENGTH) return Promise.resolve(found);
      }
      const isEnd = rows.length < wanted || found.length >= limit;
      if (isEnd) return Promise.resolve(found);
    }
  }

  totals(): Promise<Totals> {
    const counts = {
      queued: 0,
      submitting: 0,
      running: 0,
      completed: 0,
      failed: 0,
      lost: 0,
      inDoubt: 0,
    };
    const totals = { cost: 0, reserved: 0, undelivered: 0 };
    let hasOutputs = false;
    for (const row of this.#database.all(READ_TOTALS)) {
      const state = row["state"] as ItemState;
      const count = Number(row["count"]);
      counts[state] += count;
      totals.cost += fromUnits(Number(row["cost"]));
      totals.reserved += fromUnits(Number(row["reserved"]));
      if (row["delivered"] !== 0) continue;
      if (FINAL_STATES.includes(state)) totals.undelivered += count;
      if (state === "completed" && count > 0) hasOutputs = true;
    }
    const oldest = hasOutputs ? this.#database.get(READ_OLDEST) : undefined;
    const oldestUndeliveredAt = oldest ? Number(oldest["finishedAt"]) : null;
    return Promise.resolve({ ...totals, counts, oldestUndeliveredAt });
  }

  async releaseDeadWorkers(): Promise<void> {
    for (const id of this.#workerIds())
      if (!this.#memberships.has(id)) await this.#releaseIfDead(id);
  }

  isPaused(): Promise<boolean> {
    const row = this.#database.get("SELECT paused FROM batch");
    return Promise.resolve(row?.["paused"] === 1);
  }

  async setPaused(paused: boolean): Promise<void> {
    await this.#writer.write(() =>
      this.#database.run("UPDATE batch SET paused = ?", paused ? 1 : 0),
    );
  }

  beginDelete(abandonJobs: boolean): Promise<DeleteCounts> {
    return this.#writer.write(() => {
      if (this.#isDeleted()) return { workers: 0, jobs: 0 };
      const workers = this.#workerIds().length;
      const row = this.#database.get(
        "SELECT total(count) AS jobs FROM totals WHERE state IN ('submitting', 'running', 'inDoubt')",
      );
      const jobs = Number(row?.["jobs"]);
      if (workers === 0 && (jobs === 0 || abandonJobs))
        this.#database.run("INSERT INTO deletion (id) VALUES (1)");
      return { workers, jobs };
    });
  }

  async delete(): Promise<void> {
    this.#database.assertInPlace();
    await this.close();
    for (const ending of [".db", ".db-wal", ".db-shm", ".workers"])
      await rm(this.#path + ending, { force: true, recursive: true });
  }

  async close(): Promise<void> {
    await this.#writer.drain();
    this.#database.close();
  }

  #isDeleted(): boolean {
    return this.#database.get("SELECT id FROM deletion") !== undefined;
  }

  /** Throws a `BatchError` if the deletion of the batch has begun. */
  #assertNotDeleted(): void {
    if (this.#isDeleted()) throw createDeletedError(basename(this.#path));
  }

  /**
   * Takes the lock of a worker. The system frees the lock when the process ends, however it ends. A process that is stopped
   * keeps its lock.
   */
  async #lock(worker: string): Promise<Database> {
    this.#database.assertInPlace();
    let lock: Database | undefined;
    try {
      await this.#assertKnowsWorkers();
      lock = await Database.open(this.#lockPath(worker));
      lock.exec("BEGIN EXCLUSIVE");
      return lock;
    } catch (error) {
      lock?.close();
      // The folder of the locks is gone when another process has deleted the batch meanwhile.
      this.#database.assertInPlace();
      throw error;
    }
  }

  #lockPath(worker: string): string {
    return join(`${this.#path}.workers`, `${worker}.db`);
  }

  #workerIds(): string[] {
    const rows = this.#database.all("SELECT id FROM workers");
    return rows.map(({ id }) => String(id));
  }

  /**
   * Throws a `BatchError` if a process works on the batch of which this database knows nothing: the write-ahead log with
   * the claims of that process was deleted, or another file is in the place of the database.
   */
  async #assertKnowsWorkers(): Promise<void> {
    const start = performance.now();
    for (;;) {
      const unknown = await this.#findUnknownWorker();
      if (unknown === undefined) return;
      if (performance.now() - start > MAX_JOIN_MS)
        throw new BatchError(
          "batch_store_failed",
          `${this.#path}.db does not hold what a process that works on the batch has written: its -wal file was deleted, or the file was replaced. End every process that has the batch open, then open it again`,
        );
      // A process is unknown for a moment when it joins or leaves.
      await new Promise((resolve) => setTimeout(resolve, JOIN_PAUSE_MS));
    }
  }

  /** The id of a process that lives and is not among the workers. */
  async #findUnknownWorker(): Promise<string | undefined> {
    const folder = `${this.#path}.workers`;
    const files = await readdir(folder).catch((error: unknown) => {
      throw createStoreFailure(folder, error);
    });
    const ids = files
      .filter((file) => file.endsWith(".db"))
      .map((file) => file.slice(0, -".db".length));
    for (const id of ids)
      if (!this.#workerIds().includes(id) && (await this.#isLocked(id)))
        return id;
    return undefined;
  }

  async #isLocked(id: string): Promise<boolean> {
    const path = this.#lockPath(id);
    if (!existsSync(path)) return false;
    const lock = await Database.open(path);
    try {
      lock.exec("BEGIN EXCLUSIVE");
      return false;
    } catch (error) {
      if (isBusy(error)) return true;
      throw error;
    } finally {
      lock.close();
    }
  }

  /** Releases the items of another process if that process has ended: only then can its lock be taken. */
  async #releaseIfDead(id: string): Promise<void> {
    let lock: Database | undefined;
    try {
      lock = await Database.open(this.#lockPath(id));
      // A process that lives holds its lock for long: waiting would only block this process.
      lock.exec("PRAGMA busy_timeout = 0");
      lock.exec("BEGIN EXCLUSIVE");
      await this.#release(id);
    } catch (error) {
      // A process that lives holds its lock. A third process may have freed the items and removed the file meanwhile.
      if (!isBusy(error) && this.#workerIds().includes(id)) throw error;
      return;
    } finally {
      lock?.close();
    }
    await rm(this.#lockPath(id), { force: true });
  }

  async #release(worker: string): Promise<void> {
    await this.#writer.write(() => {
      this.#database.run(RELEASE, worker);
      this.#database.run("DELETE FROM workers WHERE id = ?", worker);
    });
  }

  #add({ key, input, policy, priority }: NewItem): AddOutcome {
    const inserted = this.#database.run(
      "INSERT OR IGNORE INTO items (key, policy, priority) VALUES (?, ?, ?)",
      key,
      policy,
      priority,
    );
    if (inserted === 1) {
      this.#database.run(
        "INSERT INTO inputs VALUES (last_insert_rowid(), ?)",
        input,
      );
      return "added";
    }
    const item = this.#read(key);
    const isSame = item && this.#addInput(item).input === input;
    return isSame ? "present" : "different";
  }

  #read(key: string): ItemWithoutInput | undefined {
    const row = this.#database.get("SELECT * FROM items WHERE key = ?", key);
    return row && toRecord(row);
  }

  #addInput(item: ItemWithoutInput): ItemRecord {
    const row = this.#database.get(
      "SELECT input FROM inputs WHERE position = ?",
      item.position,
    );
    return { ...item, input: String(row?.["input"]) };
  }

  /** The positions of items that a process may take, in the order of taking. */
  #findFree(limit: number, onlyRunning: boolean): number[] {
    const running = this.#database.all(FIND_FREE, "running", limit);
    const rest = onlyRunning ? 0 : limit - running.length;
    const queued = this.#database.all(FIND_FREE, "queued", rest);
    return [...running, ...queued].map(({ position }) => Number(position));
  }

  /** Cost and reservations of the whole batch, in units of money. */
  #committedUnits(): number {
    const row = this.#database.get(
      "SELECT total(cost) + total(reserved) AS sum FROM totals",
    );
    return Number(row?.["sum"]);
  }

  #update(item: ItemWithoutInput, change: ItemChange): ItemWithoutInput {
    const { finishOrder = item.finishOrder } = this.#finishOrderOf(
      item,
      change,
    );
    const set = { ...change, version: item.version + 1, finishOrder };
    const columns = Object.entries(set);
    const assignments = columns.map(([column]) => `${column} = ?`);
    this.#database.run(
      `UPDATE items SET ${assignments.join(", ")} WHERE position = ?`,
      ...columns.map(([column, value]) => toColumn(column, value)),
      item.position,
    );
    const cost = keptAmount(change.cost ?? item.cost);
    const reserved = keptAmount(change.reserved ?? item.reserved);
    return { ...item, ...set, cost, reserved };
  }

  /** A finished item gets the next place in the order of completion; an item that is queued again loses its place. */
  #finishOrderOf(
    item: ItemWithoutInput,
    { state }: ItemChange,
  ): Partial<Pick<ItemRecord, "finishOrder">> {
    if (state === undefined || state === item.state) return {};
    if (!FINAL_STATES.includes(state)) return { finishOrder: null };
    const row = this.#database.get(
      "UPDATE batch SET finishes = finishes + 1 RETURNING finishes",
    );
    return { finishOrder: Number(row?.["finishes"]) };
  }
}

/**
 * The condition of the index that holds the items of one state in the order of a list; undefined where there is none. SQLite
 * uses the index only for a statement that repeats this condition, and reads all items after a place otherwise.
 */
function findIndexCondition({ states, order }: ItemQuery): string | undefined {
  const [state, ...others] = states;
  if (others.length > 0) return undefined;
  if (order === "position")
    return state === "completed" ? undefined : "state <> 'completed'";
  const isUnsuccessful = state === "failed" || state === "lost";
  return isUnsuccessful ? "state IN ('failed', 'lost')" : undefined;
}

function toRecord(row: Row): ItemWithoutInput {
  return {
    ...(row as unknown as ItemWithoutInput),
    cost: fromUnits(Number(row["cost"])),
    reserved: fromUnits(Number(row["reserved"])),
    delivered: row["delivered"] === 1,
  };
}

/** What the database keeps of an amount of money. */
function keptAmount(amount: number): number {
  return fromUnits(toUnits(amount));
}

/** The value of a column. Amounts of money are in whole units, so that sums are exact. */
function toColumn(
  column: string,
  value: string | number | boolean | null,
): string | number | null {
  if (typeof value === "boolean") return Number(value);
  const isAmount = column === "cost" || column === "reserved";
  return isAmount ? toUnits(Number(value)) : value;
}
