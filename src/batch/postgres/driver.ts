import { createHash } from "node:crypto";
import { CloudComputeError } from "../../errors.js";
import { EXPIRED, withTimeout } from "../../http/timeout.js";
import { BatchError } from "../errors.js";
import type {
  Dialect,
  JsonColumns,
  Row,
  SqlDriver,
  SqlValue,
  Transaction,
} from "../store/driver.js";
import { assertFormat } from "../store/schema.js";

/** A pool of connections of `pg`, as far as the ledger uses it. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "connect", listener: (client: PostgresClient) => void): unknown;
  end(): Promise<void>;
}

/** A connection of `pg`. */
export interface PostgresClient {
  query(query: {
    readonly text: string;
    readonly name?: string;
    readonly values: unknown[];
  }): Promise<PostgresResult | PostgresResult[]>;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "notice", listener: (notice: PostgresNotice) => void): unknown;
  removeListener(
    event: "error" | "notice",
    listener: (notice: PostgresNotice) => void,
  ): unknown;
  release(isBroken: boolean): void;
}

interface PostgresResult {
  readonly rows: readonly unknown[];
}

interface PostgresNotice {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/** Where a driver gets its pool from. */
export interface PoolSource {
  readonly open: () => Promise<PostgresPool>;
  /** Whether the pool belongs to the ledger, which then ends the pool. */
  readonly isOwn: boolean;
}

/** How long a pool may take to give a connection, in milliseconds: the pool of a user may be exhausted. */
const CONNECT_TIMEOUT_MS = 10_000;

/** How long a statement may take, in milliseconds: a connection that was cut off without notice would wait for ever. */
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * How long a process may pause within a transaction, in milliseconds: Postgres ends the session of one that was stopped, so
 * that its locks do not stop the other processes.
 */
const MAX_IDLE_MS = 5000;

/** How often a transaction is run that Postgres has undone because of another one. */
const MAX_TRIES = 5;

/**
 * Begins a transaction with the settings that it needs, whatever the role or the database is set to: its commit waits for the
 * disk, and Postgres warns when a synchronous standby has not confirmed the commit. All of it is one message, and ends with
 * the transaction, so that the connection may lead through PgBouncer in transaction mode.
 */
const BEGIN = [
  "BEGIN ISOLATION LEVEL READ COMMITTED",
  "SET LOCAL client_min_messages = warning",
  `SET LOCAL idle_in_transaction_session_timeout = ${MAX_IDLE_MS}`,
  // A plan for the present values: the statistics may be those of an empty batch.
  "SET LOCAL plan_cache_mode = force_custom_plan",
  "SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') IN ('off', 'local')",
].join("; ");

/**
 * What identifies the store: the cluster, its timeline, which a promotion or a restore changes, the table, which a restored
 * dump creates anew, and the transaction that has written the row, which shows that the row was loaded again.
 */
function identityOf(table: string, writer: string): string {
  return `concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
    left(pg_walfile_name(pg_current_wal_insert_lsn()), 8), ${table}, ${writer})`;
}

function given(parameter: string, columns: JsonColumns): string {
  const types = Object.entries(columns).map(
    ([name, type]) => `${name} ${type}`,
  );
  return `json_to_recordset(${parameter}::json) AS given (${types.join(", ")})`;
}

function isIn(column: string, parameter: string, type: string): string {
  return `${column} = ANY (ARRAY(SELECT json_array_elements_text(${parameter}::json)::${type}))`;
}

function createDialect(schema: string): Dialect {
  const prefix = `${schema}.`;
  return {
    prefix,
    autoId: "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    idType: "bigint",
    forUpdate: "FOR UPDATE",
    clock: "(extract(epoch FROM clock_timestamp()) * 1000)",
    newIdentity: identityOf(
      `'${prefix}meta'::regclass::oid`,
      "pg_current_xact_id()::xid",
    ),
    identity: identityOf("meta.tableoid", "meta.xmin"),
    given,
    isIn,
    alsoIn: (column, parameter) => isIn(column, parameter, "bigint"),
    hasMetadata: (parameter) => `metadata::jsonb @> ${parameter}::jsonb`,
  };
}

/** A schema of a Postgres database. Each transaction runs on whatever connection the pool gives. */
export class PostgresDriver implements SqlDriver {
  readonly dialect: Dialect;
  /** The schema in quotes, because the name may be a word of SQL. */
  readonly #schema: string;
  readonly #source: PoolSource;
  readonly #statements = new StatementNames();
  #pool: Promise<PostgresPool> | undefined;
  #isClosed = false;

