import { Queue, Worker } from "bullmq";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PgBoss } from "pg-boss";
import { openBatch } from "../../../src/batch/index.js";
import { createClient, type Client } from "../../../src/index.js";
import { PostgresServer } from "../../../test/batch/postgres/server.js";
import {
  createLedger,
  type LedgerSettings,
} from "../../proofs/batch/ledgers.js";

/** How many jobs pg-boss fetches at once. */
const JOBS_PER_FETCH = 10;

/** What keeps the inputs, submits each of them and polls its job. */
interface Engine {
  /** Starts a server or makes a folder, and adds inputs. */
  readonly start: (items: number) => Promise<Store>;
  /** Works on so many inputs at once in this process, until the process ends or nothing is left. */
  readonly work: (
    address: string,
    cloud: Client,
    concurrency: number,
  ) => Promise<unknown>;
}

interface Store {
  /** What a process is given to find the inputs. */
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** What the handler of a queue does: it submits a job, and waits for its output by the same client. */
async function submitAndPoll(cloud: Client, input: object): Promise<unknown> {
  const job = await cloud.model<object>("counted").run(input);
  return (await job.wait()).output;
}

function createInputs(items: number): readonly { readonly n: number }[] {
  return Array.from({ length: items }, (_, n) => ({ n }));
}

/** This package, with a ledger of this kind. */
function ours(
  create: () => Promise<{
    readonly settings: LedgerSettings;
    readonly remove: () => Promise<void>;
  }>,
): Engine {
  const open = async (settings: LedgerSettings, cloud: Client) => {
    const ledger = createLedger(settings);
    const batch = await openBatch(cloud, {
      name: "bench",
      model: "counted",
      ledger,
    });
    return { ledger, batch };
  };
  return {
    start: async (items) => {
      const { settings, remove } = await create();
      const cloud = createClient({ apiKey: "key" });
      const { ledger, batch } = await open(settings, cloud);
      await batch.add(createInputs(items).map((input) => ({ input })));
      await batch.close();
      await ledger.close();
      return { address: JSON.stringify(settings), close: remove };
    },
    work: async (address, cloud, concurrency) => {
      const settings = JSON.parse(address) as LedgerSettings;
      const { batch } = await open(settings, cloud);
      await batch.work({ concurrency });
    },
  };
}

const pgBoss: Engine = {
  start: async (items) => {
    const server = await PostgresServer.create();
    const { connectionString } = server;
    const boss = new PgBoss(connectionString);
    await boss.start();
    await boss.createQueue("inputs", { retryLimit: 100 });
    await boss.insert(
      "inputs",
      createInputs(items).map((data) => ({ data })),
    );
    await boss.stop({ graceful: false });
    return { address: connectionString, close: () => server.remove() };
  },
  work: async (address, cloud, concurrency) => {
    const boss = new PgBoss(address);
    boss.on("error", () => undefined);
    await boss.start();
    await boss.work<object>(
      "inputs",
      {
        // Fewer fetches than with a job for each: many more items a second.
        batchSize: JOBS_PER_FETCH,
        localConcurrency: concurrency / JOBS_PER_FETCH,
        pollingIntervalSeconds: 0.5,
      },
      (jobs) => Promise.all(jobs.map(({ data }) => submitAndPoll(cloud, data))),
    );
  },
};

const bullmq: Engine = {
  start: async (items) => {
    const folder = mkdtempSync(join(tmpdir(), "redis-"));
    const address = join(folder, "redis.sock");
    // Like the other two, Redis waits for the disk.
    const server = spawn(
      "redis-server",
      [
        "--port",
        "0",
        "--unixsocket",
        address,
        "--dir",
        folder,
        "--save",
        "",
        "--appendonly",
        "yes",
        "--appendfsync",
        "always",
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    for await (const line of createInterface(server.stdout))
      if (line.includes("ready to accept connections")) break;
    server.stdout.resume();
    const queue = new Queue("inputs", { connection: { path: address } });
    await queue.addBulk(
      createInputs(items).map((data) => ({
        name: "input",
        data,
        opts: { attempts: 100 },
      })),
    );
    await queue.close();
    const close = async () => {
      const ended = once(server, "exit");
      server.kill();
      await ended;
      rmSync(folder, { recursive: true });
    };
    return { address, close };
  },
  work: (address, cloud, concurrency) => {
    const worker = new Worker<object>(
      "inputs",
      ({ data }) => submitAndPoll(cloud, data),
      { connection: { path: address }, concurrency },
    );
    worker.on("error", () => undefined);
    return worker.waitUntilReady();
  },
};

export const ENGINES: Readonly<Record<string, Engine>> = {
  "this package, Postgres": ours(async () => {
    const server = await PostgresServer.create();
    const { connectionString } = server;
    return {
      settings: { kind: "postgres", connectionString },
      remove: () => server.remove(),
    };
  }),
  "this package, SQLite": ours(() => {
    const folder = mkdtempSync(join(tmpdir(), "batch-bench-"));
    return Promise.resolve({
      settings: { kind: "sqlite", folder },
      remove: () => {
        rmSync(folder, { recursive: true });
        return Promise.resolve();
      },
    });
  }),
  "pg-boss, Postgres": pgBoss,
  "BullMQ, Redis": bullmq,
};
