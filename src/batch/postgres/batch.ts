import { randomUUID } from "node:crypto";
import { BatchError } from "../errors.js";
import {
  ALL_STATES,
  LEASE_MS,
  MAX_READ_BYTES,
  MAX_UNDELIVERED_READ,
  WORKER_MEMORY_MS,
  type AddOutcome,
  type Claimed,
  type ClaimRequest,
  type DeleteCounts,
  type Endpoint,
  type Item,
  type ItemFilter,
  type ItemQuery,
  type ItemReport,
  type ItemState,
  type LedgerBatch,
  type Move,
  type NewItem,
  type Settings,
  type StoredItem,
  type Tended,
  type Totals,
  type Worker,
} from "../ledger.js";
import type { Witness } from "../witness.js";
import {
  claimItems,
  HAS_LEASE,
  heldBy,
  readEndpoint,
  readNumber,
  repeatClaim,
  SELECT_ENDPOINT,
} from "./claim.js";
import { READ_BY, readItem, SELECT_STORED, toJson } from "./columns.js";
import type { Connection, Row } from "./connection.js";
import { filterSql, Values } from "./fragments.js";
import { addItems, compareItems, moveItems, reportItems } from "./items.js";
import { CLOCK, DURABLE, readStore } from "./schema.js";
import { assertStore, createWentBack } from "./store.js";
import {
  endWorker,
  queueDue,
  readSettings,
  releaseItems,
  renewLease,
  SELECT_SETTINGS,
  takeIdle,
} from "./tend.js";

/** How many rows of a deleted batch one statement deletes. */
const ROWS_PER_DELETE = 5000;

/** The columns of the settings. */
const SETTING_COLUMNS = {
  paused: "paused",
  maxCost: "max_cost",
  concurrency: "concurrency",
  maxFailures: "max_failures",
} as const satisfies Record<keyof Settings, string>;

/** What an open ledger has. */
export interface OpenLedger {
  readonly connection: Connection;
  /** The schema of the tables, with a dot. */
  readonly prefix: string;
  readonly witness: Witness | undefined;
}

/** A batch in a Postgres database. */
export class PostgresBatch implements LedgerBatch {
  readonly #ledger: OpenLedger;
  /** The schema of the tables, with a dot. */
  readonly #s: string;
  readonly #id: number;
  readonly name: string;
  readonly definition: string;

  constructor(ledger: OpenLedger, row: Row) {
    this.#ledger = ledger;
    this.#s = ledger.prefix;
    this.#id = Number(row["id"]);
    this.name = String(row["name"]);
    this.definition = String(row["definition"]);
  }

