import {
  duplicate,
  type RedisClient,
  type RedisConnection,
} from "./connection.js";
import type { Engine, EngineQueue, EngineWorker } from "./engine.js";

/** How many positions a chunk has: a multiple of 8. */
export const CHUNK_SIZE = 256;

/** How many chunks a process holds at once. */
const CHUNKS_AT_ONCE = 2;

/** How long BullMQ lets a process keep a chunk without a sign of life, in milliseconds. */
const LOCK_MS = 30_000;

/** How long the engine may take to offer chunks or to close, in milliseconds: the engine waits for a Redis that is away. */
const ENGINE_MS = 2000;

const QUEUE = "chunks";

/** Hands out chunks of positions through BullMQ. No guarantee rests on this: the rows of the items decide. */
export class Chunks {
  readonly #engine: Engine;
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  #client: RedisClient | undefined;
  #queue: EngineQueue | undefined;
  #worker: EngineWorker | undefined;
  /** The chunks that this process holds, with what gives each back. */
  readonly #held = new Map<string, () => void>();

  constructor(engine: Engine, connection: RedisConnection, base: string) {
    this.#engine = engine;
    this.#connection = connection;
    this.#prefix = base.replace(/:$/, "");
  }

  /** The chunks that this process holds. */
  get held(): string[] {
    return [...this.#held.keys()];
  }

  /**
   * Offers chunks to all processes. A chunk that is offered already stays as it is. Where that fails, or Redis is away, the
   * chunks are offered with the next repair.
   */
  async offer(chunks: readonly string[]): Promise<void> {
    if (chunks.length === 0) return;
    const jobs = chunks.map((chunk) => ({
      name: "chunk",
      data: { chunk },
      opts: {
        jobId: `chunk-${chunk}`,
        removeOnComplete: true,
        removeOnFail: true,
      },
    }));
    await withinEngineTime(this.#openQueue().addBulk(jobs));
  }

  /** Begins to receive chunks. */
  start(): void {
    const { Worker } = this.#engine;
    this.#worker ??= new Worker(
      QUEUE,
      ({ data }, _token, signal) => this.#hold(data, signal),
      {
        connection: this.#openClient(),
        prefix: this.#prefix,
        concurrency: CHUNKS_AT_ONCE,
        lockDuration: LOCK_MS,
        maxStalledCount: Number.MAX_SAFE_INTEGER,
        removeOnComplete: { count: 0 },
        removeOnFail: { count: 0 },
      },
    );
    this.#worker.on("error", () => undefined);
  }

  /** Gives back chunks that have no free items. */
  finish(chunks: readonly string[]): void {
    for (const chunk of chunks) this.#held.get(chunk)?.();
  }

  /** Gives back all chunks and receives no more. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.finish(this.held);
    if (worker) await withinEngineTime(worker.close());
  }

  /** Removes all that the engine has stored for this batch. */
  async delete(): Promise<void> {
    await this.#openQueue().obliterate({ force: true });
  }

  async close(): Promise<void> {
    await this.stop();
    if (this.#queue) await withinEngineTime(this.#queue.close());
    this.#client?.disconnect();
  }

  /** Holds a chunk until it has no free items, or BullMQ takes the chunk back. Never rejects. */
  async #hold(data: unknown, signal: AbortSignal | undefined): Promise<void> {
    const { chunk } = data as { readonly chunk: string };
    await new Promise<void>((resolve) => {
      this.#held.set(chunk, resolve);
      signal?.addEventListener("abort", () => resolve(), { once: true });
    });
    this.#held.delete(chunk);
  }

  #openClient(): RedisClient {
    this.#client ??= duplicate(this.#connection, {
      maxRetriesPerRequest: null,
    });
    return this.#client;
  }

  #openQueue(): EngineQueue {
    if (!this.#queue) {
      const { Queue } = this.#engine;
      this.#queue = new Queue(QUEUE, {
        connection: this.#openClient(),
        prefix: this.#prefix,
      });
      this.#queue.on("error", () => undefined);
    }
    return this.#queue;
  }
}

/** Waits for the engine, but not for a Redis that is away. */
async function withinEngineTime(acting: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ENGINE_MS);
  });
  await Promise.race([acting.catch(() => undefined), timeout]);
  clearTimeout(timer);
}
