import type { SpendEntry, SpendStore, SpendSums } from "../../spend/store.js";
import type { WebhookStore } from "../../webhooks/store.js";
import type { Row } from "./connection.js";
import { DURABLE } from "./schema.js";

const MAX_LISTED = 1000;

type Run = (sql: string, ...values: unknown[]) => Promise<readonly Row[]>;

/**
 * Keeps what is spent and reserved in the database of a ledger. Each change locks the row of the sums first, so that the
 * changes follow one another.
 */
export class PostgresSpendStore implements SpendStore {
  readonly #run: Run;
  readonly #s: string;
  /** The beginning of each change. */
  readonly #lock: string;

  constructor(run: Run, s: string) {
    this.#run = run;
    this.#s = s;
    this.#lock = `durable AS MATERIALIZED (${DURABLE}),
      sums AS MATERIALIZED (SELECT spend.* FROM ${s}spend AS spend, durable FOR UPDATE OF spend)`;
  }

  async reserve(entry: SpendEntry, limitUnits: number): Promise<boolean> {
    const { id, units, expiresAt } = entry;
    const [row] = await this.#run(
      `WITH ${this.#lock},
       added AS (
         INSERT INTO ${this.#s}spend_entries SELECT $1, $2::numeric, $3::double precision FROM sums
         WHERE spent + reserved + $2::numeric <= $4::double precision ON CONFLICT DO NOTHING RETURNING units
       ),
       counted AS (UPDATE ${this.#s}spend SET reserved = spend.reserved + added.units FROM added)
       SELECT units FROM added`,
      id,
      units,
      expiresAt,
      limitUnits,
    );
    return row !== undefined || (await this.find(id)) !== undefined;
  }

  async assign(id: string, newId: string, expiresAt: number): Promise<boolean> {
    // An entry that has the new id already stays, and then the old one stays as well.
    const [row] = await this.#run(
      `WITH ${this.#lock}
       UPDATE ${this.#s}spend_entries SET id = $2, expires_at = $3 FROM sums
       WHERE id = $1 AND NOT EXISTS (SELECT FROM ${this.#s}spend_entries WHERE id = $2) RETURNING id`,
      id,
      newId,
      expiresAt,
    );
    return row !== undefined || (await this.find(newId)) !== undefined;
  }

  async settle(id: string, units: number): Promise<boolean> {
    const [row] = await this.#run(
      `WITH ${this.#lock},
       removed AS (DELETE FROM ${this.#s}spend_entries USING sums WHERE id = $1 RETURNING units),
       counted AS (
         UPDATE ${this.#s}spend SET spent = spend.spent + $2::numeric, reserved = spend.reserved - removed.units
         FROM removed
       )
       SELECT units FROM removed`,
      id,
      units,
    );
    return row !== undefined;
  }

  async find(id: string): Promise<SpendEntry | undefined> {
    const [row] = await this.#run(
      `SELECT * FROM ${this.#s}spend_entries WHERE id = $1`,
      id,
    );
    return row && toEntry(row);
  }

  async listExpired(time: number): Promise<readonly SpendEntry[]> {
    const rows = await this.#run(
      `SELECT * FROM ${this.#s}spend_entries WHERE expires_at <= $1 LIMIT ${MAX_LISTED}`,
      time,
    );
    return rows.map(toEntry);
  }

  async sums(): Promise<SpendSums> {
    const [row] = await this.#run(`SELECT * FROM ${this.#s}spend`);
    return {
      spent: Number(row?.["spent"]),
      reserved: Number(row?.["reserved"]),
    };
  }
}

function toEntry(row: Row): SpendEntry {
  return {
    id: String(row["id"]),
    units: Number(row["units"]),
    expiresAt: Number(row["expires_at"]),
  };
}

/** Remembers in the database of a ledger which deliveries were handled. */
export class PostgresWebhookStore implements WebhookStore {
  readonly #run: Run;
  readonly #s: string;

  constructor(run: Run, s: string) {
    this.#run = run;
    this.#s = s;
  }

  async get(key: string): Promise<string | undefined> {
    const [row] = await this.#run(
      `SELECT value FROM ${this.#s}webhooks WHERE key = $1 AND expires_at > $2`,
      key,
      Date.now(),
    );
    return row?.["value"] ?? undefined;
  }

  async replace(
    key: string,
    previous: string | undefined,
    value: string,
    expiresAt: number,
  ): Promise<boolean> {
    const rows = await this.#run(
      `WITH durable AS MATERIALIZED (${DURABLE}),
       forgotten AS (DELETE FROM ${this.#s}webhooks WHERE expires_at <= $5 AND key <> $1)
       ${previous === undefined ? this.#insert() : this.#update()} RETURNING key`,
      key,
      value,
      expiresAt,
      previous ?? null,
      Date.now(),
    );
    return rows.length > 0;
  }

  /** Writes the first value. A value that has expired counts as none. */
  #insert(): string {
    return `INSERT INTO ${this.#s}webhooks AS present SELECT $1, $2, $3 FROM durable
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
      WHERE present.expires_at <= $5 AND $4::text IS NULL`;
  }

  #update(): string {
    return `UPDATE ${this.#s}webhooks SET value = $2, expires_at = $3 FROM durable
      WHERE key = $1 AND value = $4 AND expires_at > $5`;
  }
}
