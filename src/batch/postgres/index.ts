/** The entry point `cloud-compute-sdk/batch/postgres`: batches that many machines work on, in Postgres. */
import { check, checkOptions } from "../../checks.js";
import { InputError } from "../../errors.js";
import type { Ledger } from "../ledger.js";
import { readWitnessFolder } from "../restore/witness.js";
import { SqlLedger } from "../store/ledger-store.js";
import {
  PostgresDriver,
  type PoolSource,
  type PostgresPool,
} from "./driver.js";

export type { PostgresClient, PostgresPool } from "./driver.js";

/** Where a ledger is kept: either `connectionString` or `pool` is needed. */
export interface PostgresLedgerOptions {
  /** The address of the database, such as `postgres://user:password@host/database`. The ledger opens a pool of its own. */
  readonly connectionString?: string | undefined;
  /** A pool of `pg`. `close` leaves this pool open. */
  readonly pool?: PostgresPool | undefined;
  /**
   * The schema of the tables, which is created if there is none: a small letter or `_`, then up to 62 small letters, digits
   * and `_`.
   *
   * @default "cloud_compute"
   */
  readonly schema?: string | undefined;
  /**
   * The folder of the witness: how many submits each batch has claimed, in small files on a disk of this machine. By the
   * witness, this machine notices that the whole data folder of the server was replaced by a copy. The ledger notices a
   * standby that has taken over and a restored dump without it.
   *
   * @default no witness
   */
  readonly witness?: string | undefined;
}

/** How many connections the pool of a ledger has at most. */
const MAX_CONNECTIONS = 5;

/** How long a new connection may take, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Keeps batches in a Postgres database (13 or newer), so that any number of machines may work on them. Needs the package
 * `pg`, and a role that may create a schema, or owns it. The connection may lead through PgBouncer, also in transaction
 * mode. It must lead to the primary, not to a standby.
 *
 * @throws InputError if an option is not valid; and, when a batch is opened, if `pg` is not installed
 * @throws BatchError when a batch is used and the database cannot be, or may have lost commits
 *
 * @example
 * ```ts
 * const ledger = postgresLedger({ connectionString: process.env.DATABASE_URL });
 * const batch = await openBatch(cloud, { name: "nightly", model: "z-image-turbo", ledger });
 * ```
 */
export function postgresLedger(options: PostgresLedgerOptions): Ledger {
  const call = { operation: "postgresLedger" };
  checkOptions<PostgresLedgerOptions>(
    options,
    { connectionString: true, pool: true, schema: true, witness: true },
    call,
  );
  const { connectionString, pool, schema = "cloud_compute" } = options;
  const witness = readWitnessFolder(options.witness, call);
  check(
    typeof schema === "string" && /^[a-z_][a-z0-9_]{0,62}$/.test(schema),
    "schema",
    "must be a small letter or _, then up to 62 small letters, digits and _",
    call,
  );
  const create = (source: PoolSource) =>
    new SqlLedger(new PostgresDriver(source, schema), witness);
  if (pool === undefined) {
    check(
      typeof connectionString === "string" && connectionString !== "",
      "connectionString",
      "must be the address of a database, such as postgres://user:password@host/database",
      call,
    );
    const open = () => openPool(connectionString);
    return create({ open, isOwn: true });
  }
  check(
    typeof (pool as Partial<PostgresPool> | null)?.connect === "function" &&
      connectionString === undefined,
    "pool",
    "must be a pool of pg, such as new Pool(), and connectionString must be left out then",
    call,
  );
  const open = () => Promise.resolve(pool);
  return create({ open, isOwn: false });
}

/** What the ledger uses of `pg`, whose types a user of another ledger does not have. */
interface PgModule {
  readonly default: {
    readonly Pool: new (options: object) => PostgresPool;
  };
}

async function openPool(connectionString: string): Promise<PostgresPool> {
  // The name is a variable because the compiler must not need the package's types.
  const name = "pg";
  const { default: pg } = await (
    import(/* @vite-ignore */ name) as Promise<PgModule>
  ).catch((cause: unknown) => {
    throw new InputError(
      "ledger",
      "postgresLedger needs the package pg: install pg",
      { cause },
    );
  });
  return new pg.Pool({
    connectionString,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // A program ends although the ledger is not closed.
    allowExitOnIdle: true,
  });
}
