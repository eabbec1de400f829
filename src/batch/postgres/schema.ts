import { ALL_STATES } from "../ledger.js";
import { ITEM_TABLE } from "./columns.js";

/** The number of the format of the tables. A change of a table needs the next number, and a migration in `PostgresLedger`. */
export const FORMAT = 1;

/** The clock of the server, in milliseconds since 1970. It also moves on while a statement waits for a lock. */
export const CLOCK = "(extract(epoch FROM clock_timestamp()) * 1000)";

/**
 * The settings that a writing statement needs, for its own transaction. The commit waits for the disk, whatever the role
 * or the database is set to; and Postgres warns when a synchronous standby has not confirmed the commit.
 */
export const DURABLE = `SELECT set_config('client_min_messages', 'warning', true),
  CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
    THEN set_config('synchronous_commit', 'on', true) END`;

/**
 * What the store is, in one row: the cluster, its timeline, which a promotion or a restore changes, the table, which a
 * restored dump creates anew, and the transaction that has written the row, which shows that the row was loaded again.
 */
const IDENTITY = `(SELECT system_identifier FROM pg_control_system()) AS system,
  left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) AS timeline`;

/** Whether the store is still the one that was created or adopted. */
const IS_SAME = `relation = tableoid AND writer = xmin
  AND (system, timeline) = (SELECT system, timeline FROM (SELECT ${IDENTITY}) AS present)`;

/** The statements about the store itself; `s` is the schema with a dot. */
export const readStore = (s: string) =>
  `SELECT format, ${IS_SAME} AS "isSame" FROM ${s}meta`;

const createStore = (s: string) => `INSERT INTO ${s}meta
  SELECT true, ${FORMAT}, '${s}meta'::regclass, pg_current_xact_id()::xid, ${IDENTITY} ON CONFLICT DO NOTHING`;

export const acceptStore = (s: string) => `UPDATE ${s}meta
  SET (relation, writer, system, timeline) = (SELECT '${s}meta'::regclass::oid, pg_current_xact_id()::xid, ${IDENTITY})`;

/** The statements that create the tables. A row that changes often has room on its page for its next versions. */
export const createTables = (s: string) => [
  `CREATE TABLE ${s}meta (
    is_only boolean PRIMARY KEY CHECK (is_only),
    format integer NOT NULL,
    relation oid NOT NULL,
    writer xid NOT NULL,
    system bigint NOT NULL,
    timeline text NOT NULL
  )`,
  createStore(s),
  `CREATE TABLE ${s}endpoints (
    name text PRIMARY KEY,
    version integer NOT NULL,
    burst double precision NOT NULL,
    per_second double precision NOT NULL,
    blocked_until double precision NOT NULL,
    allowance integer,
    breaker text,
    tokens double precision NOT NULL,
    filled_at double precision NOT NULL
  ) WITH (fillfactor = 20)`,
  `CREATE TABLE ${s}batches (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    definition text NOT NULL,
    endpoint text NOT NULL,
    is_deleted boolean NOT NULL DEFAULT false,
    paused boolean NOT NULL DEFAULT false,
    max_cost numeric,
    concurrency double precision,
    max_failures double precision,
    claims bigint NOT NULL DEFAULT 0,
    last_id bigint NOT NULL DEFAULT 0,
    last_order bigint NOT NULL DEFAULT 0,
    ${ALL_STATES.map((state) => `"${state}" bigint NOT NULL DEFAULT 0`).join(", ")},
    cost numeric NOT NULL DEFAULT 0,
    reserved numeric NOT NULL DEFAULT 0,
    undelivered bigint NOT NULL DEFAULT 0,
    undelivered_outputs bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 20)`,
  `CREATE TABLE ${s}workers (
    id text PRIMARY KEY,
    batch integer NOT NULL,
    sequence bigint NOT NULL DEFAULT 0,
    lease_until double precision NOT NULL,
    -- 'live', then 'ended', and 'gone' when no item has the worker any more.
    state text NOT NULL DEFAULT 'live'
  ) WITH (fillfactor = 20)`,
  `CREATE INDEX ON ${s}workers (batch) WHERE state <> 'gone'`,
  `CREATE TABLE ${s}items (
    batch integer NOT NULL,
    ${ITEM_TABLE},
    PRIMARY KEY (batch, id)
  )`,
  `CREATE UNIQUE INDEX ON ${s}items (batch, key)`,
  `CREATE INDEX ON ${s}items (batch, priority DESC, id) WHERE state = 'queued'`,
  `CREATE INDEX ON ${s}items (batch, due_at) WHERE state = 'waiting'`,
  `CREATE INDEX ON ${s}items (batch, submitted_at) WHERE state = 'running' AND worker IS NULL`,
  `CREATE INDEX ON ${s}items (worker) WHERE worker IS NOT NULL`,
  `CREATE INDEX ON ${s}items (batch, finish_order) WHERE finish_order IS NOT NULL`,
  `CREATE INDEX ON ${s}items (batch, finish_order) WHERE finish_order IS NOT NULL AND NOT delivered`,
  `CREATE INDEX ON ${s}items (batch, state, id) WHERE state IN ('failed', 'lost', 'inDoubt')`,
  `CREATE TABLE ${s}spend (
    is_only boolean PRIMARY KEY CHECK (is_only),
    spent numeric NOT NULL,
    reserved numeric NOT NULL
  ) WITH (fillfactor = 20)`,
  `INSERT INTO ${s}spend VALUES (true, 0, 0)`,
  `CREATE TABLE ${s}spend_entries (
    id text PRIMARY KEY,
    units numeric NOT NULL,
    expires_at double precision NOT NULL
  )`,
  `CREATE INDEX ON ${s}spend_entries (expires_at)`,
  `CREATE TABLE ${s}webhooks (
    key text PRIMARY KEY,
    value text NOT NULL,
    expires_at double precision NOT NULL
  )`,
  `CREATE INDEX ON ${s}webhooks (expires_at)`,
];
