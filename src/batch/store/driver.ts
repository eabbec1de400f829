/** A value of a statement or a row. */
export type SqlValue = string | number | null;

/** A row of a result: numbers as numbers, everything else as text. */
export type Row = Readonly<Record<string, SqlValue>>;

/** Runs statements of one transaction, one after the other. `$1` is the first value. */
export interface Transaction {
  all(sql: string, ...values: readonly SqlValue[]): Promise<readonly Row[]>;
}

/** The first row of a statement. */
export async function first(
  transaction: Transaction,
  sql: string,
  ...values: readonly SqlValue[]
): Promise<Row | undefined> {
  const [row] = await transaction.all(sql, ...values);
  return row;
}

/** The columns of rows that a statement gets as one JSON text, with their types. */
export type JsonColumns = Readonly<Record<string, string>>;

/** What SQLite and Postgres write differently. */
export interface Dialect {
  /** What stands before the name of each table. */
  readonly prefix: string;
  /** The type and the rule of the column `id` of items and batches, whose values ascend. */
  readonly autoId: string;
  /** The type of a column that holds such an id and is the key of its table. */
  readonly idType: string;
  /** What locks the rows of a select until the end of the transaction. */
  readonly forUpdate: string;
  /** The clock of the database in milliseconds since 1970, as SQL; null where it is the clock of this process. */
  readonly clock: string;
  /** What identifies the store, as SQL: for a statement that writes it into `meta`, and to compare the row of `meta` with. */
  readonly newIdentity: string;
  readonly identity: string;
  /** The rows of a JSON list, as SQL of a table named `given`. */
  readonly given: (parameter: string, columns: JsonColumns) => string;
  /** Whether a column is in a JSON list of texts or of whole numbers. */
  readonly isIn: (
    column: string,
    parameter: string,
    type: "text" | "bigint",
  ) => string;
  /**
   * A condition beside a join of items with given rows: by the ids in a JSON list, Postgres finds the items through their
   * index, whatever its statistics say.
   */
  readonly alsoIn: (column: string, parameter: string) => string;
  /** Whether the JSON object in `metadata` has the members of another one. */
  readonly hasMetadata: (parameter: string) => string;
}

/** A database, as the store uses it. */
export interface SqlDriver {
  readonly dialect: Dialect;
  /** The file of the database where it does not exist, so that a search need not create it. */
  missingFile(): string | undefined;
  /**
   * Runs a transaction, and resolves when it is durable. A transaction that the database has undone because of another one
   * is run again, so `run` must change nothing else.
   *
   * @throws BatchError `ledger_unavailable`, `ledger_failed` or `ledger_went_back`
   */
  write<Result>(
    run: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result>;
  /** Runs one statement that changes nothing. */
  read(sql: string, ...values: readonly SqlValue[]): Promise<readonly Row[]>;
  /** Runs statements that create the tables, as one transaction. Does nothing where another process was faster. */
  create(statements: () => readonly string[]): Promise<void>;
  close(): Promise<void>;
}
