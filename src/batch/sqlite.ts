import { statSync, type BigIntStats } from "node:fs";
import { InputError } from "../errors.js";
import { createStoreFailure } from "./store-failure.js";
import { BatchError } from "./types.js";

/** A value that SQLite stores here. */
type SqlValue = string | number | null;

/** A row of a result. */
export type Row = Readonly<Record<string, unknown>>;

interface Statement {
  run(...values: SqlValue[]): { readonly changes: number | bigint };
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
}

/** What is used of the `DatabaseSync` of `node:sqlite`, whose types Node 20 lacks. */
interface NativeDatabase {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

interface SqliteModule {
  readonly DatabaseSync: new (path: string) => NativeDatabase;
}

/** How long SQLite itself waits for another process, in milliseconds. It blocks this process, so the time is short. */
const BUSY_TIMEOUT_MS = 10;

/**
 * Loads `node:sqlite`.
 *
 * @throws InputError where the runtime has none
 */
async function loadSqlite(): Promise<SqliteModule> {
  try {
    // Typed as a string: the types of Node 20 do not know the module. The build writes the name into the import.
    const name: string = "node:sqlite";
    return (await import(/* @vite-ignore */ name)) as SqliteModule;
  } catch (cause) {
    throw new InputError(
      "store",
      `fileStore needs node:sqlite, which this runtime (${process.version}) lacks: use Node 22.13 or newer, Bun or Deno`,
      { cause },
    );
  }
}

/**
 * An open database with its prepared statements. A method throws a `BatchError` that names the file, or the error of
 * SQLite when another process holds a lock.
 */
export class Database {
  readonly #path: string;
  readonly #native: NativeDatabase;
  readonly #statements = new Map<string, Statement>();
  /** The files that are open, by the endings of their paths, as far as they were seen on the disk. */
  readonly #files = new Map<string, BigIntStats>();
  #isOpen = true;

  private constructor(path: string, native: NativeDatabase) {
    this.#path = path;
    this.#native = native;
    const file = findFile(path);
    if (file) this.#files.set("", file);
  }

  /** Opens a database, or creates it. */
  static async open(path: string): Promise<Database> {
    const { DatabaseSync } = await loadSqlite();
    const native = callSqlite(path, () => new DatabaseSync(path));
    native.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    return new Database(path, native);
  }

  exec(sql: string): void {
    callSqlite(this.#path, () => this.#native.exec(sql));
  }

  run(sql: string, ...values: SqlValue[]): number {
    return callSqlite(this.#path, () =>
      Number(this.#prepare(sql).run(...values).changes),
    );
  }

  get(sql: string, ...values: SqlValue[]): Row | undefined {
    return callSqlite(this.#path, () => this.#prepare(sql).get(...values));
  }

  all(sql: string, ...values: SqlValue[]): Row[] {
    return callSqlite(this.#path, () => this.#prepare(sql).all(...values));
  }

  /**
   * Throws a `BatchError` when a path no longer leads to the file that is open: the database, its write-ahead log or the
   * index of that log. What is written into such a file is lost, and another process with a new file would do the same
   * work again.
   */
  assertInPlace(): void {
    for (const ending of ["", "-wal", "-shm"]) {
      const path = this.#path + ending;
      const file = callSqlite(path, () => findFile(path));
      const opened = this.#files.get(ending) ?? file;
      // A database without a write-ahead log has one file.
      if (!opened && ending !== "") continue;
      if (!file || opened?.ino !== file.ino || opened.dev !== file.dev)
        throw createNotInPlace(path, ending);
      this.#files.set(ending, file);
    }
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#statements.clear();
    this.#native.close();
  }

  #prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#native.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function createNotInPlace(path: string, ending: string): BatchError {
  const remedy =
    ending === ""
      ? "put it back and open it again"
      : "end every process that has the batch open, then open it again";
  return new BatchError(
    "batch_store_failed",
    `${path} was deleted, moved or replaced while it was open: ${remedy}`,
  );
}

function findFile(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

function callSqlite<Result>(path: string, call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    throw isBusy(error) ? error : createStoreFailure(path, error);
  }
}

/** Whether SQLite refused something because another process holds a lock. */
export function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && /database (table )?is locked/.test(error.message)
  );
}

interface Write {
  readonly run: () => unknown;
  readonly bytes: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** How long a write may wait for other processes, in milliseconds. */
const MAX_BUSY_MS = 60_000;

/**
 * How many writes one transaction may hold, and how many bytes without those of its last write, so that it does not block
 * the event loop for long.
 */
const MAX_WRITES_PER_TRANSACTION = 200;
const MAX_BYTES_PER_TRANSACTION = 8_000_000;

/**
 * Runs writes in order, as many as are waiting in one transaction, because each transaction waits for the disk once. A
 * write of one group fails with the whole group.
 */
export class SqliteWriter {
  readonly #database: Database;
  readonly #waiting: Write[] = [];
  #flushing: Promise<void> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Runs a synchronous function inside a transaction. Resolves with its result when the transaction is durable. `bytes` is
   * the size of what the function writes, where that may be large.
   */
  write<Result>(run: () => Result, bytes = 0): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({
        run,
        bytes,
        resolve: resolve as (result: unknown) => void,
        reject,
      });
      this.#flushing ??= this.#flush();
    });
  }

  /** Resolves when all writes have ended. */
  async drain(): Promise<void> {
    await this.#flushing;
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Lets all callbacks of this turn add their writes to the group.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#writeGroup();
    }
    this.#flushing = undefined;
  }

  async #writeGroup(): Promise<void> {
    let group: Write[] = [];
    try {
      await this.#begin();
      this.#database.assertInPlace();
      group = this.#nextGroup();
      const results = group.map(({ run }) => run());
      this.#database.exec("COMMIT");
      for (const [index, { resolve }] of group.entries())
        resolve(results[index]);
    } catch (error) {
      this.#rollback();
      if (group.length === 0) group = this.#waiting.splice(0);
      for (const { reject } of group) reject(error);
    }
  }

  #nextGroup(): Write[] {
    let count = 0;
    let bytes = 0;
    for (const write of this.#waiting) {
      if (count >= MAX_WRITES_PER_TRANSACTION) break;
      if (bytes >= MAX_BYTES_PER_TRANSACTION) break;
      count++;
      bytes += write.bytes;
    }
    return this.#waiting.splice(0, count);
  }

  async #begin(): Promise<void> {
    const begun = performance.now();
    for (;;) {
      try {
        this.#database.exec("BEGIN IMMEDIATE");
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() - begun > MAX_BUSY_MS)
          throw error;
        const pauseMs = 5 + Math.random() * 20;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  #rollback(): void {
    try {
      this.#database.exec("ROLLBACK");
    } catch {
      // SQLite has rolled back by itself, or the transaction did not begin.
    }
  }
}
