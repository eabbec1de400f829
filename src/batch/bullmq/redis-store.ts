import { createHash, randomUUID } from "node:crypto";
import type {
  AddOutcome,
  BatchStore,
  ChangeResult,
  DeleteCounts,
  ItemChange,
  ItemQuery,
  ItemRecord,
  Membership,
  NewItem,
  OpenStore,
  Totals,
} from "../store.js";
import { BatchError } from "../types.js";
import { fromUnits, toLimitUnits } from "../units.js";
import { CHUNK_SIZE, Chunks } from "./chunks.js";
import { Connection, type RedisConnection } from "./connection.js";
import type { Engine } from "./engine.js";
import { Lease } from "./lease.js";
import {
  locateKey,
  STATE_LETTERS,
  toItemWithoutInput,
  toMembers,
  toRecord,
  type RowReply,
} from "./rows.js";
import * as scripts from "./scripts.js";

/** How to keep batches in Redis. */
export interface RedisStoreOptions {
  readonly connection: RedisConnection;
  readonly prefix: string;
  readonly acceptLoss: boolean;
  readonly warn: (message: string) => void;
  /** How long a process may be silent before its items are given to others, in milliseconds. */
  readonly leaseMs: number;
}

/** How many items one script frees, deletes or searches, so that Redis is not blocked for long. */
const ITEMS_PER_SCRIPT = 200;
const POSITIONS_PER_SCRIPT = 2000;

/** How many items one script adds. */
const ITEMS_PER_ADD = 100;

/** How many items one script takes: Lua passes no more than about 8000 values at once. */
const MAX_ITEMS_PER_TAKE = 1000;

/** How often chunks that nobody has are offered again, in milliseconds. */
const REPAIR_INTERVAL_MS = 30_000;

/** How many chunks are offered at once. The others follow with the next repair. */
const MAX_CHUNKS_OFFERED = 1000;

/** Keeps batches in Redis, with chunks handed out by BullMQ. */
export function createRedisStore(
  loadEngine: () => Promise<Engine>,
  options: RedisStoreOptions,
): BatchStore {
  const { connection, prefix } = options;
  // The hash tag keeps all keys of a batch on one node of a Cluster.
  const baseOf = (name: string) => `{${prefix}:${name}}:`;
  return {
    open: async (name, definition) => {
      const engine = await loadEngine();
      const redis = new Connection(connection, options);
      try {
        await redis.connect();
        const stored = await redis.run(scripts.OPEN, baseOf(name), definition);
        await acceptServer(redis, baseOf(name), options);
        const chunks = new Chunks(engine, connection, baseOf(name));
        const parts = { name, redis, chunks, base: baseOf(name) };
        return new RedisStore(parts, stored as string, options);
      } catch (error) {
        redis.close();
        throw error;
      }
    },
    readDefinition: async (name) => {
      const redis = new Connection(connection, options);
      try {
        const script =
          "return redis.call('HGET', KEYS[1] .. 'm', 'definition')";
        const stored = await redis.run(script, baseOf(name));
        return (stored as string | null) ?? undefined;
      } finally {
        redis.close();
      }
    },
  };
}

/**
 * Throws a `BatchError`, or warns with `acceptLoss`, if Redis is a replica that was promoted since the batch was last
 * opened: the replica may lack the last claims.
 */
async function acceptServer(
  redis: Connection,
  base: string,
  { acceptLoss, warn }: RedisStoreOptions,
): Promise<void> {
  const { id, previous } = await redis.readHistory();
  const known = await redis.run(
    "return redis.call('HGET', KEYS[1] .. 'm', 'server')",
    base,
  );
  if (known === id) return;
  if (known !== null && known === previous) {
    const problem =
      "Redis is a replica that was promoted: it may lack the last claims, and their inputs may be submitted and paid twice";
    if (!acceptLoss)
      throw new BatchError(
        "batch_store_failed",
        `${problem}. Pass acceptLoss: true (--accept-loss) to go on`,
      );
    warn(problem);
  }
  await redis.run(
    "return redis.call('HSET', KEYS[1] .. 'm', 'server', ARGV[1])",
    base,
    id,
  );
}

