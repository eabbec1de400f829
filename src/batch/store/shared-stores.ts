import {
  hasRoom,
  type SpendEntry,
  type SpendStore,
  type SpendSums,
} from "../../spend/store.js";
import type { WebhookStore } from "../../webhooks/store.js";
import { first, type Row, type SqlDriver, type Transaction } from "./driver.js";
import { checkFormat } from "./schema.js";

const MAX_LISTED = 1000;

type OpenDriver = () => Promise<SqlDriver>;

/**
 * Keeps what is spent and reserved in the database of a ledger. Each change locks the row of the sums first, so that the
 * changes follow one another.
 */
export class SqlSpendStore implements SpendStore {
  readonly #open: OpenDriver;

  constructor(open: OpenDriver) {
    this.#open = open;
  }

  reserve(entry: SpendEntry, limitUnits: number): Promise<boolean> {
    const { id, units, expiresAt } = entry;
    return this.#change(async (transaction, s, sums) => {
      if (await this.#find(transaction, s, id)) return true;
      if (!hasRoom(sums, units, limitUnits)) return false;
      await transaction.all(
        `INSERT INTO ${s}spend_entries (id, units, expires_at) VALUES ($1, $2, $3)`,
        id,
        units,
        expiresAt,
      );
      await this.#add(transaction, s, 0, units);
      return true;
    });
  }

  assign(id: string, newId: string, expiresAt: number): Promise<boolean> {
    return this.#change(async (transaction, s) => {
      if (await this.#find(transaction, s, newId)) return true;
      const rows = await transaction.all(
        `UPDATE ${s}spend_entries SET id = $2, expires_at = $3 WHERE id = $1 RETURNING id`,
        id,
        newId,
        expiresAt,
      );
      return rows.length > 0;
    });
  }

  settle(id: string, units: number): Promise<boolean> {
    return this.#change(async (transaction, s) => {
      const removed = await first(
        transaction,
        `DELETE FROM ${s}spend_entries WHERE id = $1 RETURNING units`,
        id,
      );
      if (!removed) return false;
      await this.#add(transaction, s, units, -Number(removed["units"]));
      return true;
    });
  }

  async find(id: string): Promise<SpendEntry | undefined> {
    const driver = await this.#open();
    const [row] = await driver.read(
      `SELECT * FROM ${driver.dialect.prefix}spend_entries WHERE id = $1`,
      id,
    );
    return row && toEntry(row);
  }

  async listExpired(time: number): Promise<readonly SpendEntry[]> {
    const driver = await this.#open();
    const rows = await driver.read(
      `SELECT * FROM ${driver.dialect.prefix}spend_entries WHERE expires_at <= $1 LIMIT ${MAX_LISTED}`,
      time,
    );
    return rows.map(toEntry);
  }

  async sums(): Promise<SpendSums> {
    const driver = await this.#open();
    const [row] = await driver.read(
      `SELECT * FROM ${driver.dialect.prefix}spend`,
    );
    return toSums(row ?? {});
  }

  async #change<Result>(
    run: (
      transaction: Transaction,
      prefix: string,
      sums: SpendSums,
    ) => Promise<Result>,
  ): Promise<Result> {
    const driver = await this.#open();
    const { prefix, forUpdate } = driver.dialect;
    return driver.write(async (transaction) => {
      await checkFormat(transaction, driver.dialect);
      const sums = await first(
        transaction,
        `SELECT * FROM ${prefix}spend AS spend ${forUpdate}`,
      );
      return run(transaction, prefix, toSums(sums ?? {}));
    });
  }

  #find(transaction: Transaction, s: string, id: string) {
    return first(
      transaction,
      `SELECT id FROM ${s}spend_entries WHERE id = $1`,
      id,
    );
  }

  #add(transaction: Transaction, s: string, spent: number, reserved: number) {
    return transaction.all(
      `UPDATE ${s}spend SET spent = spent + $1, reserved = reserved + $2`,
      spent,
      reserved,
    );
  }
}

function toSums(row: Row): SpendSums {
  return { spent: Number(row["spent"]), reserved: Number(row["reserved"]) };
}

function toEntry(row: Row): SpendEntry {
  return {
    id: String(row["id"]),
    units: Number(row["units"]),
    expiresAt: Number(row["expires_at"]),
  };
}

/** Remembers in the database of a ledger which deliveries were handled. */
export class SqlWebhookStore implements WebhookStore {
  readonly #open: OpenDriver;

  constructor(open: OpenDriver) {
    this.#open = open;
  }

  async get(key: string): Promise<string | undefined> {
    const driver = await this.#open();
    const [row] = await driver.read(
      `SELECT value FROM ${driver.dialect.prefix}webhooks WHERE key = $1 AND expires_at > $2`,
      key,
      Date.now(),
    );
    return row && String(row["value"]);
  }

  async replace(
    key: string,
    previous: string | undefined,
    value: string,
    expiresAt: number,
  ): Promise<boolean> {
    const driver = await this.#open();
    const s = driver.dialect.prefix;
    return driver.write(async (transaction) => {
      await checkFormat(transaction, driver.dialect);
      await transaction.all(
        `DELETE FROM ${s}webhooks WHERE expires_at <= $1`,
        Date.now(),
      );
      const rows =
        previous === undefined
          ? await transaction.all(
              `INSERT INTO ${s}webhooks (key, value, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING key`,
              key,
              value,
              expiresAt,
            )
          : await transaction.all(
              `UPDATE ${s}webhooks SET value = $2, expires_at = $3 WHERE key = $1 AND value = $4 RETURNING key`,
              key,
              value,
              expiresAt,
              previous,
            );
      return rows.length > 0;
    });
  }
}
