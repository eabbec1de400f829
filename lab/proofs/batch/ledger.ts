import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  BatchStore,
  ItemRecord,
  ItemWithoutInput,
  OpenStore,
} from "../../../src/batch/index.js";
import {
  installPeers,
  loadPeers,
  RedisServer,
  type TestClient,
} from "../../../test/batch/redis/redis.js";
import type { ProofResult } from "../proof.js";
import { createStore } from "./stores.js";

/** The most that an item may cost in Redis, not counting the jobs of BullMQ. */
const MAX_COMMANDS = 5;
const MAX_ROW_BYTES = 300;
const MAX_TOTALS_MS = 50;

const ITEMS_PER_ADD = 500;
const ITEMS_PER_TAKE = 200;

const items = Number(process.argv[2]);
console.log(JSON.stringify(await prove()));
process.exit();

/**
 * Measures what a store costs, without the service. Each item is added, taken, claimed, given its job, completed and
 * delivered.
 */
async function prove(): Promise<ProofResult> {
  const folder = mkdtempSync(join(tmpdir(), "batch-ledger-"));
  const server = await RedisServer.start(folder);
  const peers = installPeers();
  const client = loadPeers(peers).connect(server.port);
  const sqlite = createStore({ kind: "sqlite", folder });
  const inSqlite = await measure(sqlite.store);
  const before = await readCosts(client);
  const redis = createStore({ kind: "redis", port: server.port, peers });
  const inRedis = await measure(redis.store);
  const after = await readCosts(client);
  redis.close();
  client.disconnect();
  await server.kill();
  rmSync(folder, { recursive: true });
  const commands = (after.commands - before.commands) / items;
  const bytes = (after.memory - before.memory) / items;
  return {
    passed:
      commands <= MAX_COMMANDS &&
      after.row <= MAX_ROW_BYTES &&
      Math.max(inSqlite.totalsMs, inRedis.totalsMs) <= MAX_TOTALS_MS,
    summary: [
      `SQLite: ${describe(inSqlite)}`,
      `Redis: ${describe(inRedis)}`,
      `${commands.toFixed(1)} commands of clients an item`,
      `${after.row} bytes for the row of an item`,
      `${bytes.toFixed(0)} bytes an item with input and output`,
    ].join(", "),
  };
}

interface Speed {
  readonly addedPerSecond: number;
  readonly workedPerSecond: number;
  /** How long the store took to count the items. */
  readonly totalsMs: number;
}

function describe({
  addedPerSecond,
  workedPerSecond,
  totalsMs,
}: Speed): string {
  return `${addedPerSecond} items added and ${workedPerSecond} worked a second, counted in ${totalsMs.toFixed(1)} ms`;
}

async function measure(batches: BatchStore): Promise<Speed> {
  const store = await batches.open("ledger", "{}");
  const start = performance.now();
  for (let from = 0; from < items; from += ITEMS_PER_ADD)
    await store.add(createItems(from, Math.min(ITEMS_PER_ADD, items - from)));
  const added = performance.now();
  const member = await store.join();
  for (;;) {
    const taken = await store.take(member.id, ITEMS_PER_TAKE);
    if (taken.length === 0) break;
    await Promise.all(taken.map((item) => workOn(store, item)));
  }
  const worked = performance.now();
  const { counts } = await store.totals();
  const totalsMs = performance.now() - worked;
  if (counts.completed !== items)
    throw new Error(`${counts.completed} items completed`);
  await member.leave();
  await store.close();
  const rate = (from: number, to: number) =>
    Math.round((items / (to - from)) * 1000);
  return {
    addedPerSecond: rate(start, added),
    workedPerSecond: rate(added, worked),
    totalsMs,
  };
}

function createItems(from: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    key: `key of item ${from + index}`,
    input: JSON.stringify({ prompt: `a lighthouse, ${from + index}` }),
    policy: null,
    priority: 0,
  }));
}

async function workOn(store: OpenStore, item: ItemRecord): Promise<void> {
  const { position, worker } = item;
  const steps = [
    {
      state: "submitting",
      worker,
      attempt: 1,
      claim: `0123456789abcdef-${position}`,
      claimedAt: Date.now(),
      reserved: 0.01,
    },
    { state: "running", jobId: `job-0123456789abcdef-${position}` },
    {
      state: "completed",
      worker: null,
      output: '{"image_url":"https://files.invalid/1.png"}',
      outputBytes: 44,
      cost: 0.01,
      reserved: 0,
      finishedAt: Date.now(),
    },
    { delivered: true },
  ] as const;
  let current: ItemWithoutInput = item;
  for (const step of steps) {
    const result = await store.change(current, step);
    if (result.outcome !== "changed") throw new Error(result.outcome);
    current = result.item;
  }
}

async function readCosts(client: TestClient) {
  const info = String(await client.call("INFO"));
  const stats = String(await client.call("INFO", "commandstats"));
  const find = (text: string, name: RegExp) =>
    Number(name.exec(text)?.[1] ?? 0);
  return {
    // What clients send: calls from within scripts are not counted here.
    commands:
      find(stats, /cmdstat_evalsha:calls=(\d+)/) +
      find(stats, /cmdstat_eval:calls=(\d+)/),
    memory: find(info, /used_memory:(\d+)/),
    row: Number(await client.call("MEMORY", "USAGE", "{proof:ledger}:i:1")),
  };
}