  async join(): Promise<string> {
    const worker = randomUUID();
    const rows = await this.#run(
      `WITH durable AS MATERIALIZED (${DURABLE}),
       batch AS (SELECT id FROM ${this.#s}batches AS batches, durable WHERE id = $1 AND NOT is_deleted FOR SHARE OF batches),
       forgotten AS (
         DELETE FROM ${this.#s}workers WHERE state = 'gone' AND lease_until < ${CLOCK} - ${WORKER_MEMORY_MS}
       )
       INSERT INTO ${this.#s}workers (id, batch, lease_until)
       SELECT $2, id, ${CLOCK} + ${LEASE_MS} FROM batch RETURNING id`,
      worker,
    );
    if (rows.length === 0) throw this.#createDeleted();
    return worker;
  }

  async leave(worker: string): Promise<void> {
    await this.#run(endWorker(this.#s), worker);
    await this.#run(releaseItems(this.#s));
  }

  async add(items: readonly NewItem[]): Promise<readonly AddOutcome[]> {
    const outcomes: AddOutcome[] = [];
    let left = items.map((item, index) => ({ ...item, index }));
    // Repeated for an item that was removed between the two statements.
    while (left.length > 0) {
      const added = await this.#run(addItems(this.#s), toJson(left));
      if (added.length === 0) throw this.#createDeleted();
      const keys = new Set(added.map(({ key }) => key));
      for (const { key, index } of left)
        if (keys.delete(key)) outcomes[index] = "added";
      const others = left.filter(({ index }) => !outcomes[index]);
      for (const { index, isSame } of await this.#compare(others))
        outcomes[Number(index)] = isSame === "t" ? "present" : "different";
      left = others.filter(({ index }) => !outcomes[index]);
    }
    return outcomes;
  }

  async claim(request: ClaimRequest): Promise<Claimed> {
    const { worker, sequence, limit, claimedAt, minReserved, keys } = request;
    const values = [worker, sequence, limit, claimedAt, minReserved];
    const rows = keys
      ? await this.#run(claimItems(this.#s, true), ...values, keys)
      : await this.#run(claimItems(this.#s, false), ...values);
    const [row] = rows;
    if (typeof row?.["claims"] === "string")
      return this.#toClaimed(rows, heldBy(row, request));
    await this.#assertRepetition(row, request);
    const again = await this.#run(repeatClaim(this.#s), worker, sequence);
    return this.#toClaimed(again, undefined);
  }

  async tend(worker: Worker | undefined, room: number): Promise<Tended> {
    const { id, sequence } = worker ?? { id: null, sequence: 0 };
    const [row] = await this.#run(renewLease(this.#s), id, sequence);
    if (!row) throw this.#createDeleted();
    if (worker && !(Number(row["sequence"] ?? -1) >= sequence))
      throw createWentBack(this.name);
    const isAlive = row["isAlive"] === "t";
    const hasEnded = row["hasEnded"] === "t";
    if (hasEnded) await this.#run(releaseItems(this.#s));
    if (row["hasDue"] === "t") await this.#run(queueDue(this.#s));
    const mayTake = isAlive && room > 0 && (hasEnded || row["hasIdle"] === "t");
    const taken = mayTake ? await this.#run(takeIdle(this.#s), id, room) : [];
    return {
      isAlive,
      taken: taken.map((item) => readItem(item)),
      settings: readSettings(row),
      endpoint: readEndpoint(row),
      now: Number(row["now"]),
    };
  }

  async report(
    rows: readonly ItemReport[],
  ): Promise<readonly (Item | undefined)[]> {
    const given = rows.map((row) => ({
      ...row,
      hasOutput: row.output !== undefined,
    }));
    const ids = rows.map(({ id }) => id);
    const stored = new Map<number, Item>();
    for (const row of await this.#run(
      reportItems(this.#s),
      toJson(given),
      ids,
    )) {
      const item = readItem(row);
      stored.set(item.id, item);
    }
    return rows.map(({ id, version }) => {
      const item = stored.get(id);
      return item?.version === version + 1 ? item : undefined;
    });
  }

  async move(filter: ItemFilter, change: Move, limit: number): Promise<number> {
    const values = new Values(this.#id);
    const condition = filterSql(filter, values);
    const sql = moveItems(this.#s, condition, change, limit, values);
    const [row] = await this.#ledger.connection.run(sql, ...values.all);
    return Number(row?.["count"]);
  }

  async read(query: ItemQuery): Promise<readonly StoredItem[]> {
    const values = new Values(this.#id);
    const by = READ_BY[query.by];
    const condition = filterSql(query, values);
    const rows = await this.#ledger.connection.run(
      `SELECT ${SELECT_STORED} FROM (
         SELECT *, sum(bytes) OVER (ORDER BY ${by} ROWS UNBOUNDED PRECEDING) - bytes AS before
         FROM (
           SELECT *, octet_length(input) + coalesce(octet_length(output), 0) AS bytes FROM ${this.#s}items
           WHERE batch = $1 AND ${by} > ${values.add(query.after)}::bigint AND ${condition}
           ORDER BY ${by} LIMIT ${values.add(query.limit)}::integer
         ) AS page
       ) AS summed WHERE before < ${MAX_READ_BYTES} ORDER BY ${by}`,
      ...values.all,
    );
    return rows.map((row) => readItem(row, "output"));
  }

  async totals(): Promise<Totals> {
    const [row] = await this.#run(
      `SELECT batches.*, (
         SELECT finished_at FROM (
           SELECT state, finish_order, finished_at FROM ${this.#s}items
           WHERE batch = $1 AND undelivered_outputs > 0 AND finish_order IS NOT NULL AND NOT delivered
           ORDER BY finish_order LIMIT ${MAX_UNDELIVERED_READ}
         ) AS undelivered ORDER BY state <> 'completed', finish_order LIMIT 1
       ) AS "oldestUndeliveredAt",
       workers.count AS workers,
       CASE WHEN running > 0 AND workers.count = 0
         THEN (SELECT max(lease_until) - ${LEASE_MS} FROM ${this.#s}workers WHERE batch = $1) END AS "lastAliveAt"
       FROM ${this.#s}batches AS batches,
         (SELECT count(*) AS count FROM ${this.#s}workers WHERE batch = $1 AND ${HAS_LEASE}) AS workers
       WHERE id = $1`,
    );
    const count = (name: string) => Number(row?.[name] ?? 0);
    return {
      counts: Object.fromEntries(
        ALL_STATES.map((state) => [state, count(state)]),
      ) as Record<ItemState, number>,
      cost: count("cost"),
      reserved: count("reserved"),
      undelivered: count("undelivered"),
      oldestUndeliveredAt: readNumber(row?.["oldestUndeliveredAt"]),
      workers: count("workers"),
      lastAliveAt: readNumber(row?.["lastAliveAt"]) ?? undefined,
    };
  }

  async isWhole(): Promise<boolean> {
    const [row] = await this.#ledger.connection.run(readStore(this.#s));
    return row?.["isSame"] === "t";
  }

  async settings(): Promise<Settings> {
    const [row] = await this.#run(
      `SELECT ${SELECT_SETTINGS} FROM ${this.#s}batches WHERE id = $1`,
    );
    return readSettings(row);
  }

  async set(change: Partial<Settings>): Promise<void> {
    const values = new Values(this.#id);
    const columns = Object.entries(change).map(
      ([name, value]) =>
        `${SETTING_COLUMNS[name as keyof Settings]} = ${values.add(value)}`,
    );
    if (columns.length === 0) return;
    await this.#ledger.connection.run(
      `WITH durable AS MATERIALIZED (${DURABLE})
       UPDATE ${this.#s}batches SET ${columns.join(", ")} FROM durable WHERE id = $1`,
      ...values.all,
    );
  }

  async grant(endpoint: Endpoint): Promise<Endpoint> {
    const { version, burst, perSecond } = endpoint;
    const { blockedUntil, allowance, breaker } = endpoint;
    const [row] = await this.#run(
      `WITH durable AS MATERIALIZED (${DURABLE}),
       present AS MATERIALIZED (
         SELECT endpoints.* FROM ${this.#s}endpoints AS endpoints, durable
         WHERE name = (SELECT endpoint FROM ${this.#s}batches WHERE id = $1) FOR UPDATE OF endpoints
       ),
       granted AS (
         UPDATE ${this.#s}endpoints AS endpoints SET version = present.version + 1, burst = $3, per_second = $4,
           blocked_until = $5, allowance = $6, breaker = $7
         FROM present WHERE endpoints.name = present.name AND present.version = $2 RETURNING endpoints.*
       )
       SELECT ${SELECT_ENDPOINT} FROM granted AS endpoints
       UNION ALL SELECT ${SELECT_ENDPOINT} FROM present AS endpoints WHERE NOT EXISTS (SELECT FROM granted)`,
      version,
      burst,
      perSecond,
      blockedUntil,
      allowance,
      breaker,
    );
    if (!row) throw this.#createDeleted();
    return readEndpoint(row);
  }

  async delete(abandonJobs: boolean): Promise<DeleteCounts> {
    const batches = `${this.#s}batches`;
    const [, , rows] = await this.#ledger.connection.runTogether([
      DURABLE,
      // The next statement sees every worker that has joined before this lock.
      `SELECT FROM ${batches} WHERE id = ${this.#id} FOR UPDATE`,
      `WITH counts AS (
         SELECT submitting + running + "inDoubt" AS jobs,
           (SELECT count(*) FROM ${this.#s}workers WHERE batch = ${this.#id} AND ${HAS_LEASE}) AS workers
         FROM ${batches} WHERE id = ${this.#id} AND NOT is_deleted
       ),
       deleted AS (
         UPDATE ${batches} SET is_deleted = true, name = name || ':' || id FROM counts
         WHERE id = ${this.#id} AND workers = 0 AND (jobs = 0 OR ${abandonJobs}) RETURNING id
       )
       SELECT workers, jobs, EXISTS (SELECT FROM deleted) AS "isDeleted" FROM counts`,
    ]);
    const [row] = rows ?? [];
    const counts = {
      workers: Number(row?.["workers"] ?? 0),
      jobs: Number(row?.["jobs"] ?? 0),
    };
    if (row?.["isDeleted"] === "f") return counts;
    await this.#ledger.witness?.forget(this.name);
    await this.#deleteRows();
    return counts;
  }

  /** Deletes the rows of every deleted batch. */
  async #deleteRows(): Promise<void> {
    const { connection } = this.#ledger;
    const deleted = `ANY (ARRAY(SELECT id FROM ${this.#s}batches WHERE is_deleted))`;
    for (let count = ROWS_PER_DELETE; count === ROWS_PER_DELETE;) {
      const [row] = await connection.run(
        `WITH deleted AS (
           DELETE FROM ${this.#s}items WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM ${this.#s}items WHERE batch = ${deleted} LIMIT ${ROWS_PER_DELETE}
           )) RETURNING id
         ) SELECT count(*) AS count FROM deleted`,
      );
      count = Number(row?.["count"]);
    }
    await connection.run(
      `DELETE FROM ${this.#s}workers WHERE batch = ${deleted}`,
    );
    await connection.run(`DELETE FROM ${this.#s}batches WHERE is_deleted`);
  }

  /** Runs a statement whose first value is the batch. */
  #run(sql: string, ...values: unknown[]): Promise<readonly Row[]> {
    return this.#ledger.connection.run(sql, this.#id, ...values);
  }

  async #compare(
    items: readonly { readonly key: string; readonly index: number }[],
  ): Promise<readonly Row[]> {
    if (items.length === 0) return [];
    const keys = items.map(({ key }) => key);
    return this.#run(compareItems(this.#s), toJson(items), keys);
  }

  #toClaimed(rows: readonly Row[], held: Claimed["held"]): Claimed {
    const [row] = rows;
    if (!row) throw this.#createDeleted();
    this.#ledger.witness?.keep(this.name, Number(row["claims"]));
    return {
      items: rows
        .filter(({ id }) => id !== null)
        .map((item) => readItem(item, "input")),
      held,
      needed: readNumber(row["needed"]) ?? undefined,
      endpoint: readEndpoint(row),
    };
  }

  /** Throws the reason why a claim was not carried out, unless it was carried out before. */
  async #assertRepetition(
    row: Row | undefined,
    { sequence }: ClaimRequest,
  ): Promise<void> {
    assertStore(row, this.name);
    const [batch] = await this.#run(
      `SELECT id FROM ${this.#s}batches WHERE id = $1 AND NOT is_deleted`,
    );
    if (!batch) throw this.#createDeleted();
    const last = Number(row?.["sequence"] ?? -1);
    if (last < sequence - 1) throw createWentBack(this.name);
    if (row?.["hasLease"] !== "t")
      throw new BatchError(
        "lease_ended",
        `this process was silent for ${LEASE_MS / 1000} seconds, so others have its items`,
      );
    if (last !== sequence)
      throw new BatchError(
        "ledger_failed",
        `a claim of batch ${this.name} has the number ${sequence}, and the worker has made ${last} claims`,
      );
  }

  #createDeleted(): BatchError {
    return new BatchError(
      "batch_deleted",
      `batch ${this.name} was deleted: open it again`,
    );
  }
}
