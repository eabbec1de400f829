import { mkdir } from "node:fs/promises";
import { existsSync, statSync, type BigIntStats } from "node:fs";
import { dirname } from "node:path";
import { InputError } from "../../errors.js";
import { BatchError } from "../errors.js";
import type {
  Dialect,
  JsonColumns,
  Row,
  SqlDriver,
  SqlValue,
  Transaction,
} from "../store/driver.js";
import { assertFormat } from "../store/schema.js";
import { refuseNetwork } from "./network.js";

interface NativeStatement {
  all(...values: readonly SqlValue[]): Row[];
}

/** What is used of the `DatabaseSync` of `node:sqlite`, whose types Node 20 lacks. */
interface NativeDatabase {
  exec(sql: string): void;
  prepare(sql: string): NativeStatement;
  close(): void;
}

interface SqliteModule {
  readonly DatabaseSync: new (path: string) => NativeDatabase;
}

/** A prepared statement, and the places of its values among those that it is given. */
interface Statement {
  readonly native: NativeStatement;
  readonly places: readonly number[];
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
      `fileLedger needs node:sqlite, which this runtime (${process.version}) lacks: use Node 22.13 or newer (\`npx node@22 program.js\` runs one program with it), Bun or Deno, or keep the batch in Postgres with postgresLedger`,
      { cause },
    );
  }
}

function given(parameter: string, columns: JsonColumns): string {
  const values = Object.keys(columns).map(
    (name) => `json_extract(value, '$.${name}') AS ${name}`,
  );
  return `(SELECT ${values.join(", ")} FROM json_each(${parameter})) AS given`;
}

/** The SQL of SQLite. The identity of the store is the number by which the file system knows the file: a copy has another. */
function createDialect(fileNumber: string): Dialect {
  return {
    prefix: "",
    autoId: "integer PRIMARY KEY AUTOINCREMENT",
    // The row number of SQLite: a column of another type would need an index beside it.
    idType: "integer",
    forUpdate: "",
    clock: "NULL",
    newIdentity: `'${fileNumber}'`,
    identity: `'${fileNumber}'`,
    given,
    isIn: (column, parameter) =>
      `${column} IN (SELECT value FROM json_each(${parameter}))`,
    // SQLite would look at every given row for each id.
    alsoIn: (_column, parameter) => `${parameter} IS NOT NULL`,
    hasMetadata: (parameter) => `NOT EXISTS (
      SELECT 1 FROM json_each(${parameter}) AS wanted WHERE NOT EXISTS (
        SELECT 1 FROM json_each(metadata) AS own
        WHERE own.key = wanted.key AND own.type = wanted.type AND own.atom = wanted.atom
      )
    )`,
  };
}

/** A SQLite database in a file. Its commits survive a crash of the machine. */
export class SqliteDriver implements SqlDriver {
  readonly #path: string;
  #native: NativeDatabase | undefined;
  #dialect: Dialect | undefined;
  readonly #statements = new Map<string, Statement>();
  /** The files that are open, by the endings of their paths, as far as they were seen on the disk. */
  readonly #files = new Map<string, BigIntStats>();
  /** Transactions and reads of this process follow one another: they share one connection. */
  #last: Promise<unknown> = Promise.resolve();

  /** `path` is absolute: the process may change its folder while the file is open. */
  constructor(path: string) {
    this.#path = path;
  }

  get dialect(): Dialect {
    if (!this.#dialect) throw this.#createClosed();
    return this.#dialect;
  }

  missingFile(): string | undefined {
    return existsSync(this.#path) ? undefined : this.#path;
  }

  async create(statements: () => readonly string[]): Promise<void> {
    await this.#open();
    await this.write(async (transaction) => {
      const tables = await transaction.all(
        "SELECT name FROM sqlite_master WHERE type = 'table'",
      );
      const names = tables.map(({ name }) => name);
      if (names.includes("meta")) return;
      if (names.length > 0) assertFormat(undefined);
      for (const sql of statements()) this.#connection.exec(sql);
    });
  }

  write<Result>(
    run: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    return this.#enqueue(async () => {
      await retryWhileBusy(() => this.#connection.exec("BEGIN IMMEDIATE"));
      try {
        this.#assertInPlace();
        const result = await run({ all: this.#all });
        this.#connection.exec("COMMIT");
        return result;
      } catch (error) {
        this.#rollback();
        throw error;
      }
    });
  }

  read(sql: string, ...values: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.#enqueue(() => this.#all(sql, ...values));
  }

  async close(): Promise<void> {
    await this.#last.catch(() => undefined);
    this.#statements.clear();
    this.#files.clear();
    this.#native?.close();
    this.#native = undefined;
  }

  /** Opens the database, or creates it in a folder that only its owner may read. */
  async #open(): Promise<void> {
    if (this.#native) return;
    const { DatabaseSync } = await loadSqlite();
    const folder = dirname(this.#path);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await refuseNetwork(folder);
      const native = new DatabaseSync(this.#path);
      this.#native = native;
      native.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      // Two processes that open a new database at once may find each other's lock.
      await retryWhileBusy(() => native.exec("PRAGMA journal_mode = WAL"));
      // Each commit waits for the disk.
      native.exec("PRAGMA synchronous = FULL");
      this.#dialect = createDialect(String(findFile(this.#path)?.ino));
    } catch (error) {
      this.#native?.close();
      this.#native = undefined;
      throw createFailure(this.#path, error);
    }
  }

  get #connection(): NativeDatabase {
    if (!this.#native) throw this.#createClosed();
    return this.#native;
  }

  #createClosed(): BatchError {
    return new BatchError(
      "ledger_failed",
      `${this.#path} is closed: the ledger was closed, so create another with fileLedger`,
    );
  }

  async #enqueue<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(run).catch((error: unknown) => {
      throw createFailure(this.#path, error);
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  readonly #all = (
    sql: string,
    ...values: readonly SqlValue[]
  ): Promise<readonly Row[]> => {
    const { native, places } = this.#prepare(sql);
    const rows = native.all(...places.map((place) => values[place] ?? null));
    return Promise.resolve(rows);
  };

  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const places: number[] = [];
    // SQLite takes `$1` for a name.
    const text = sql.replace(/\$(\d+)/g, (_, place) => {
      places.push(Number(place) - 1);
      return "?";
    });
    const statement = { native: this.#connection.prepare(text), places };
    this.#statements.set(sql, statement);
    return statement;
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
      this.#native?.exec("ROLLBACK");
    } catch {
      // SQLite has rolled back by itself.
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

async function retryWhileBusy(act: () => void): Promise<void> {
  const start = performance.now();
  for (;;) {
    try {
      act();
      return;
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
