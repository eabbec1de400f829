import type { WebhookStore } from "../../webhooks/store.js";
import type { Row } from "./connection.js";
import { DURABLE } from "./schema.js";

/** Remembers in the database of a ledger which deliveries were handled. */
export class PostgresWebhookStore implements WebhookStore {
  readonly #run: (sql: string, ...values: unknown[]) => Promise<readonly Row[]>;
  readonly #s: string;

  constructor(
    run: (sql: string, ...values: unknown[]) => Promise<readonly Row[]>,
    s: string,
  ) {
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
