import { BatchError } from "../errors.js";
import { ALL_STATES, DEFAULT_ENDPOINT, type ItemState } from "../ledger.js";
import { first, type Dialect, type Transaction } from "./driver.js";

/**
 * The number of the format of the tables. Each write checks the number. Once the package is published, a change of a table
 * needs the next number, and code that changes the tables of the format before.
 */
export const FORMAT = 2;

/** The columns that are set when an item is added, with their types. */
export const ADDED_COLUMNS = {
  key: "text",
  policy: "text",
  priority: "double precision",
  metadata: "text",
  estimate: "double precision",
} as const;

/** The columns that a report sets, with their types. */
export const CHANGED_COLUMNS = {
  state: "text",
  worker: "text",
  attempt: "integer",
  claim: "text",
  claimed_at: "double precision",
  retries: "integer",
  due_at: "double precision",
  job_id: "text",
  submitted_at: "double precision",
  output_bytes: "bigint",
  error_code: "text",
  error_message: "text",
  cost: "double precision",
  reserved: "double precision",
  finished_at: "double precision",
  finish_order: "bigint",
} as const;

/** The column of a batch that counts its items in a state. */
export function countColumn(state: ItemState): string {
  return `count_${state.toLowerCase()}`;
}

/** The states of a result without an output, as a list of SQL: the condition of an index, which queries repeat. */
export const UNSUCCESSFUL = "('failed', 'cancelled', 'lost', 'inDoubt')";

const COUNTS = ALL_STATES.map(
  (state) => `${countColumn(state)} bigint NOT NULL DEFAULT 0`,
).join(", ");

/**
 * The statements that create the tables. Inputs and outputs have tables of their own: SQLite writes a whole row with each
 * change, and they may be large.
 */
export function createTables({
  prefix: s,
  autoId,
  idType,
  newIdentity,
}: Dialect): readonly string[] {
  return [
    `CREATE TABLE ${s}meta (
      only_row integer PRIMARY KEY CHECK (only_row = 1), format integer NOT NULL, identity text NOT NULL,
      has_witness integer NOT NULL DEFAULT 0
    )`,
    `INSERT INTO ${s}meta (only_row, format, identity) VALUES (1, ${FORMAT}, ${newIdentity})`,
    `CREATE TABLE ${s}endpoints (
      slug text PRIMARY KEY, version integer NOT NULL, burst double precision NOT NULL,
      per_second double precision NOT NULL, tokens double precision NOT NULL, refilled_at double precision NOT NULL,
      blocked_until double precision NOT NULL, allowance integer, breaker text
    )`,
    `CREATE TABLE ${s}batches (
      id ${autoId}, name text NOT NULL UNIQUE, definition text NOT NULL, endpoint text NOT NULL,
      is_deleted integer NOT NULL DEFAULT 0, paused integer NOT NULL DEFAULT 0, max_cost double precision,
      concurrency double precision, max_failures double precision, claims bigint NOT NULL DEFAULT 0,
      begun bigint NOT NULL DEFAULT 0,
      last_order bigint NOT NULL DEFAULT 0, ${COUNTS}, cost double precision NOT NULL DEFAULT 0,
      reserved double precision NOT NULL DEFAULT 0
    )`,
    `CREATE TABLE ${s}workers (
      id text PRIMARY KEY, batch bigint NOT NULL, sequence bigint NOT NULL DEFAULT 0,
      lease_until double precision NOT NULL, has_ended integer NOT NULL DEFAULT 0
    )`,
    `CREATE INDEX workers_of_batch ON ${s}workers (batch)`,
    `CREATE TABLE ${s}items (
      id ${autoId}, batch bigint NOT NULL, key text NOT NULL, priority double precision NOT NULL, policy text,
      metadata text, estimate double precision, input_bytes bigint NOT NULL, added_at double precision NOT NULL,
      version integer NOT NULL DEFAULT 0, state text NOT NULL DEFAULT 'queued', worker text,
      attempt integer NOT NULL DEFAULT 0, claim text, claimed_at double precision,
      retries integer NOT NULL DEFAULT 0, due_at double precision, job_id text, submitted_at double precision,
      output_bytes bigint, error_code text, error_message text, cost double precision NOT NULL DEFAULT 0,
      reserved double precision NOT NULL DEFAULT 0, finished_at double precision, finish_order bigint
    )`,
    `CREATE UNIQUE INDEX items_by_key ON ${s}items (batch, key)`,
    `CREATE INDEX items_by_id ON ${s}items (batch, id)`,
    `CREATE INDEX items_queued ON ${s}items (batch, priority DESC, id) WHERE state = 'queued' AND due_at IS NULL`,
    `CREATE INDEX items_due ON ${s}items (batch, due_at) WHERE due_at IS NOT NULL`,
    `CREATE INDEX items_open ON ${s}items (batch, state, id) WHERE state <> 'completed' AND state <> 'queued'`,
    `CREATE INDEX items_by_job ON ${s}items (job_id) WHERE job_id IS NOT NULL`,
    `CREATE INDEX items_finished ON ${s}items (batch, finish_order) WHERE finish_order IS NOT NULL`,
    `CREATE INDEX items_unsuccessful ON ${s}items (batch, finish_order) WHERE state IN ${UNSUCCESSFUL}`,
    `CREATE TABLE ${s}inputs (id ${idType} PRIMARY KEY, input text NOT NULL)`,
    `CREATE TABLE ${s}outputs (id ${idType} PRIMARY KEY, output text NOT NULL)`,
    `CREATE TABLE ${s}spend (
      name text PRIMARY KEY, spent double precision NOT NULL, reserved double precision NOT NULL
    )`,
    `CREATE TABLE ${s}spend_entries (
      name text NOT NULL, id text NOT NULL, units double precision NOT NULL, expires_at double precision NOT NULL,
      PRIMARY KEY (name, id)
    )`,
    `CREATE INDEX spend_expiring ON ${s}spend_entries (name, expires_at)`,
    `CREATE TABLE ${s}webhooks (key text PRIMARY KEY, value text NOT NULL, expires_at double precision NOT NULL)`,
    `CREATE INDEX webhooks_expiring ON ${s}webhooks (expires_at)`,
  ];
}

/** The values of a new endpoint, in the order of its columns behind the slug. */
export const NEW_ENDPOINT = [
  DEFAULT_ENDPOINT.version,
  DEFAULT_ENDPOINT.burst,
  DEFAULT_ENDPOINT.perSecond,
  DEFAULT_ENDPOINT.burst,
] as const;

/**
 * Checks the number of the format that a store has.
 *
 * @throws BatchError `ledger_format_unknown` if the store has no number, or another one than this version of the package
 */
export function assertFormat(format: unknown): void {
  if (format === FORMAT) return;
  const isNumber = typeof format === "number";
  const found = isNumber ? `the format ${format}` : "no number of its format";
  const advice =
    isNumber && format > FORMAT
      ? "use the version of the package that has written it, or a newer one"
      : "it is damaged, was written before the first release, or is not a ledger of this package";
  throw new BatchError(
    "ledger_format_unknown",
    `the ledger has ${found}, and this version of the package knows the format ${FORMAT}: ${advice}`,
  );
}

/** Checks in a transaction that no newer version of the package has changed the format since the store was opened. */
export async function checkFormat(
  transaction: Transaction,
  { prefix }: Pick<Dialect, "prefix">,
): Promise<void> {
  const row = await first(transaction, `SELECT format FROM ${prefix}meta`);
  assertFormat(row?.["format"]);
}
