/** The entry point `cloud-compute-sdk/batch/bullmq`: batches that many machines work on, in Redis and BullMQ. */
import { check } from "../../checks.js";
import { checkOptionNames, type OptionNames } from "../../option-names.js";
import { InputError } from "../../errors.js";
import { isolate } from "../../isolate.js";
import type { BatchStore } from "../store.js";
import type { SpendStore } from "../../spend/store.js";
import { Connection, type RedisConnection } from "./connection.js";
import type { Engine } from "./engine.js";
import { createRedisStore } from "./redis-store.js";
import { RedisSpendStore } from "./spend-store.js";

export type { RedisConnection } from "./connection.js";

/** How to keep batches in Redis. */
export interface BullmqStoreOptions {
  /** A client of `ioredis`. The store makes connections of its own with the options of this client, and never closes it. */
  readonly connection: RedisConnection;
  /**
   * The first part of the name of every key.
   *
   * @default "batch"
   */
  readonly prefix?: string | undefined;
  /**
   * Whether to continue with a Redis that may lose confirmed writes, or has lost some. After a crash of such a Redis,
   * inputs may be submitted and paid twice, and results may be lost.
   *
   * @default false
   */
  readonly acceptLoss?: boolean | undefined;
  /**
   * Called with a readable warning about what may be lost because of `acceptLoss`.
   *
   * @default console.warn
   */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** How long a process may be silent before its items are given to others, in milliseconds. */
const LEASE_MS = 30_000;

/**
 * Keeps batches in Redis, so that any number of machines may work on them. Needs the packages `bullmq` (6 or newer) and
 * `ioredis`, and a Redis (6.2 or newer) with `appendonly yes`, `appendfsync always`, `no-appendfsync-on-rewrite no` and
 * `maxmemory-policy noeviction`: the store checks these settings after each connect.
 *
 * @throws InputError if an option is not valid; and, when a batch is opened, if `bullmq` is not installed
 * @throws BatchError when a batch is opened or worked on, and Redis may lose what it confirms
 *
 * @example
 * ```ts
 * import { Redis } from "ioredis";
 *
 * const store = bullmqStore({ connection: new Redis("redis://redis.internal") });
 * const batch = await openBatch(cloud, { name: "nightly", model: "z-image-turbo", store });
 * ```
 */
export function bullmqStore(options: BullmqStoreOptions): BatchStore {
  checkOptionNames(options, STORE_OPTIONS, { operation: "bullmqStore" });
  return createRedisStore(loadEngine, {
    ...readOptions(options),
    leaseMs: LEASE_MS,
  });
}

/**
 * Creates a store of a spend guard in Redis: all processes on all machines that use the same Redis, `prefix` and name
 * share the limit. Needs `ioredis`, and the same settings of Redis as `bullmqStore`.
 *
 * @throws InputError if an option is not valid
 * @throws BatchError when an amount is reserved, and Redis may lose what it confirms
 *
 * @example
 * ```ts
 * const store = redisSpendStore({ connection: new Redis("redis://redis.internal"), name: "this month" });
 * const spend = createSpendGuard({ limit: 500, store });
 * ```
 */
export function redisSpendStore(
  options: BullmqStoreOptions & {
    /** Guards with the same name share a limit. */
    readonly name: string;
  },
): SpendStore & { /** Closes the connection of the store. */ close(): void } {
  checkOptionNames(options, SPEND_STORE_OPTIONS, {
    operation: "redisSpendStore",
  });
  const { name } = options;
  check(
    typeof name === "string" && name !== "",
    "name",
    "must be a string that is not empty",
  );
  const read = readOptions(options);
  const redis = new Connection(read.connection, read);
  const encoded = encodeURIComponent(name);
  return new RedisSpendStore(redis, `{${read.prefix}:spend:${encoded}}:`);
}

const STORE_OPTIONS: OptionNames<BullmqStoreOptions> = {
  connection: true,
  prefix: true,
  acceptLoss: true,
  onWarning: true,
};
const SPEND_STORE_OPTIONS: OptionNames<BullmqStoreOptions & { name: string }> =
  {
    connection: true,
    prefix: true,
    acceptLoss: true,
    onWarning: true,
    name: true,
  };

function readOptions({
  connection,
  prefix = "batch",
  acceptLoss = false,
  onWarning: warn = (message) => console.warn(message),
}: BullmqStoreOptions) {
  check(
    typeof (connection as Partial<RedisConnection> | undefined)?.duplicate ===
      "function",
    "connection",
    "must be a client of ioredis, such as new Redis(url)",
  );
  check(
    typeof prefix === "string" && /^[\w.-]{1,50}$/.test(prefix),
    "prefix",
    "must be 1 to 50 letters, digits, dots, underscores and dashes",
  );
  check(typeof acceptLoss === "boolean", "acceptLoss", "must be true or false");
  return { connection, prefix, acceptLoss, warn: isolate(warn) };
}

async function loadEngine(): Promise<Engine> {
  // The name is a variable because the compiler must not need the package's types.
  const name = "bullmq";
  try {
    return (await import(/* @vite-ignore */ name)) as Engine;
  } catch (cause) {
    throw new InputError(
      "store",
      "bullmqStore needs the package bullmq: install bullmq and ioredis",
      { cause },
    );
  }
}
