import { join } from "node:path";
import { check } from "../checks.js";
import type { SpendEntry, SpendStore, SpendSums } from "../spend/store.js";
import { createFolder, openDatabase } from "./open-database.js";
import { SqliteWriter, type Database, type Row } from "./sqlite.js";

const MAX_LISTED = 1000;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS spent (id INTEGER PRIMARY KEY, units INTEGER NOT NULL);
INSERT OR IGNORE INTO spent VALUES (1, 0);
CREATE TABLE IF NOT EXISTS entries (
  id TEXT PRIMARY KEY,
  units INTEGER NOT NULL,
  expiresAt REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS expiring ON entries (expiresAt);
`;

/** SQLite gives whole numbers that JavaScript cannot hold exactly only as REAL. */
const ENTRY = "id, CAST(units AS REAL) AS units, expiresAt";
const SUMS =
  "SELECT CAST(units AS REAL) AS spent, (SELECT total(units) FROM entries) AS reserved FROM spent";

interface OpenDatabase {
  readonly database: Database;
  readonly writer: SqliteWriter;
}

/** Keeps what is spent and reserved in a SQLite database. */
class FileSpendStore implements SpendStore {
  readonly #folder: string;
  #opened: Promise<OpenDatabase> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  reserve(entry: SpendEntry, limitUnits: number): Promise<boolean> {
    return this.#write((database) => {
      if (find(database, entry.id)) return true;
      const { spent, reserved } = sum(database);
      if (spent + reserved + entry.units > limitUnits) return false;
      insert(database, entry);
      return true;
    });
  }

  assign(id: string, newId: string, expiresAt: number): Promise<boolean> {
    return this.#write((database) => {
      if (find(database, newId)) return true;
      const entry = find(database, id);
      if (!entry) return false;
      database.run("DELETE FROM entries WHERE id = ?", id);
      insert(database, { id: newId, units: entry.units, expiresAt });
      return true;
    });
  }

  settle(id: string, units: number): Promise<boolean> {
    return this.#write((database) => {
      if (database.run("DELETE FROM entries WHERE id = ?", id) === 0)
        return false;
      database.run("UPDATE spent SET units = units + ?", units);
      return true;
    });
  }

  async find(id: string): Promise<SpendEntry | undefined> {
    const { database } = await this.#open();
    return find(database, id);
  }

  async listExpired(time: number): Promise<readonly SpendEntry[]> {
    const { database } = await this.#open();
    return database
      .all(
        `SELECT ${ENTRY} FROM entries WHERE expiresAt <= ? LIMIT ?`,
        time,
        MAX_LISTED,
      )
      .map(toEntry);
  }

  async sums(): Promise<SpendSums> {
    const { database } = await this.#open();
    return sum(database);
  }

  async #write<Result>(run: (database: Database) => Result): Promise<Result> {
    const { database, writer } = await this.#open();
    return writer.write(() => run(database));
  }

  /** A folder that could not be opened is tried again. */
  #open(): Promise<OpenDatabase> {
    this.#opened ??= this.#create().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #create(): Promise<OpenDatabase> {
    await createFolder(this.#folder);
    const database = await openDatabase(join(this.#folder, "spend.db"));
    const writer = new SqliteWriter(database);
    await writer.write(() => database.exec(SCHEMA));
    return { database, writer };
  }
}

/**
 * Creates a store of a spend guard in a folder on a local disk: the processes of this machine that name the same folder
 * share the limit, and a restart forgets nothing. Needs Node 22.13 or newer, Bun or Deno.
 *
 * @throws InputError if the folder is no path. If the runtime has no `node:sqlite`, each call of the guard throws a
 * SpendError whose `cause` says so.
 *
 * @example
 * ```ts
 * const spend = createSpendGuard({ limit: 5, store: fileSpendStore("./spend") });
 * ```
 */
export function fileSpendStore(folder: string): SpendStore {
  check(
    typeof folder === "string" && folder !== "",
    "folder",
    "must be the path of a folder",
  );
  return new FileSpendStore(folder);
}

function find(database: Database, id: string): SpendEntry | undefined {
  const row = database.get(`SELECT ${ENTRY} FROM entries WHERE id = ?`, id);
  return row && toEntry(row);
}

function insert(
  database: Database,
  { id, units, expiresAt }: SpendEntry,
): void {
  database.run(
    "INSERT INTO entries (id, units, expiresAt) VALUES (?, ?, ?)",
    id,
    units,
    expiresAt,
  );
}

function sum(database: Database): SpendSums {
  const row = database.get(SUMS);
  return {
    spent: Number(row?.["spent"]),
    reserved: Number(row?.["reserved"]),
  };
}

function toEntry(row: Row): SpendEntry {
  return {
    id: String(row["id"]),
    units: Number(row["units"]),
    expiresAt: Number(row["expiresAt"]),
  };
}
