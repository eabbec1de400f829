import { CloudComputeError } from "../../errors.js";
import { BatchError } from "../errors.js";

/** A pool of connections of `pg`, as far as the ledger uses it. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  on(event: "error", listener: (error: Error) => void): unknown;
  removeListener(event: "error", listener: () => void): unknown;
  end(): Promise<void>;
}

/** A connection of `pg`. */
export interface PostgresClient {
  query(query: {
    readonly text: string;
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

/** A row of a result. Every value is the text that Postgres has sent, whatever parsers the user has set in `pg`. */
export type Row = Readonly<Record<string, string | null>>;

/** Where a connection gets its pool from. */
export interface PoolSource {
  readonly open: () => Promise<PostgresPool>;
  /** Whether the pool belongs to the ledger, which then ends the pool. */
  readonly isOwn: boolean;
}

/** How long a statement may take, in milliseconds: a connection that was cut off without notice would wait for ever. */
const STATEMENT_TIMEOUT_MS = 60_000;

/** How often a statement is tried that Postgres has undone because of another one. */
const MAX_TRIES = 5;

/**
 * Runs statements, each on whatever connection the pool gives and each as a transaction of its own. So the pool may be
 * PgBouncer in transaction mode, and a process that is stopped holds no lock.
 */
export class Connection {
  readonly #source: PoolSource;
  #pool: Promise<PostgresPool> | undefined;
  #isClosed = false;

  constructor(source: PoolSource) {
    this.#source = source;
  }

  /**
   * Runs one statement. Resolves with its rows when it is durable.
   *
   * @throws BatchError `ledger_unavailable` or `ledger_failed`
   */
  async run(text: string, ...values: unknown[]): Promise<readonly Row[]> {
    const result = await this.#tryOften(text, values);
    return Array.isArray(result) ? [] : (result.rows as Row[]);
  }

  /**
   * Runs several statements without values, which are one transaction because Postgres gets them in one message. Each
   * sees what other processes have committed before it. Resolves with the rows of each statement.
   */
  async runTogether(
    statements: readonly string[],
  ): Promise<readonly (readonly Row[])[]> {
    const result = await this.#tryOften(statements.join(";\n"), []);
    return [result].flat().map(({ rows }) => rows as Row[]);
  }

  /** Ends the pool, unless the pool is the user's. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const pool = await this.#pool?.catch(() => undefined);
    if (this.#source.isOwn) await pool?.end();
    else pool?.removeListener("error", IGNORE);
  }

  /** A pool that could not be opened is tried again. */
  #open(): Promise<PostgresPool> {
    if (this.#isClosed)
      throw new BatchError(
        "batch_closed",
        "the ledger is closed: open another",
      );
    this.#pool ??= this.#source.open().then(
      (pool) => {
        pool.on("error", IGNORE);
        return pool;
      },
      (error: unknown) => {
        this.#pool = undefined;
        throw error;
      },
    );
    return this.#pool;
  }

  async #tryOften(text: string, values: unknown[]) {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#runOnce(text, values);
      } catch (error) {
        if (tries === MAX_TRIES || !wasUndone(error)) throw toBatchError(error);
      }
    }
  }

  async #runOnce(text: string, values: unknown[]) {
    const client = await (await this.#open()).connect();
    const watch = new ClientWatch(client);
    const query = client.query({ text, values, types: AS_TEXT } as Query);
    try {
      const result = await watch.settle(query);
      watch.release(false);
      return result;
    } catch (error) {
      watch.release(!isOfServer(error));
      throw error;
    }
  }
}

interface Query {
  readonly text: string;
  readonly values: unknown[];
  readonly types: typeof AS_TEXT;
}

const AS_TEXT = { getTypeParser: () => (text: string) => text };

/**
 * The listener of connections that break. A statement under way rejects as well, and the pool opens others. Without a
 * listener, the event would end the process.
 */
const IGNORE = () => undefined;

/** Watches a connection while a statement runs. */
class ClientWatch {
  readonly #client: PostgresClient;
  #warning: PostgresNotice | undefined;
  readonly #onNotice = (notice: PostgresNotice) => {
    if (NOT_DURABLE.includes(notice.code)) this.#warning = notice;
  };

  constructor(client: PostgresClient) {
    this.#client = client;
    client.on("notice", this.#onNotice);
    client.on("error", IGNORE);
  }

  /** Waits for a statement, and rejects if it was committed but may still be lost. */
  async settle<Result>(statement: Promise<Result>): Promise<Result> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error("Connection without an answer")),
        STATEMENT_TIMEOUT_MS,
      );
    });
    try {
      const result = await Promise.race([statement, timeout]);
      if (this.#warning)
        throw new BatchError(
          "ledger_unavailable",
          `the Postgres ledger has committed, but may lose the commit: ${this.#warning.message ?? ""}`,
        );
      return result;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Gives the connection back to the pool, which ends a broken one. Its last errors still need a listener. */
  release(isBroken: boolean): void {
    this.#client.release(isBroken);
    if (isBroken) return;
    this.#client.removeListener("notice", this.#onNotice);
    this.#client.removeListener("error", IGNORE);
  }
}

/**
 * The codes of warnings beside a success: the wait for a synchronous standby was cancelled, so that the commit is lost if
 * this standby takes over.
 */
const NOT_DURABLE: readonly unknown[] = ["01000", "57P01"];

/** Whether Postgres has undone the statement because it collided with another one. */
function wasUndone(error: unknown): boolean {
  return ["40001", "40P01"].includes(codeOf(error));
}

/** Whether the server itself has refused the statement, so that the connection still works. */
function isOfServer(error: unknown): boolean {
  return (
    /^[0-9A-Z]{5}$/.test(codeOf(error)) && !codeOf(error).startsWith("57P")
  );
}

/**
 * The codes of failures that pass: connections, resources, a shutdown, a cancelled statement, a server that is a standby
 * for now, and collisions. The other patterns are failures without a code of Postgres.
 */
const PASSING_CODES = /^(01000|08|53|57|40|25006|55000|55P03|E[A-Z_]+$)/;
const PASSING_MESSAGES =
  /^(Connection|Client has encountered|timeout exceeded)/;

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
