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
 * Keeps what is spent and reserved under one name in the database of a ledger. Each change locks the row of the sums first,
 * so that the changes follow one another.
 */
export class SqlSpendStore implements SpendStore {
  readonly #open: OpenDriver;
  readonly #name: string;

  constructor(open: OpenDriver, name: string) {
    this.#open = open;
    this.#name = name;
  }

  reserve(entry: SpendEntry, limitUnits: number): Promise<boolean> {
    const { id, units, expiresAt } = entry;
    return this.#change(async (transaction, s, sums) => {
      if (await this.#find(transaction, s, id)) return true;
      if (!hasRoom(sums, units, limitUnits)) return false;
      await transaction.all(
        `INSERT INTO ${s}spend_entries (name, id, units, expires_at) VALUES ($1, $2, $3, $4)`,
        this.#name,
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
        `UPDATE ${s}spend_entries SET id = $3, expires_at = $4 WHERE name = $1 AND id = $2 RETURNING id`,
        this.#name,
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
        `DELETE FROM ${s}spend_entries WHERE name = $1 AND id = $2 RETURNING units`,
        this.#name,
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
      `SELECT * FROM ${driver.dialect.prefix}spend_entries WHERE name = $1 AND id = $2`,
      this.#name,
      id,
    );
    return row && toEntry(row);
  }

  async listExpired(time: number): Promise<readonly SpendEntry[]> {
    const driver = await this.#open();
    const rows = await driver.read(
      `SELECT * FROM ${driver.dialect.prefix}spend_entries WHERE name = $1 AND expires_at <= $2 LIMIT ${MAX_LISTED}`,
      this.#name,
      time,
    );
    return rows.map(toEntry);
  }

  async sums(): Promise<SpendSums> {
    const driver = await this.#open();
    const [row] = await driver.read(
      `SELECT * FROM ${driver.dialect.prefix}spend WHERE name = $1`,
      this.#name,
    );
    return toSums(row ?? EMPTY_SUMS);
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
      const lockSums = () =>
        first(
          transaction,
          `SELECT * FROM ${prefix}spend AS spend WHERE name = $1 ${forUpdate}`,
          this.#name,
        );
      let sums = await lockSums();
      if (!sums) {
        await transaction.all(
          `INSERT INTO ${prefix}spend VALUES ($1, 0, 0) ON CONFLICT DO NOTHING`,
          this.#name,
        );
        sums = await lockSums();
      }
      return run(transaction, prefix, toSums(sums ?? EMPTY_SUMS));
    });
  }

  #find(transaction: Transaction, s: string, id: string) {
    return first(
      transaction,
      `SELECT id FROM ${s}spend_entries WHERE name = $1 AND id = $2`,
      this.#name,
      id,
    );
  }

  #add(transaction: Transaction, s: string, spent: number, reserved: number) {
    return transaction.all(
      `UPDATE ${s}spend SET spent = spent + $2, reserved = reserved + $3 WHERE name = $1`,
      this.#name,
      spent,
      reserved,
    );
  }
}

const EMPTY_SUMS: Row = { spent: 0, reserved: 0 };

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