interface Parts {
  readonly name: string;
  readonly redis: Connection;
  readonly chunks: Chunks;
  readonly base: string;
}

/**
 * The latest `take` of a worker. A `take` whose reply was lost is repeated with the same number, so that Redis returns
 * the same items.
 */
interface Take {
  readonly number: number;
  isOpen: boolean;
}

/** A batch in Redis. */
class RedisStore implements OpenStore {
  readonly #name: string;
  readonly #redis: Connection;
  readonly #chunks: Chunks;
  readonly #base: string;
  readonly #options: RedisStoreOptions;
  readonly #leaseMs: number;
  readonly definition: string;
  readonly #takes = new Map<string, Take>();
  readonly #leases = new Map<string, () => void>();
  /** The ids of the records that changes were made from. */
  readonly #recordIds = new WeakMap<object, string>();
  #lastClaim = 0;
  #repairAt = 0;

  constructor(
    { name, redis, chunks, base }: Parts,
    definition: string,
    options: RedisStoreOptions,
  ) {
    this.#name = name;
    this.#redis = redis;
    this.#chunks = chunks;
    this.#base = base;
    this.#options = options;
    this.#leaseMs = options.leaseMs;
    this.definition = definition;
  }

  async join(): Promise<Membership> {
    if (this.#leases.size === 0) await this.#acceptRestart();
    const id = randomUUID().slice(0, 13);
    const lease = new Lease(this.#leaseMs);
    const renew = () =>
      lease.renew(async () => {
        const lastClaim = await this.#run(
          scripts.RENEW,
          id,
          String(this.#leaseMs),
        );
        if (lastClaim === null) this.#redis.fail(this.#gone());
        if (Number(lastClaim) < this.#lastClaim) this.#failForLostClaims();
        await this.#redis.checkHistory();
      });
    await renew();
    this.#redis.assertMaySend();
    let renewing: Promise<void> | undefined;
    // A failed renewal is ignored: the next renewal follows soon, and the lease decides whether this process may send.
    const renewAtOnce = () => {
      renewing ??= renew()
        .catch(() => undefined)
        .finally(() => (renewing = undefined));
    };
    const timer = setInterval(renewAtOnce, this.#leaseMs / 3);
    this.#leases.set(id, () => clearInterval(timer));
    this.#chunks.start();
    return {
      id,
      assertAlive: () => {
        this.#redis.assertMaySend();
        try {
          lease.assert();
        } catch (error) {
          // If the wall clock was set, the lease is over in this process, but not in Redis.
          renewAtOnce();
          throw error;
        }
      },
      leave: async () => {
        clearInterval(timer);
        if (!this.#leases.delete(id)) return;
        if (this.#leases.size === 0) await this.#chunks.stop();
        await this.#repeat(scripts.LEAVE, String(ITEMS_PER_SCRIPT), id);
        await this.#repair();
      },
    };
  }

  async countWorkers(): Promise<number> {
    const script = "return redis.call('ZCARD', KEYS[1] .. 'w')";
    return Number(await this.#run(script));
  }

  async add(items: readonly NewItem[]): Promise<readonly AddOutcome[]> {
    const outcomes: AddOutcome[] = [];
    for (let from = 0; from < items.length; from += ITEMS_PER_ADD) {
      const args = items
        .slice(from, from + ITEMS_PER_ADD)
        .flatMap(({ key, input, policy, priority }) => [
          ...locateKey(key),
          key,
          input,
          policy ?? "",
          String(priority),
        ]);
      const [last, ...added] = this.#insistThere(
        await this.#run(scripts.ADD, ...args),
      );
      outcomes.push(...(added as AddOutcome[]));
      await this.#offerLast(Number(last), added.length);
      if (added.includes("different")) break;
    }
    return outcomes;
  }

  async take(
    worker: string,
    limit: number,
    onlyRunning = false,
  ): Promise<ItemRecord[]> {
    if (limit < 1) return [];
    this.#redis.assertMaySend();
    const before = this.#takes.get(worker);
    const take = before?.isOpen
      ? before
      : { number: (before?.number ?? 0) + 1, isOpen: true };
    this.#takes.set(worker, take);
    const { held } = this.#chunks;
    const [items, exhausted] = (await this.#run(
      scripts.TAKE,
      worker,
      String(Math.min(limit, MAX_ITEMS_PER_TAKE)),
      String(take.number),
      chooseScope(onlyRunning, held),
      String(CHUNK_SIZE),
      ...held,
    )) as [RowReply[], string[]];
    take.isOpen = false;
    this.#chunks.finish(exhausted);
    return items.map(toRecord);
  }

  async change(
    item: Pick<ItemRecord, "key" | "version">,
    change: ItemChange,
    costLimit = Infinity,
  ): Promise<ChangeResult> {
    const { key, version } = item;
    const isClaim = change.state === "submitting";
    if (isClaim) this.#redis.assertMaySend();
    const [outcome, reply, claim] = (await this.#run(
      scripts.CHANGE,
      ...locateKey(key),
      String(version),
      this.#tokenOf(item, change),
      Number.isFinite(costLimit) ? String(toLimitUnits(costLimit)) : "",
      isClaim ? "1" : "0",
      change.output ?? "",
      ...toMembers(change),
    )) as [string, RowReply?, string?];
    if (outcome === "no lease")
      throw new BatchError(
        "batch_store_unavailable",
        "the lease of this process is over",
      );
    if (outcome === "over limit") return { outcome };
    if (!reply) return { outcome: "conflict" };
    if (isClaim) this.#checkClaim(Number(claim));
    return { outcome: "changed", item: toItemWithoutInput(reply) };
  }

  async read(key: string): Promise<ItemRecord | undefined> {
    const reply = await this.#run(scripts.READ, ...locateKey(key));
    return reply === null ? undefined : toRecord(reply as RowReply);
  }

  async list(query: ItemQuery): Promise<ItemRecord[]> {
    const { states, order, after, limit, undelivered = false } = query;
    const found: ItemRecord[] = [];
    const letters = states
      .filter((state) => Object.hasOwn(STATE_LETTERS, state))
      .map((state) => STATE_LETTERS[state]);
    let cursor = String(after);
    let length = 0;
    for (;;) {
      const [items, last, isEnd] = (await this.#run(
        scripts.LIST,
        order,
        cursor,
        String(limit - found.length),
        undelivered ? "1" : "0",
        String(POSITIONS_PER_SCRIPT),
        ...letters,
      )) as [RowReply[], string, number];
      found.push(...items.map(toRecord));
      for (const [, , output, input = ""] of items)
        length += input.length + output.length;
      const isFull =
        found.length >= limit || length > scripts.MAX_REPLY_BYTES / 2;
      if (isEnd === 1 || isFull) return found;
      cursor = last;
    }
  }

  async totals(): Promise<Totals> {
    const reply = this.#insistThere(await this.#run(scripts.TOTALS));
    const number = (index: number) => Number(reply[index]);
    const oldest = reply[10] ?? "";
    return {
      counts: {
        queued: number(0),
        submitting: number(1),
        running: number(2),
        completed: number(3),
        failed: number(4),
        lost: number(5),
        inDoubt: number(6),
      },
      cost: fromUnits(number(7)),
      reserved: fromUnits(number(8)),
      undelivered: number(9),
      oldestUndeliveredAt: oldest === "" ? null : Number(oldest),
    };
  }

  async releaseDeadWorkers(): Promise<void> {
    await this.#repeat(scripts.RELEASE_EXPIRED, String(ITEMS_PER_SCRIPT));
    if (performance.now() < this.#repairAt) return;
    await this.#repair();
  }

  async isPaused(): Promise<boolean> {
    const script = "return redis.call('HGET', KEYS[1] .. 'm', 'paused')";
    return (await this.#run(script)) === "1";
  }

  async setPaused(paused: boolean): Promise<void> {
    const script =
      "return redis.call('HSET', KEYS[1] .. 'm', 'paused', ARGV[1])";
    await this.#run(script, paused ? "1" : "0");
  }

  async beginDelete(abandonJobs: boolean): Promise<DeleteCounts> {
    const reply = await this.#run(
      scripts.BEGIN_DELETE,
      abandonJobs ? "1" : "0",
    );
    const [workers, jobs] = reply as [number, number];
    return { workers, jobs };
  }

  async delete(): Promise<void> {
    await this.#chunks.delete();
    await this.#repeat(scripts.DELETE, String(POSITIONS_PER_SCRIPT));
    await this.close();
  }

  async close(): Promise<void> {
    for (const stop of this.#leases.values()) stop();
    await this.#chunks.close();
    this.#redis.close();
  }

  #run(script: string, ...args: readonly string[]): Promise<unknown> {
    return this.#redis.run(script, this.#base, ...args);
  }

  /** Goes on after a restart of Redis: no claim is under way here. */
  async #acceptRestart(): Promise<void> {
    await acceptServer(this.#redis, this.#base, this.#options);
    this.#redis.acceptRestart();
  }

  /** The reply of a script that replies with nothing when the batch is gone. */
  #insistThere(reply: unknown): string[] {
    if (reply === null) throw this.#gone();
    return reply as string[];
  }

  #gone(): BatchError {
    return new BatchError(
      "batch_store_failed",
      `batch ${this.#name} is no longer in Redis: it was deleted, or Redis was emptied. If the process that deleted the batch was ended meanwhile, delete it again`,
    );
  }

  /**
   * The token of a change. By the token, a script recognizes a change that it has made before: a call that is repeated
   * passes the same record. The same change by somebody else, who has read the record too, has another token.
   */
  #tokenOf(item: object, change: ItemChange): string {
    const id = this.#recordIds.get(item) ?? randomUUID();
    this.#recordIds.set(item, id);
    const json = JSON.stringify(change);
    const hash = createHash("sha256").update(id).update(json);
    return hash.digest("base64url").slice(0, 8);
  }

  /** Runs a script until the script replies that nothing is left to do. */
  async #repeat(script: string, ...args: readonly string[]): Promise<void> {
    while ((await this.#run(script, ...args)) === 1);
  }

  /** The numbers of claims increase. A number that is not higher than the last shows that Redis has lost writes. */
  #checkClaim(claim: number): void {
    if (claim <= this.#lastClaim) this.#failForLostClaims();
    this.#lastClaim = Math.max(claim, this.#lastClaim);
  }

  #failForLostClaims(): void {
    this.#redis.fail(
      new BatchError(
        "batch_store_failed",
        "Redis has lost claims that it had confirmed: nothing more is sent, because inputs may be submitted twice",
      ),
    );
  }

  /** Offers the chunks of the items that were just added. */
  async #offerLast(last: number, count: number): Promise<void> {
    const first = Math.floor(Math.max(0, last - count + 1) / CHUNK_SIZE);
    const chunks: string[] = [];
    for (let chunk = first; chunk <= last / CHUNK_SIZE; chunk++)
      chunks.push(String(chunk));
    await this.#chunks.offer(chunks);
  }

  /** Offers chunks that have free items, up to `MAX_CHUNKS_OFFERED`, because the BullMQ job of a chunk may be lost. */
  async #repair(): Promise<void> {
    this.#repairAt = performance.now() + REPAIR_INTERVAL_MS;
    const chunks = (await this.#run(
      scripts.FIND_CHUNKS,
      String(CHUNK_SIZE),
      "0",
      String(MAX_CHUNKS_OFFERED),
    )) as string[];
    await this.#chunks.offer(chunks);
  }
}

/** The items that a `take` may assign besides those that run, as the script names them. */
function chooseScope(
  onlyRunning: boolean,
  heldChunks: readonly string[],
): "none" | "chunks" | "any" {
  if (onlyRunning) return "none";
  return heldChunks.length === 0 ? "any" : "chunks";
}
