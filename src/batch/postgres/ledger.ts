import { checkWhole } from "../../checks.js";
import type { SpendStore } from "../../spend/store.js";
import type { WebhookStore } from "../../webhooks/store.js";
import { readModel } from "../definition.js";
import {
  DEFAULT_ENDPOINT,
  type AdoptOptions,
  type LedgerStore,
  type ListedBatch,
} from "../ledger.js";
import {
  assertBatchKept,
  assertItemsKept,
  suspectsOf,
  Witness,
} from "../witness.js";
import { adoptStore, placeOfDoubts } from "./adopt.js";
import { PostgresBatch, type OpenLedger } from "./batch.js";
import { Connection, type PoolSource, type Row } from "./connection.js";
import { CLOCK, createTables, DURABLE, readStore } from "./schema.js";
import { assertFormatOf, assertStore, createWentBack } from "./store.js";
import { PostgresSpendStore, PostgresWebhookStore } from "./stores.js";

/** How often the tables are created again when another process creates them at the same moment. */
const MAX_TRIES = 5;

/** A ledger in a schema of a Postgres database. The schema is opened by the first call that needs it. */
export class PostgresLedger implements LedgerStore {
  readonly #connection: Connection;
  readonly #schema: string;
  /** The schema with a dot. */
  readonly #s: string;
  readonly #witnessFolder: string | undefined;
  #opened: Promise<OpenLedger> | undefined;

  constructor(
    source: PoolSource,
    schema: string,
    witnessFolder: string | undefined,
  ) {
    this.#connection = new Connection(source);
    // In quotes, because the name may be a word of SQL.
    this.#schema = `"${schema}"`;
    this.#s = `${this.#schema}.`;
    this.#witnessFolder = witnessFolder;
  }

  open(name: string, definition: string): Promise<PostgresBatch>;
  open(
    name: string,
    definition: string | undefined,
  ): Promise<PostgresBatch | undefined>;
  async open(
    name: string,
    definition: string | undefined,
  ): Promise<PostgresBatch | undefined> {
    const opened = await this.#open();
    await this.#assertWhole(opened, name);
    if (definition !== undefined) await this.#createBatch(name, definition);
    const [row] = await this.#connection.run(
      `SELECT id, name, definition FROM ${this.#s}batches WHERE name = $1 AND NOT is_deleted`,
      name,
    );
    return row && new PostgresBatch(opened, row);
  }

  async list(): Promise<readonly ListedBatch[]> {
    const opened = await this.#open();
    const rows = await this.#connection.run(
      `SELECT id, name, definition FROM ${this.#s}batches
       WHERE NOT is_deleted AND strpos(name, ':') = 0 ORDER BY name COLLATE "C"`,
    );
    return Promise.all(
      rows.map(async (row) => {
        const batch = new PostgresBatch(opened, row);
        const { name, definition } = batch;
        return { name, definition, totals: await batch.totals() };
      }),
    );
  }

  async adopt(
    suspects?: number | Readonly<Record<string, number>>,
    { payAgain = [] }: AdoptOptions = {},
  ): Promise<number> {
    const { witness } = await this.#open();
    const seen = (await witness?.counts()) ?? {};
    const rows = await this.#readBatches();
    assertItemsKept(rows, seen, payAgain);
    const batches = rows.map((row) => {
      const { id, name } = row;
      const count = suspectsOf(row, suspects, seen);
      checkWhole("suspects", count, 0, { operation: "ledger.adopt" });
      return { id, suspects: count, claims: seen[name] ?? 0 };
    });
    const results = await this.#connection.runTogether(
      adoptStore(this.#s, batches),
    );
    for (const name of payAgain)
      if (!rows.some((row) => row.name === name)) await witness?.forget(name);
    return batches.reduce(
      (sum, _, index) =>
        sum + Number(results[placeOfDoubts(index)]?.[0]?.["count"]),
      0,
    );
  }

  spendStore(): SpendStore {
    return new PostgresSpendStore(this.#run, this.#s);
  }

  webhookStore(): WebhookStore {
    return new PostgresWebhookStore(this.#run, this.#s);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  /** Runs a statement when the tables are there. */
  readonly #run = async (
    sql: string,
    ...values: unknown[]
  ): Promise<readonly Row[]> => {
    await this.#open();
    return this.#connection.run(sql, ...values);
  };

  /** A store that could not be opened is tried again. */
  #open(): Promise<OpenLedger> {
    this.#opened ??= this.#create().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #create(): Promise<OpenLedger> {
    await this.#createTables();
    const [row] = await this.#connection.run(readStore(this.#s));
    assertFormatOf(row);
    const witness =
      this.#witnessFolder === undefined
        ? undefined
        : await Witness.open(this.#witnessFolder);
    return { connection: this.#connection, prefix: this.#s, witness };
  }

  /** Creates the tables where there are none. This is the place to migrate those of an older format. */
  async #createTables(): Promise<void> {
    for (let tries = 1; ; tries++) {
      const [row] = await this.#connection.run(
        `SELECT to_regnamespace('${this.#schema}') AS schema, to_regclass('${this.#s}meta') AS meta,
           to_regclass('${this.#s}batches') AS batches`,
      );
      if (typeof row?.["meta"] === "string") return;
      if (typeof row?.["batches"] === "string") assertFormatOf(undefined);
      // A role without the right to create a schema may use one that is there.
      const creation = row?.["schema"] ? [] : [`CREATE SCHEMA ${this.#schema}`];
      try {
        await this.#connection.runTogether([
          ...creation,
          ...createTables(this.#s),
        ]);
      } catch (error) {
        // Another process may have created them.
        if (tries === MAX_TRIES) throw error;
      }
    }
  }

  async #createBatch(name: string, definition: string): Promise<void> {
    const endpoint = readModel(definition);
    const { version, burst, perSecond, blockedUntil } = DEFAULT_ENDPOINT;
    await this.#connection.run(
      `WITH durable AS MATERIALIZED (${DURABLE}),
       endpoint AS (
         INSERT INTO ${this.#s}endpoints (name, version, burst, per_second, blocked_until, tokens, filled_at)
         VALUES ($3, $4, $5::double precision, $6, $7, $5::double precision, ${CLOCK}) ON CONFLICT DO NOTHING
       )
       INSERT INTO ${this.#s}batches (name, definition, endpoint)
       SELECT $1, $2, $3 FROM durable ON CONFLICT DO NOTHING`,
      name,
      definition,
      endpoint,
      version,
      burst,
      perSecond,
      blockedUntil,
    );
  }

  /** Throws a `BatchError` if the store may lack commits, as its identity or the witness shows. */
  async #assertWhole({ witness }: OpenLedger, name: string): Promise<void> {
    const [row] = await this.#connection.run(readStore(this.#s));
    assertStore(row, name);
    if (!witness) return;
    const seen = await witness.counts();
    const batches = await this.#readBatches();
    const isThere = batches.some((batch) => batch.name === name);
    assertBatchKept(name, isThere, seen);
    const lacking = batches.find(
      (batch) => batch.claims < (seen[batch.name] ?? 0),
    );
    if (lacking) throw createWentBack(lacking.name);
  }

  /** The batches of the ledger, with what an adoption needs to know of them. */
  async #readBatches() {
    const rows = await this.#connection.run(
      `SELECT id, name, claims, waiting + queued AS unclaimed
       FROM ${this.#s}batches WHERE NOT is_deleted ORDER BY id`,
    );
    return rows.map(({ id, name, claims, unclaimed }) => ({
      id: Number(id),
      name: String(name),
      claims: Number(claims),
      unclaimed: Number(unclaimed),
    }));
  }
}
