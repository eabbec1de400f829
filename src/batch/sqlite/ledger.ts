import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { check } from "../../checks.js";
import type { SpendStore } from "../../spend/store.js";
import type { WebhookStore } from "../../webhooks/store.js";
import { BatchError } from "../errors.js";
import { readModel } from "../definition.js";
import { assertFormat } from "../format.js";
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
  type AdoptedBatch,
} from "../witness.js";
import { SqliteBatch } from "./batch.js";
import { Database } from "./database.js";
import {
  isOriginal,
  readFormat,
  toBatchRow,
  type BatchRow,
  type OpenLedger,
} from "./rows.js";
import { FORMAT, SCHEMA } from "./schema.js";
import { SqliteSpendStore, SqliteWebhookStore } from "./stores.js";

/** The file systems on which locks of files do not hold, by the numbers that Linux gives them. */
const NETWORK_FILE_SYSTEMS: Readonly<Record<number, string>> = {
  0x6969: "NFS",
  0x517b: "SMB",
  0xff534d42: "CIFS",
  0xfe534d42: "SMB 2",
  0x00c36400: "Ceph",
  0x0bd00bd0: "Lustre",
  0x5346414f: "AFS",
};

/**
 * A ledger in a folder. The folder is opened by the first call that needs it. A call that only searches for batches creates
 * no folder: a misspelt path must not become an empty ledger.
 */
export class SqliteLedger implements LedgerStore {
  readonly #folder: string;
  readonly #file: string;
  readonly #witnessFolder: string;
  #opened: Promise<OpenLedger> | undefined;

  constructor(folder: string, witnessFolder: string) {
    this.#folder = folder;
    this.#file = join(folder, "ledger.db");
    this.#witnessFolder = witnessFolder;
  }

