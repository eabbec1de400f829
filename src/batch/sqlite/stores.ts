import type { SpendEntry, SpendStore, SpendSums } from "../../spend/store.js";
import type { WebhookStore } from "../../webhooks/store.js";
import type { Database, Row } from "./database.js";

const MAX_LISTED = 1000;

/** SQLite gives whole numbers that JavaScript cannot hold exactly only as REAL. */
const ENTRY = "id, CAST(units AS REAL) AS units, expiresAt";
const SUMS =
  "SELECT CAST(units AS REAL) AS spent, (SELECT total(units) FROM spendEntries) AS reserved FROM spent";

/** Keeps what is spent and reserved in the database of a ledger. */
export class SqliteSpendStore implements SpendStore {
  readonly #open: () => Promise<Database>;

  constructor(open: () => Promise<Database>) {
    this.#open = open;
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
      database.run("DELETE FROM spendEntries WHERE id = ?", id);
      insert(database, { id: newId, units: entry.units, expiresAt });
      return true;
    });
  }

  settle(id: string, units: number): Promise<boolean> {
    return this.#write((database) => {
      if (database.run("DELETE FROM spendEntries WHERE id = ?", id) === 0)
        return false;
      database.run("UPDATE spent SET units = units + ?", units);
      return true;
    });
  }

  async find(id: string): Promise<SpendEntry | undefined> {
    return find(await this.#open(), id);
  }

  async listExpired(time: number): Promise<readonly SpendEntry[]> {
    const database = await this.#open();
    const sql = `SELECT ${ENTRY} FROM spendEntries WHERE expiresAt <= ? LIMIT ?`;
    return database.all(sql, time, MAX_LISTED).map(toEntry);
  }

  async sums(): Promise<SpendSums> {
    return sum(await this.#open());
  }

  async #write<Result>(run: (database: Database) => Result): Promise<Result> {
    const database = await this.#open();
    return database.transaction(() => run(database));
  }
}

function find(database: Database, id: string): SpendEntry | undefined {
  const row = database.get(
    `SELECT ${ENTRY} FROM spendEntries WHERE id = ?`,
    id,
  );
  return row && toEntry(row);
}

function insert(
  database: Database,
  { id, units, expiresAt }: SpendEntry,
): void {
  database.run(
    "INSERT INTO spendEntries (id, units, expiresAt) VALUES (?, ?, ?)",
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

/** Remembers in the database of a ledger which deliveries were handled. */
export class SqliteWebhookStore implements WebhookStore {
  readonly #open: () => Promise<Database>;

  constructor(open: () => Promise<Database>) {
    this.#open = open;
  }

  async get(key: string): Promise<string | undefined> {
    return findValue(await this.#open(), key);
  }

  async replace(
    key: string,
    previous: string | undefined,
    value: string,
    expiresAt: number,
  ): Promise<boolean> {
    const database = await this.#open();
    return database.transaction(() => {
      if (findValue(database, key) !== previous) return false;
      database.run(
        "DELETE FROM webhookValues WHERE expiresAt <= ?",
        Date.now(),
      );
      database.run(
        "INSERT OR REPLACE INTO webhookValues VALUES (?, ?, ?)",
        key,
        value,
        expiresAt,
      );
      return true;
    });
  }
}

function findValue(database: Database, key: string): string | undefined {
  const row = database.get(
    "SELECT value FROM webhookValues WHERE key = ? AND expiresAt > ?",
    key,
    Date.now(),
  );
  return row && String(row["value"]);
}
