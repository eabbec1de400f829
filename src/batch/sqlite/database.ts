import { mkdir } from "node:fs/promises";
import { statSync, type BigIntStats } from "node:fs";
import { dirname } from "node:path";
import { InputError } from "../../errors.js";
import { BatchError } from "../errors.js";

/** A value that SQLite stores here. */
export type SqlValue = string | number | null;

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

/** How long a transaction may wait for those of other processes, in milliseconds, and the longest pause between two tries. */
const MAX_BUSY_MS = 60_000;
const MAX_PAUSE_MS = 25;

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
      "ledger",
      `fileLedger needs node:sqlite, which this runtime (${process.version}) lacks: use Node 22.13 or newer, Bun or Deno`,
      { cause },
    );
  }
}

/** An open database with its prepared statements. Its commits survive a crash of the machine. */
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
  }

  /** Opens a database, or creates it in a folder that only its owner may read. */
  static async open(path: string): Promise<Database> {
    const { DatabaseSync } = await loadSqlite();
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const database = new Database(path, new DatabaseSync(path));
      database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      // Two processes that open a new database at once may find each other's lock.
      await retryWhileBusy(() => database.exec("PRAGMA journal_mode = WAL"));
      // Each commit waits for the disk.
      database.exec("PRAGMA synchronous = FULL");
      return database;
    } catch (error) {
      throw createFailure(path, error);
    }
  }

  /** The number by which the file system knows the file: a copy has another one. */
  get fileNumber(): string {
    return String(findFile(this.#path)?.ino);
  }

  exec(sql: string): void {
    this.#call(() => this.#native.exec(sql));
  }

  run(sql: string, ...values: SqlValue[]): number {
    return this.#call(() => Number(this.#prepare(sql).run(...values).changes));
  }

  get(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#call(() => this.#prepare(sql).get(...values));
  }

  all(sql: string, ...values: SqlValue[]): Row[] {
    return this.#call(() => this.#prepare(sql).all(...values));
  }

  /** Runs a synchronous function in a transaction. Resolves with its result when the transaction is durable. */
  async transaction<Result>(run: () => Result): Promise<Result> {
    try {
      return await retryWhileBusy(() => this.#runOnce(run));
    } catch (error) {
      throw createFailure(this.#path, error);
    }
  }

  #runOnce<Result>(run: () => Result): Result {
    this.exec("BEGIN IMMEDIATE");
    try {
      this.#assertInPlace();
      const result = run();
      this.exec("COMMIT");
      return result;
    } catch (error) {
      this.#rollback();
      throw error;
    }
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#statements.clear();
    this.#native.close();
  }

  /**
   * Throws a `BatchError` when a path no longer leads to the file that is open: the database, its write-ahead log or the
   * index of that log. What is written into such a file is lost, and another process with a new file would do the same
   * work again.
   */
  #assertInPlace(): void {
    for (const ending of ["", "-wal", "-shm"]) {
      const path = this.#path + ending;
      const file = findFile(path);
      const opened = this.#files.get(ending) ?? file;
      if (!file || opened?.ino !== file.ino || opened.dev !== file.dev)
        throw new BatchError(
          "ledger_went_back",
          `${path} was deleted, moved or replaced while it was open: end every process that has the ledger open, put the file back, and open the ledger again`,
        );
      this.#files.set(ending, file);
    }
  }

  #rollback(): void {
    try {
      this.#native.exec("ROLLBACK");
    } catch {
      // SQLite has rolled back by itself.
    }
  }

  #prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#native.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #call<Result>(call: () => Result): Result {
    try {
      return call();
    } catch (error) {
      throw isBusy(error) ? error : createFailure(this.#path, error);
    }
  }
}

function findFile(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

/** Whether SQLite refused something because another process holds a lock. */
function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && /database (table )?is locked/.test(error.message)
  );
}

async function retryWhileBusy<Result>(act: () => Result): Promise<Result> {
  const start = performance.now();
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!isBusy(error) || performance.now() - start > MAX_BUSY_MS)
        throw error;
      const pauseMs = Math.random() * MAX_PAUSE_MS;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** What to do about a failure of SQLite or of the file system, by the text of its message. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/disk is full|ENOSPC|EDQUOT/, "Free space on its disk"],
  [
    /readonly|unable to open|EACCES|EPERM|EROFS|ENOENT/,
    "Make the folder writable for this process",
  ],
  [/disk I\/O error|EIO/, "Check the disk and its free space"],
  [/malformed|not a database/, "Restore the file from a backup"],
];

/** The error for a file that cannot be used: its message names the file, the reason and what to do. */
function createFailure(path: string, cause: unknown): unknown {
  if (cause instanceof BatchError || cause instanceof InputError) return cause;
  if (isBusy(cause))
    return new BatchError(
      "ledger_unavailable",
      `${path} is locked by another process for ${MAX_BUSY_MS / 1000} seconds`,
      { cause },
    );
  const reason = cause instanceof Error ? cause.message : String(cause);
  const remedy = REMEDIES.find(([pattern]) => pattern.test(reason))?.[1];
  const advice = remedy === undefined ? "" : `. ${remedy}, then try again`;
  return new BatchError(
    "ledger_failed",
    `${path} cannot be used: ${reason}${advice}`,
    { cause },
  );
}