  constructor(source: PoolSource, schema: string) {
    this.#schema = `"${schema}"`;
    this.dialect = createDialect(this.#schema);
    this.#source = source;
  }

  missingFile(): undefined {
    return undefined;
  }

  async create(statements: () => readonly string[]): Promise<void> {
    const { prefix } = this.dialect;
    for (let tries = 1; ; tries++) {
      const [row] = await this.read(
        `SELECT to_regnamespace('${this.#schema}')::text AS schema, to_regclass('${prefix}meta')::text AS meta,
           to_regclass('${prefix}batches')::text AS batches`,
      );
      if (row?.["meta"]) return;
      if (row?.["batches"]) assertFormat(undefined);
      // A role without the right to create a schema may use one that is there.
      const creation = row?.["schema"] ? [] : [`CREATE SCHEMA ${this.#schema}`];
      try {
        await this.#connect((session) =>
          session.runTogether([...creation, ...statements()]),
        );
      } catch (error) {
        // Another process may have created them.
        if (tries === MAX_TRIES) throw error;
      }
    }
  }

  write<Result>(
    run: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    return this.#connect(async (session) => {
      await session.runTogether([BEGIN]);
      try {
        const result = await run(session);
        await session.runTogether(["COMMIT"]);
        return result;
      } catch (error) {
        await session.rollback(error);
        throw error;
      }
    });
  }

  read(sql: string, ...values: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.#connect((session) => session.all(sql, ...values));
  }

  /** Ends the pool, unless the pool is the user's. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const pool = await this.#pool?.catch(() => undefined);
    if (this.#source.isOwn) await pool?.end();
  }

  async #connect<Result>(
    run: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#runOnce(run);
      } catch (error) {
        const isRepeatable =
          wasUndone(error) || this.#statements.giveUp(codeOf(error));
        if (tries === MAX_TRIES || !isRepeatable) throw toBatchError(error);
      }
    }
  }

  async #runOnce<Result>(
    run: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const pool = await this.#openPool();
    const connecting = pool.connect();
    const client = await within(
      CONNECT_TIMEOUT_MS,
      connecting,
      "the pool gives no connection",
    ).catch((error: unknown) => {
      // A connection that comes later goes back to the pool.
      connecting.then(
        (late) => late.release(false),
        () => undefined,
      );
      throw error;
    });
    const session = new Session(client, this.#statements);
    try {
      return await run(session);
    } finally {
      session.release();
    }
  }

  /** A pool that could not be opened is tried again. */
  #openPool(): Promise<PostgresPool> {
    if (this.#isClosed)
      throw new BatchError(
        "ledger_failed",
        "the ledger was closed: create another with postgresLedger",
      );
    this.#pool ??= this.#source.open().then(
      (pool) => {
        listenToPool(pool);
        return pool;
      },
      (error: unknown) => {
        this.#pool = undefined;
        throw error;
      },
    );
    return this.#pool;
  }
}

/**
 * The names under which connections keep statements, so that Postgres parses each of them once for a connection. A proxy that
 * cannot keep statements, as PgBouncer before 1.21, gets them without names.
 */
class StatementNames {
  readonly #names = new Map<string, string>();
  #areKept = true;

