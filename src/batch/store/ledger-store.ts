import type { SpendStore } from "../../spend/store.js";
import type { WebhookStore } from "../../webhooks/store.js";
import { check } from "../../checks.js";
import { BatchError } from "../errors.js";
import type { AdoptOptions, LedgerStore, ListedBatch } from "../ledger.js";
import { adoptLedger, assertAsSeen } from "../restore/adopt.js";
import { assertSameStore, isSameStore } from "../restore/identity.js";
import { Witness } from "../restore/witness.js";
import { BatchStore, type OpenLedger } from "./batch-store.js";
import { first, type Row, type SqlDriver } from "./driver.js";
import { assertFormat, createTables, NEW_ENDPOINT } from "./schema.js";
import { SqlSpendStore, SqlWebhookStore } from "./shared-stores.js";

/**
 * A ledger in a SQL database. The first call that needs the database opens it. A call that only searches for batches creates
 * nothing: a misspelt path must not become an empty ledger.
 */
export class SqlLedger implements LedgerStore {
  readonly #driver: SqlDriver;
  readonly #witnessFolder: string | undefined;
  #opened: Promise<OpenLedger> | undefined;

  constructor(driver: SqlDriver, witnessFolder: string | undefined) {
    this.#driver = driver;
    this.#witnessFolder = witnessFolder;
  }

  open(name: string, definition: string): Promise<BatchStore>;
  open(
    name: string,
    definition: string | undefined,
  ): Promise<BatchStore | undefined>;
  async open(
    name: string,
    definition: string | undefined,
  ): Promise<BatchStore | undefined> {
    if (definition === undefined && this.#missingFile()) return undefined;
    const opened = await this.#open();
    const { driver } = opened;
    const { dialect } = driver;
    if (definition !== undefined) await assertAsSeen(opened, name);
    const row = await driver.write(async (transaction) => {
      const [meta = {}] = await transaction.all(
        `SELECT format, ${isSameStore(dialect)} AS is_same FROM ${dialect.prefix}meta AS meta`,
      );
      assertFormat(meta["format"]);
      if (definition !== undefined) assertSameStore(meta, name);
      const find = () =>
        first(
          transaction,
          `SELECT * FROM ${dialect.prefix}batches WHERE name = $1 AND is_deleted = 0`,
          name,
        );
      const found = await find();
      if (found || definition === undefined) return found;
      const { model } = JSON.parse(definition) as { readonly model: string };
      await transaction.all(
        `INSERT INTO ${dialect.prefix}endpoints (slug, version, burst, per_second, tokens, refilled_at, blocked_until)
         VALUES ($1, $2, $3, $4, $5, 0, 0) ON CONFLICT DO NOTHING`,
        model,
        ...NEW_ENDPOINT,
      );
      await transaction.all(
        `INSERT INTO ${dialect.prefix}batches (name, definition, endpoint) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
        name,
        definition,
        model,
      );
      return find();
    });
    return row && new BatchStore(opened, row);
  }

  async list(): Promise<readonly ListedBatch[]> {
    if (this.#missingFile()) return [];
    const opened = await this.#open();
    const { driver } = opened;
    const rows = await driver.read(
      `SELECT * FROM ${driver.dialect.prefix}batches WHERE is_deleted = 0`,
    );
    const batches = rows
      .map((row: Row) => new BatchStore(opened, row))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    const listed: ListedBatch[] = [];
    for (const batch of batches) {
      const { name, definition } = batch;
      listed.push({ name, definition, totals: await batch.totals() });
    }
    return listed;
  }

  async adopt(
    missing?: number | Readonly<Record<string, number>>,
    options: AdoptOptions = {},
  ): Promise<number> {
    const file = this.#missingFile();
    if (file !== undefined)
      throw new BatchError(
        "ledger_failed",
        `${file} does not exist: there is nothing to adopt`,
      );
    return adoptLedger(await this.#open(), missing, options);
  }

  spendStore(name = ""): SpendStore {
    check(
      typeof name === "string",
      "name",
      "must be a string, such as a visitor or a day",
      { operation: "spendStore" },
    );
    return new SqlSpendStore(() => this.#openDriver(), name);
  }

  webhookStore(): WebhookStore {
    return new SqlWebhookStore(() => this.#openDriver());
  }

  async close(): Promise<void> {
    await this.#opened?.catch(() => undefined);
    this.#opened = undefined;
    await this.#driver.close();
  }

  #missingFile(): string | undefined {
    return this.#opened ? undefined : this.#driver.missingFile();
  }

  async #openDriver(): Promise<SqlDriver> {
    return (await this.#open()).driver;
  }

  /** A database that could not be opened is tried again. */
  #open(): Promise<OpenLedger> {
    this.#opened ??= this.#create().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #create(): Promise<OpenLedger> {
    const driver = this.#driver;
    await driver.create(() => createTables(driver.dialect));
    const { dialect } = driver;
    const { prefix, newIdentity } = dialect;
    const [meta] = await driver.read(`SELECT * FROM ${prefix}meta`);
    assertFormat(meta?.["format"]);
    if (this.#witnessFolder === undefined)
      return { driver, witness: undefined };
    const witness = await Witness.open(this.#witnessFolder);
    // In Postgres the identity changes with each change of the row. A store that went back must not get a new one.
    if (meta?.["has_witness"] !== 1)
      await driver.write((transaction) =>
        transaction.all(
          `UPDATE ${prefix}meta AS meta SET has_witness = 1, identity = ${newIdentity} WHERE ${isSameStore(dialect)} = 1`,
        ),
      );
    return { driver, witness };
  }
}