  open(name: string, definition: string): Promise<SqliteBatch>;
  open(
    name: string,
    definition: string | undefined,
  ): Promise<SqliteBatch | undefined>;
  async open(
    name: string,
    definition: string | undefined,
  ): Promise<SqliteBatch | undefined> {
    if (definition === undefined && !this.#isThere()) return undefined;
    const opened = await this.#open();
    const { database } = opened;
    await this.#assertWhole(opened, name);
    if (definition !== undefined)
      await database.transaction(() =>
        createBatch(database, name, definition, readModel(definition)),
      );
    const row = findBatch(database, name);
    return row && new SqliteBatch(opened, row);
  }

  async list(): Promise<readonly ListedBatch[]> {
    if (!this.#isThere()) return [];
    const opened = await this.#open();
    const rows = opened.database.all(
      "SELECT * FROM batches WHERE isDeleted = 0 AND instr(name, ':') = 0 ORDER BY name",
    );
    return Promise.all(
      rows.map(async (row) => {
        const batch = new SqliteBatch(opened, toBatchRow(row));
        const { name, definition } = batch;
        return { name, definition, totals: await batch.totals() };
      }),
    );
  }

  async adopt(
    suspects?: number | Readonly<Record<string, number>>,
    { payAgain = [] }: AdoptOptions = {},
  ): Promise<number> {
    if (!this.#isThere())
      throw new BatchError(
        "ledger_failed",
        `${this.#file} does not exist, so there is nothing to adopt`,
      );
    const opened = await this.#open();
    const { database, witness } = opened;
    const seen = await witness.counts();
    const { doubts, names } = await database.transaction(() => {
      const batches = readAdopted(database);
      assertItemsKept(batches, seen, payAgain);
      let doubts = 0;
      for (const batch of batches) {
        const { id, name } = batch;
        const count = suspectsOf(batch, suspects, seen);
        doubts += doubtNext(database, id, count);
        database.run(
          "UPDATE batches SET claims = max(claims, ?) WHERE id = ?",
          seen[name] ?? 0,
          id,
        );
      }
      database.run("UPDATE meta SET file = ?", database.fileNumber);
      return { doubts, names: batches.map(({ name }) => name) };
    });
    for (const name of payAgain)
      if (!names.includes(name)) await witness.forget(name);
    return doubts;
  }

  spendStore(): SpendStore {
    return new SqliteSpendStore(async () => (await this.#open()).database);
  }

  webhookStore(): WebhookStore {
    return new SqliteWebhookStore(async () => (await this.#open()).database);
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    // A ledger that could not be opened has nothing to close.
    (await opened?.catch(() => undefined))?.database.close();
  }

  #isThere(): boolean {
    return this.#opened !== undefined || existsSync(this.#file);
  }

  /** A folder that could not be opened is tried again. */
  #open(): Promise<OpenLedger> {
    this.#opened ??= this.#create().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #create(): Promise<OpenLedger> {
    const database = await Database.open(this.#file);
    try {
      await refuseNetwork(this.#folder);
      await database.transaction(() => createTables(database, this.#folder));
      const witness = await Witness.open(this.#witnessFolder);
      return { database, witness };
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Throws a `BatchError` if the file is a copy, or lacks the batch or claims that the witness has seen. */
  async #assertWhole(
    { database, witness }: OpenLedger,
    batchName: string,
  ): Promise<void> {
    const seen = await witness.counts();
    const batches = readAdopted(database);
    const isThere = batches.some(({ name }) => name === batchName);
    assertBatchKept(batchName, isThere, seen);
    const missing = batches
      .map(({ name, claims }) => ({ name, count: (seen[name] ?? 0) - claims }))
      .filter(({ count }) => count > 0);
    if (missing.length > 0) {
      const names = missing.map(({ name, count }) => `${name} (${count})`);
      throw new BatchError(
        "ledger_went_back",
        `${this.#folder} lacks claims that were made before, of the batches ${names.join(", ")}: the file was restored or replaced. Put the newer file back, or call ledger.adopt() (batch adopt) to take what may have been submitted as in doubt`,
      );
    }
    if (isOriginal(database)) return;
    throw new BatchError(
      "ledger_went_back",
      `${this.#folder} holds a copy of a ledger, and the copy may lack the last claims: call ledger.adopt(0) (batch adopt --suspects 0) if nothing was submitted after the copy was made, otherwise pass the number of the submits since then`,
    );
  }
}

/** The batches of a ledger, with what an adoption needs to know of them. */
function readAdopted(
  database: Database,
): readonly (AdoptedBatch & { readonly id: number })[] {
  return database
    .all(
      `SELECT id, name, claims, (
         SELECT total(count) FROM totals WHERE batch = batches.id AND state IN ('waiting', 'queued')
       ) AS unclaimed FROM batches WHERE isDeleted = 0`,
    )
    .map(({ id, name, claims, unclaimed }) => ({
      id: Number(id),
      name: String(name),
      claims: Number(claims),
      unclaimed: Number(unclaimed),
    }));
}

function findBatch(database: Database, name: string): BatchRow | undefined {
  const row = database.get(
    "SELECT * FROM batches WHERE name = ? AND isDeleted = 0",
    name,
  );
  return row && toBatchRow(row);
}

function createBatch(
  database: Database,
  name: string,
  definition: string,
  endpoint: string,
): void {
  database.run(
    "INSERT OR IGNORE INTO batches (name, definition, endpoint) VALUES (?, ?, ?)",
    name,
    definition,
    endpoint,
  );
  const { version, burst, perSecond, blockedUntil } = DEFAULT_ENDPOINT;
  database.run(
    `INSERT OR IGNORE INTO endpoints (slug, version, burst, perSecond, tokens, refilledAt, blockedUntil)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    endpoint,
    version,
    burst,
    perSecond,
    burst,
    Date.now(),
    blockedUntil,
  );
}

/** Creates the tables in a new file. This is the place to migrate those of an older format. */
function createTables(database: Database, folder: string): void {
  const names = database
    .all("SELECT name FROM sqlite_master WHERE type = 'table'")
    .map(({ name }) => name);
  if (names.length > 0) {
    const format = names.includes("meta") ? readFormat(database) : undefined;
    assertFormat(format, FORMAT, folder);
    return;
  }
  database.exec(SCHEMA);
  database.run(
    "INSERT INTO meta VALUES (1, ?, ?)",
    FORMAT,
    database.fileNumber,
  );
}

async function refuseNetwork(folder: string): Promise<void> {
  const { type } = await statfs(folder);
  const kind = NETWORK_FILE_SYSTEMS[type];
  check(
    kind === undefined,
    "folder",
    `is on a network file system (${kind ?? ""}), where locks of files do not hold: use a folder on a local disk`,
    { operation: "fileLedger" },
  );
}

/** Ends all workers of a batch, and makes its next items doubtful in the order of claiming. */
function doubtNext(database: Database, batch: number, count: number): number {
  database.run("UPDATE workers SET hasEnded = 1 WHERE batch = ?", batch);
  database.run(
    `UPDATE items SET version = version + 1, worker = NULL,
       state = CASE state WHEN 'submitting' THEN 'inDoubt' ELSE state END
     WHERE batch = ? AND worker IS NOT NULL`,
    batch,
  );
  return database.run(
    `UPDATE items SET version = version + 1, state = 'inDoubt', dueAt = NULL,
       attempt = attempt + 1, claim = NULL, claimedAt = NULL, reserved = coalesce(estimate, 0)
     WHERE id IN (
       SELECT id FROM items WHERE batch = ? AND state IN ('waiting', 'queued')
       ORDER BY state DESC, priority DESC, id LIMIT ?
     )`,
    batch,
    count,
  );
}
