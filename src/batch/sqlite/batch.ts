import { randomUUID } from "node:crypto";
import { BatchError } from "../errors.js";
import {
  ALL_STATES,
  FINAL_STATES,
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
  type ItemWithInput,
  type LedgerBatch,
  type Move,
  type NewItem,
  type Settings,
  type StoredItem,
  type Tended,
  type Totals,
  type Worker,
} from "../ledger.js";
import { assertFormat } from "../format.js";
import type { Database, Row, SqlValue } from "./database.js";
import {
  isOriginal,
  readFormat,
  REPORT,
  reportValues,
  toConditions,
  toItem,
  type BatchRow,
  type OpenLedger,
} from "./rows.js";
import { FORMAT } from "./schema.js";

/** How many rows of a batch one transaction deletes. */
const ROWS_PER_DELETE = 2000;

/** How many rows are read at once, so that large ones are not all in memory before their size is known. */
const ROWS_AT_ONCE = 20;

/** Releases the items of a worker. */
const RELEASE = `
UPDATE items SET version = version + 1, worker = NULL,
  state = CASE state WHEN 'submitting' THEN 'inDoubt' ELSE state END
WHERE worker = ?`;

/** SQLite gives whole numbers that JavaScript cannot hold exactly only as REAL. */
const TOTALS = `
SELECT state, delivered, count, CAST(cost AS REAL) AS cost, CAST(reserved AS REAL) AS reserved
FROM totals WHERE batch = ?`;

/** The first output that is not delivered, or the first result if a hundred results came before that output. */
const OLDEST_UNDELIVERED = `
SELECT finishedAt FROM (
  SELECT state, "order", finishedAt FROM items
  WHERE batch = ? AND "order" IS NOT NULL AND delivered = 0
  ORDER BY "order" LIMIT ${MAX_UNDELIVERED_READ}
)
ORDER BY state <> 'completed', "order" LIMIT 1`;

/** A batch in a SQLite database. */
export class SqliteBatch implements LedgerBatch {
  readonly #database: Database;
  readonly #ledger: OpenLedger;
  readonly #row: BatchRow;
  readonly name: string;
  readonly definition: string;

  constructor(ledger: OpenLedger, row: BatchRow) {
    this.#database = ledger.database;
    this.#ledger = ledger;
    this.#row = row;
    this.name = row.name;
    this.definition = row.definition;
  }

