import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ItemRecord, OpenStore } from "../../../src/batch/index.js";
import {
  installPeers,
  loadPeers,
  RedisServer,
} from "../../../test/batch/redis/redis.js";
import { createStore } from "./stores.js";

/**
 * Prints what a store costs, without the service: `node22 --import tsx proofs/batch/ledger.ts [items]` in lab/. Each item is
 * added, taken, claimed, given its job, completed and delivered.
 */
const items = Number(process.argv[2] ?? 20_000);
const folder = mkdtempSync(join(tmpdir(), "batch-ledger-"));
const server = await RedisServer.start(folder);
const peers = installPeers();
const client = loadPeers(peers).connect(server.port);

await measure("SQLite", createStore({ kind: "sqlite", folder }).store);
const before = await readCosts();
const redis = createStore({ kind: "redis", port: server.port, peers });
await measure("Redis", redis.store);
const after = await readCosts();
const commands = (after.commands - before.commands) / items;
console.log(`Redis: ${commands.toFixed(1)} commands of clients an item`);
const bytes = (after.memory - before.memory) / items;
console.log(
  `Redis: ${bytes.toFixed(0)} bytes an item, input and output included`,
);
console.log(`Redis: ${String(after.row)} bytes for the row of an item`);
redis.close();
client.disconnect();
await server.kill();
rmSync(folder, { recursive: true });
process.exit();

async function measure(
  name: string,
  batches: ReturnType<typeof createStore>["store"],
): Promise<void> {
  const store = await batches.open("ledger", "{}");
  const start = performance.now();
  for (let from = 0; from < items; from += 500)
    await store.add(
      Array.from({ length: 500 }, (_, index) => ({
        key: `key of item ${from + index}`,
        input: JSON.stringify({ prompt: `a lighthouse, ${from + index}` }),
        policy: null,
        priority: 0,
      })),
    );
  const added = performance.now();
  const member = await store.join();
  for (;;) {
    const taken = await store.take(member.id, 200);
    if (taken.length === 0) break;
    await Promise.all(taken.map((item) => workOn(store, item)));
  }
  const worked = performance.now();
  const { counts } = await store.totals();
  const counted = performance.now();
  const rate = (from: number, to: number) =>
    Math.round((items / (to - from)) * 1000);
  console.log(
    `${name}: ${counts.completed} items, ${rate(start, added)} added and ${rate(added, worked)} worked a second, totals in ${(counted - worked).toFixed(1)} ms`,
  );
  await member.leave();
  await store.close();
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
  let current = item;
  for (const step of steps) {
    const result = await store.change(current, step);
    if (result.outcome !== "changed") throw new Error(result.outcome);
    current = result.item;
  }
}

async function readCosts() {
  const info = String(await client.call("INFO"));
  const stats = String(await client.call("INFO", "commandstats"));
  const find = (text: string, name: RegExp) =>
    Number(name.exec(text)?.[1] ?? 0);
  const row = "{proof:ledger}:i:1";
  return {
    // What clients send: calls from within scripts are not counted here.
    commands:
      find(stats, /cmdstat_evalsha:calls=(\d+)/) +
      find(stats, /cmdstat_eval:calls=(\d+)/),
    memory: find(info, /used_memory:(\d+)/),
    row: await client.call("MEMORY", "USAGE", row),
  };
}