  of(sql: string): string | undefined {
    if (!this.#areKept) return undefined;
    let name = this.#names.get(sql);
    if (name === undefined) {
      // Other ledgers may use the same connections: a name belongs to one text.
      const hash = createHash("sha256").update(sql).digest("base64url");
      name = `cloud_compute_${hash.slice(0, 22)}`;
      this.#names.set(sql, name);
    }
    return name;
  }

  /** Gives up names if an error shows that the proxy mixes the statements of its connections. */
  giveUp(code: string): boolean {
    const isMixed = ["26000", "42P05", "08P01"].includes(code);
    if (!isMixed || !this.#areKept) return false;
    this.#areKept = false;
    return true;
  }
}

/**
 * The listener of connections that break. A statement under way rejects as well, and the pool opens others. Without a
 * listener, the event would end the process.
 */
const IGNORE = () => undefined;

/** Listens to the errors of a pool and of its connections from their first moment on, and for as long as they live. */
function listenToPool(pool: PostgresPool): void {
  if (LISTENED.has(pool)) return;
  LISTENED.add(pool);
  pool.on("error", IGNORE);
  pool.on("connect", listenToErrors);
}

function listenToErrors(client: PostgresClient): void {
  if (LISTENED.has(client)) return;
  LISTENED.add(client);
  client.on("error", IGNORE);
}

/** The pools and connections whose errors are listened to. */
const LISTENED = new WeakSet<object>();

/** The types of `pg` whose values are numbers: whole numbers, floating ones and `numeric`. */
const NUMBERS: readonly number[] = [20, 21, 23, 26, 700, 701, 1700];

/** Reads numbers as numbers and everything else as text, whatever parsers the user has set in `pg`. */
const TYPES = {
  getTypeParser: (type: number) =>
    NUMBERS.includes(type) ? Number : (text: string) => text,
};

/** Rejects if a promise does not settle within a time in milliseconds. */
function within<Result>(
  limitMs: number,
  promise: Promise<Result>,
  problem: string,
): Promise<Result> {
  return withTimeout(limitMs, undefined, () => promise).catch(
    (error: unknown) => {
      if (error !== EXPIRED) throw error;
      throw new Error(
        `Connection: ${problem} within ${limitMs / 1000} seconds`,
      );
    },
  );
}

/** A connection while statements run on it, one after the other. */
class Session implements Transaction {
  readonly #client: PostgresClient;
  readonly #statements: StatementNames;
  #warning: PostgresNotice | undefined;
  #isBroken = false;
  readonly #onNotice = (notice: PostgresNotice) => {
    if (NOT_DURABLE.includes(notice.code)) this.#warning = notice;
  };

  constructor(client: PostgresClient, statements: StatementNames) {
    this.#client = client;
    this.#statements = statements;
    listenToErrors(client);
    client.on("notice", this.#onNotice);
  }

  async all(
    sql: string,
    ...values: readonly SqlValue[]
  ): Promise<readonly Row[]> {
    const name = this.#statements.of(sql);
    const named = name === undefined ? {} : { name };
    const query = { text: sql, values: [...values], ...named, types: TYPES };
    const result = await this.#settle(this.#client.query(query));
    return Array.isArray(result) ? [] : (result.rows as Row[]);
  }

  /** Runs statements without values, which Postgres gets in one message. */
  async runTogether(statements: readonly string[]): Promise<void> {
    const text = statements.join(";\n");
    await this.#settle(this.#client.query({ text, values: [] }));
  }

  /** Ends a transaction that has failed, unless its connection is lost as well. */
  async rollback(error: unknown): Promise<void> {
    if (this.#isBroken) return;
    await this.runTogether(["ROLLBACK"]).catch(() => undefined);
    this.#isBroken ||= codeOf(error).startsWith("57P");
  }

  /** Gives the connection back to the pool, which ends a broken one. */
  release(): void {
    this.#client.removeListener("notice", this.#onNotice);
    this.#client.release(this.#isBroken);
  }

  /** Waits for a statement, and rejects if it was committed but may still be lost. */
  async #settle<Result>(statement: Promise<Result>): Promise<Result> {
    try {
      const result = await within(STATEMENT_TIMEOUT_MS, statement, "no answer");
      if (this.#warning)
        throw new BatchError(
          "ledger_unavailable",
          `the Postgres ledger has committed, but may lose the commit: ${this.#warning.message ?? ""}`,
        );
      return result;
    } catch (error) {
      this.#isBroken ||= !isOfServer(error);
      throw error;
    }
  }
}

/**
 * The codes of warnings beside a success: the wait for a synchronous standby was cancelled, so that the commit is lost if
 * this standby takes over.
 */
const NOT_DURABLE: readonly unknown[] = ["01000", "57P01"];

/** Whether Postgres has undone the transaction because it collided with another one. */
function wasUndone(error: unknown): boolean {
  return ["40001", "40P01"].includes(codeOf(error));
}

/** Whether the server itself has refused the statement, so that the connection still works. */
function isOfServer(error: unknown): boolean {
  const code = codeOf(error);
  return /^[0-9A-Z]{5}$/.test(code) && !/^(57P|25P03)/.test(code);
}

/**
 * The codes of failures that pass: connections, resources, a shutdown, a cancelled statement, a session that was ended
 * because its process was stopped, a server that is a standby for now, and collisions. The other patterns are failures
 * without a code of Postgres.
 */
const PASSING_CODES = /^(01000|08|53|57|40|25P0|25006|55000|55P03|E[A-Z_]+$)/;
const PASSING_MESSAGES =
  /^(Connection|Client has encountered|timeout exceeded)|not queryable|connection error/i;

function toBatchError(error: unknown): CloudComputeError {
  if (error instanceof CloudComputeError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const passes =
    PASSING_CODES.test(codeOf(error)) || PASSING_MESSAGES.test(reason);
  return passes
    ? new BatchError(
        "ledger_unavailable",
        `the Postgres ledger cannot be used for now: ${reason}`,
        { cause: error },
      )
    : new BatchError(
        "ledger_failed",
        `the Postgres ledger cannot be used: ${reason}`,
        { cause: error },
      );
}

function codeOf(error: unknown): string {
  const { code } = Object(error) as { readonly code?: unknown };
  return typeof code === "string" ? code : "";
}