  join(): Promise<string> {
    const id = randomUUID();
    return this.#database.transaction(() => {
      this.#assertNotDeleted();
      this.#database.run(
        "DELETE FROM workers WHERE hasEnded = 1 AND expiresAt < ?",
        Date.now() - WORKER_MEMORY_MS,
      );
      this.#database.run(
        "INSERT INTO workers (id, batch, expiresAt) VALUES (?, ?, ?)",
        id,
        this.#row.id,
        Date.now() + LEASE_MS,
      );
      return id;
    });
  }

  async leave(worker: string): Promise<void> {
    await this.#database.transaction(() => this.#endWorker(worker));
  }

  add(items: readonly NewItem[]): Promise<readonly AddOutcome[]> {
    return this.#database.transaction(() => {
      this.#assertNotDeleted();
      return items.map((item) => this.#add(item));
    });
  }

  async claim(request: ClaimRequest): Promise<Claimed> {
    const { claimed, claims } = await this.#database.transaction(() => {
      const claimed = this.#claim(request);
      const row = this.#database.get(
        "UPDATE batches SET claims = claims + ? WHERE id = ? RETURNING claims",
        claimed.isRepeated ? 0 : claimed.items.length,
        this.#row.id,
      );
      return { claimed, claims: Number(row?.["claims"]) };
    });
    this.#ledger.witness.keep(this.name, claims);
    const { items, held, needed, endpoint } = claimed;
    return { items, held, needed, endpoint };
  }

  tend(worker: Worker | undefined, room: number): Promise<Tended> {
    return this.#database.transaction(() => {
      const now = Date.now();
      const isAlive = worker !== undefined && this.#renew(worker, now);
      for (const { id } of this.#database.all(
        "SELECT id FROM workers WHERE batch = ? AND hasEnded = 0 AND expiresAt NOT BETWEEN ? AND ?",
        this.#row.id,
        now,
        now + LEASE_MS,
      ))
        this.#endWorker(String(id));
      this.#database.run(
        `UPDATE items SET version = version + 1, state = 'queued', dueAt = NULL
         WHERE batch = ? AND state = 'waiting' AND state <> 'completed' AND dueAt <= ?`,
        this.#row.id,
        now,
      );
      const taken = isAlive ? this.#take(worker.id, room) : [];
      const settings = this.#readSettings();
      return { isAlive, taken, settings, endpoint: this.#readEndpoint(), now };
    });
  }

  report(rows: readonly ItemReport[]): Promise<readonly (Item | undefined)[]> {
    return this.#database.transaction(() =>
      rows.map((row) => this.#report(row)),
    );
  }

  move(filter: ItemFilter, change: Move, limit: number): Promise<number> {
    return this.#database.transaction(() => {
      const { sql, values } = toConditions(filter);
      const ids = this.#database
        .all(
          `SELECT id FROM items WHERE batch = ? AND ${sql} ORDER BY id LIMIT ?`,
          this.#row.id,
          ...values,
          limit,
        )
        .map(({ id }) => Number(id));
      for (const id of ids) this.#move(id, change);
      return ids.length;
    });
  }

  read(query: ItemQuery): Promise<readonly StoredItem[]> {
    const { sql, values } = toConditions(query);
    const by = query.by === "id" ? "id" : '"order"';
    const isUnsuccessful =
      query.by === "order" && !query.states.includes("completed");
    const statement = `SELECT items.*, input, output
       FROM items JOIN inputs USING (id) LEFT JOIN outputs USING (id)
       WHERE batch = ? AND ${by} > ? AND ${sql}
       ${isUnsuccessful ? "AND state IN ('failed', 'lost')" : ""}
       ORDER BY ${by} LIMIT ?`;
    const found: StoredItem[] = [];
    let length = 0;
    for (;;) {
      const after = found.at(-1)?.[query.by] ?? query.after;
      const wanted = Math.min(ROWS_AT_ONCE, query.limit - found.length);
      const rows = this.#database.all(
        statement,
        this.#row.id,
        after,
        ...values,
        wanted,
      );
      for (const row of rows) {
        const item = toItem(row) as StoredItem;
        found.push(item);
        length += item.input.length + (item.output?.length ?? 0);
        if (length >= MAX_READ_BYTES) return Promise.resolve(found);
      }
      if (rows.length < wanted || found.length >= query.limit)
        return Promise.resolve(found);
    }
  }

  totals(): Promise<Totals> {
    const counts = Object.fromEntries(
      ALL_STATES.map((state) => [state, 0]),
    ) as Record<ItemState, number>;
    const totals = { cost: 0, reserved: 0, undelivered: 0 };
    let hasOutputs = false;
    for (const row of this.#database.all(TOTALS, this.#row.id)) {
      const state = String(row["state"]);
      const count = Number(row["count"]);
      totals.cost += Number(row["cost"]);
      totals.reserved += Number(row["reserved"]);
      if (isState(state)) counts[state] += count;
      if (row["delivered"] !== 0 || !isFinal(state)) continue;
      totals.undelivered += count;
      if (state === "completed" && count > 0) hasOutputs = true;
    }
    const oldest = hasOutputs
      ? this.#database.get(OLDEST_UNDELIVERED, this.#row.id)
      : undefined;
    const now = Date.now();
    const row = this.#database.get(
      `SELECT count(*) FILTER (WHERE hasEnded = 0 AND expiresAt BETWEEN ? AND ?) AS count, max(expiresAt) AS lastLease
       FROM workers WHERE batch = ?`,
      now,
      now + LEASE_MS,
      this.#row.id,
    );
    const workers = Number(row?.["count"]);
    const isLeft = counts.running > 0 && workers === 0;
    return Promise.resolve({
      ...totals,
      counts,
      oldestUndeliveredAt: oldest ? Number(oldest["finishedAt"]) : null,
      workers,
      lastAliveAt: isLeft ? readLastAlive(row?.["lastLease"]) : undefined,
    });
  }

  isWhole(): Promise<boolean> {
    return this.#database.transaction(() => isOriginal(this.#database));
  }

  settings(): Promise<Settings> {
    return Promise.resolve(this.#readSettings());
  }

  async set(change: Partial<Settings>): Promise<void> {
    await this.#database.transaction(() => {
      const settings = { ...this.#readSettings(), ...change };
      const { paused, maxCost, concurrency, maxFailures } = settings;
      this.#database.run(
        "UPDATE batches SET paused = ?, maxCost = ?, concurrency = ?, maxFailures = ? WHERE id = ?",
        Number(paused),
        maxCost,
        concurrency,
        maxFailures,
        this.#row.id,
      );
    });
  }

  grant(endpoint: Endpoint): Promise<Endpoint> {
    const { version, burst, perSecond } = endpoint;
    const { blockedUntil, allowance, breaker } = endpoint;
    return this.#database.transaction(() => {
      this.#database.run(
        `UPDATE endpoints SET version = version + 1, burst = ?, perSecond = ?, blockedUntil = ?,
           allowance = ?, breaker = ?
         WHERE slug = ? AND version = ?`,
        burst,
        perSecond,
        blockedUntil,
        allowance,
        breaker,
        this.#row.endpoint,
        version,
      );
      return this.#readEndpoint();
    });
  }

  async delete(abandonJobs: boolean): Promise<DeleteCounts> {
    const { workers, counts } = await this.totals();
    const jobs = counts.submitting + counts.running + counts.inDoubt;
    if (workers > 0 || (jobs > 0 && !abandonJobs)) return { workers, jobs };
    await this.#database.transaction(() =>
      this.#database.run(
        "UPDATE batches SET isDeleted = 1, name = name || ':' || id WHERE id = ?",
        this.#row.id,
      ),
    );
    await this.#ledger.witness.forget(this.name);
    await this.#deleteRows();
    return { workers, jobs };
  }

  async #deleteRows(): Promise<void> {
    const deleted = "(SELECT id FROM batches WHERE isDeleted = 1)";
    for (;;) {
      const count = await this.#database.transaction(() =>
        this.#database.run(
          `DELETE FROM items WHERE id IN (SELECT id FROM items WHERE batch IN ${deleted} LIMIT ?)`,
          ROWS_PER_DELETE,
        ),
      );
      if (count < ROWS_PER_DELETE) break;
    }
    await this.#database.transaction(() => {
      this.#database.run(`DELETE FROM totals WHERE batch IN ${deleted}`);
      this.#database.run(`DELETE FROM workers WHERE batch IN ${deleted}`);
      this.#database.run("DELETE FROM batches WHERE isDeleted = 1");
    });
  }

  /** Throws a `BatchError` if the batch was deleted since it was opened. */
  #assertNotDeleted(): void {
    if (!this.#readBatch())
      throw new BatchError(
        "batch_deleted",
        `batch ${this.name} was deleted: open it again`,
      );
  }

  #readBatch(): Row | undefined {
    return this.#database.get(
      "SELECT * FROM batches WHERE id = ? AND isDeleted = 0",
      this.#row.id,
    );
  }

  #readSettings(): Settings {
    const row = this.#readBatch();
    return {
      paused: row?.["paused"] === 1,
      maxCost: toNumber(row?.["maxCost"]),
      concurrency: toNumber(row?.["concurrency"]),
      maxFailures: toNumber(row?.["maxFailures"]),
    };
  }

  #readEndpoint(): Endpoint {
    return this.#database.get(
      `SELECT version, burst, perSecond, blockedUntil, allowance, breaker
       FROM endpoints WHERE slug = ?`,
      this.#row.endpoint,
    ) as unknown as Endpoint;
  }

  /** Gives the items of a worker to others. */
  #endWorker(worker: string): void {
    this.#database.run(RELEASE, worker);
    this.#database.run("UPDATE workers SET hasEnded = 1 WHERE id = ?", worker);
  }

  /** The row of a worker. Throws a `BatchError` if the row lacks what the worker knows: commits were lost. */
  #readWorker({ id, sequence }: Worker): Row {
    const row = this.#database.get("SELECT * FROM workers WHERE id = ?", id);
    if (row && Number(row["sequence"]) >= sequence) return row;
    throw new BatchError(
      "ledger_went_back",
      `the ledger of batch ${this.name} lacks claims that this process has made: the file was restored or replaced. Put the newer file back, or call ledger.adopt() (batch adopt) to take what may have been submitted as in doubt`,
    );
  }

  #renew(worker: Worker, now: number): boolean {
    if (this.#readWorker(worker)["hasEnded"] === 1) return false;
    this.#database.run(
      "UPDATE workers SET expiresAt = ? WHERE id = ?",
      now + LEASE_MS,
      worker.id,
    );
    return true;
  }

  #take(worker: string, room: number): Item[] {
    return this.#database
      .all(
        `UPDATE items SET version = version + 1, worker = ? WHERE id IN (
           SELECT id FROM items
           WHERE batch = ? AND state = 'running' AND state <> 'completed' AND worker IS NULL
           ORDER BY id LIMIT ?
         ) RETURNING *`,
        worker,
        this.#row.id,
        Math.max(0, room),
      )
      .map(toItem);
  }

  #add(item: NewItem): AddOutcome {
    const { key, input, policy, priority, metadata, estimate } = item;
    const inserted = this.#database.run(
      `INSERT OR IGNORE INTO items (batch, key, policy, priority, metadata, estimate)
       VALUES (?, ?, ?, ?, ?, ?)`,
      this.#row.id,
      key,
      policy,
      priority,
      metadata,
      estimate,
    );
    if (inserted === 1) {
      this.#database.run(
        "INSERT INTO inputs VALUES (last_insert_rowid(), ?)",
        input,
      );
      return "added";
    }
    const present = this.#database.get(
      "SELECT input FROM items JOIN inputs USING (id) WHERE batch = ? AND key = ?",
      this.#row.id,
      key,
    );
    return present?.["input"] === input ? "present" : "different";
  }

  #claim(request: ClaimRequest): Claimed & { readonly isRepeated: boolean } {
    const { worker, sequence, limit } = request;
    const now = Date.now();
    assertFormat(readFormat(this.#database), FORMAT, "the ledger");
    const row = this.#readWorker({ id: worker, sequence: sequence - 1 });
    const claim = `${worker}/${sequence}`;
    const expiresAt = Number(row["expiresAt"]);
    if (row["hasEnded"] === 1 || now > expiresAt)
      throw new BatchError(
        "lease_ended",
        `this process was silent for ${LEASE_MS / 1000} seconds, so others have its items`,
      );
    const endpoint = this.#refill(now);
    if (row["sequence"] === sequence) {
      const items = this.#readClaim(claim);
      return { items, held: undefined, endpoint, isRepeated: true };
    }
    this.#database.run(
      "UPDATE workers SET sequence = ?, expiresAt = ? WHERE id = ?",
      sequence,
      now + LEASE_MS,
      worker,
    );
    const nothing = { items: [], endpoint, isRepeated: false };
    if (this.#readSettings().paused) return { ...nothing, held: "paused" };
    const isBlocked = endpoint.blockedUntil > now;
    const allowed = isBlocked
      ? 0
      : Math.min(limit, endpoint.tokens, endpoint.allowance ?? Infinity);
    const { items, held, needed } = this.#claimNext(
      request,
      claim,
      Math.floor(allowed),
    );
    this.#database.run(
      "UPDATE endpoints SET tokens = tokens - ?, allowance = allowance - ? WHERE slug = ?",
      items.length,
      items.length,
      this.#row.endpoint,
    );
    const after = this.#readEndpoint();
    return { items, held, needed, endpoint: after, isRepeated: false };
  }

  /** Gives back the tokens for the time since they were last given back. */
  #refill(now: number): Endpoint & { readonly tokens: number } {
    return this.#database.get(
      `UPDATE endpoints SET
         tokens = min(burst, tokens + perSecond * max(0, ? - refilledAt) / 1000), refilledAt = ?
       WHERE slug = ? RETURNING *`,
      now,
      now,
      this.#row.endpoint,
    ) as unknown as Endpoint & { readonly tokens: number };
  }

  #readClaim(claim: string): ItemWithInput[] {
    const rows = this.#database.all(
      `SELECT items.*, input FROM items JOIN inputs USING (id)
       WHERE batch = ? AND state = 'submitting' AND state <> 'completed' AND claim = ? ORDER BY id`,
      this.#row.id,
      claim,
    );
    return rows.map((row) => toItem(row) as ItemWithInput);
  }

  /** Claims the next items, at most `allowed` of them. */
  #claimNext(
    { worker, limit, claimedAt, minReserved, keys }: ClaimRequest,
    claim: string,
    allowed: number,
  ): Pick<Claimed, "items" | "held" | "needed"> {
    const candidates = this.#findQueued(Math.min(limit, allowed + 1), keys);
    const isHeld = candidates.length > allowed;
    const items: ItemWithInput[] = [];
    let bytes = 0;
    let free = this.#freeCost();
    for (const { id, estimate, input } of candidates.slice(0, allowed)) {
      const reserved = Math.max(Number(estimate), minReserved);
      if (reserved > free) return { items, held: "cost", needed: reserved };
      free -= reserved;
      const row = this.#database.get(
        `UPDATE items SET version = version + 1, state = 'submitting', worker = ?,
           attempt = attempt + 1, claim = ?, claimedAt = ?, reserved = ?
         WHERE id = ? RETURNING *`,
        worker,
        claim,
        claimedAt,
        reserved,
        Number(id),
      );
      if (!row) continue;
      items.push({ ...toItem(row), input: String(input) });
      bytes += Buffer.byteLength(String(input));
      if (bytes >= MAX_READ_BYTES) return { items, held: undefined };
    }
    if (isHeld) return { items, held: "limits" };
    return { items, held: items.length < limit ? "empty" : undefined };
  }

  #findQueued(limit: number, keys: readonly string[] | undefined): Row[] {
    const isMeant = keys ? "AND key IN (SELECT value FROM json_each(?))" : "";
    const values: SqlValue[] = keys ? [JSON.stringify(keys)] : [];
    return this.#database.all(
      `SELECT items.id, estimate, input FROM items JOIN inputs USING (id)
       WHERE batch = ? AND state = 'queued' ${isMeant}
       ORDER BY priority DESC, items.id LIMIT ?`,
      this.#row.id,
      ...values,
      limit,
    );
  }

  /** What may still be reserved within `maxCost`. */
  #freeCost(): number {
    const { maxCost } = this.#readSettings();
    if (maxCost === null) return Infinity;
    const row = this.#database.get(
      "SELECT total(cost) + total(reserved) AS sum FROM totals WHERE batch = ?",
      this.#row.id,
    );
    return maxCost - Number(row?.["sum"]);
  }

  #report(report: ItemReport): Item | undefined {
    const { id, version, state, output } = report;
    const current = this.#database.get(
      'SELECT state, attempt, "order" FROM items WHERE batch = ? AND id = ? AND version = ?',
      this.#row.id,
      id,
      version,
    );
    if (!current) return undefined;
    const lostClaims = report.attempt - Number(current["attempt"]);
    if (lostClaims > 0)
      this.#database.run(
        "UPDATE batches SET claims = claims + ? WHERE id = ?",
        lostClaims,
        this.#row.id,
      );
    const row = this.#database.get(
      REPORT,
      ...reportValues(report),
      this.#orderOf(current, state),
      this.#row.id,
      id,
      version,
    );
    if (output !== undefined) this.#storeOutput(id, output);
    return row && toItem(row);
  }

  #storeOutput(id: number, output: string | null): void {
    if (output === null)
      this.#database.run("DELETE FROM outputs WHERE id = ?", id);
    else
      this.#database.run(
        "INSERT OR REPLACE INTO outputs VALUES (?, ?)",
        id,
        output,
      );
  }

  /** A finished item gets the next place in the order of completion; an item that runs again loses its place. */
  #orderOf(current: Row, state: ItemState): number | null {
    if (!isFinal(state)) return null;
    return current["state"] === state
      ? Number(current["order"])
      : this.#nextOrder();
  }

  #nextOrder(): number {
    const row = this.#database.get(
      "UPDATE batches SET finishes = finishes + 1 WHERE id = ? RETURNING finishes",
      this.#row.id,
    );
    return Number(row?.["finishes"]);
  }

  #move(id: number, change: Move): void {
    if (change.to === "removed")
      this.#database.run("DELETE FROM items WHERE id = ?", id);
    else if (change.to === "queued") {
      this.#database.run(REQUEUE, id);
      this.#storeOutput(id, null);
    } else
      this.#database.run(
        `UPDATE items SET version = version + 1, state = 'failed', worker = NULL, dueAt = NULL,
           errorCode = ?, errorMessage = ?, finishedAt = ?, delivered = 0, "order" = ?
         WHERE id = ?`,
        change.errorCode,
        change.errorMessage,
        change.finishedAt,
        this.#nextOrder(),
        id,
      );
  }
}

/** Makes an item wait for a new submit. What was reserved becomes cost. */
const REQUEUE = `
UPDATE items SET version = version + 1, state = 'queued', worker = NULL, claim = NULL, claimedAt = NULL,
  retries = 0, dueAt = NULL, jobId = NULL, submittedAt = NULL, outputBytes = NULL, errorCode = NULL,
  errorMessage = NULL, cost = cost + reserved, reserved = 0, "order" = NULL, finishedAt = NULL, delivered = 0
WHERE id = ?`;

function readLastAlive(lastLease: unknown): number | undefined {
  return typeof lastLease === "number" ? lastLease - LEASE_MS : undefined;
}

function isState(state: string): state is ItemState {
  return (ALL_STATES as readonly string[]).includes(state);
}

function isFinal(state: string): boolean {
  return (FINAL_STATES as readonly string[]).includes(state);
}

function toNumber(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
