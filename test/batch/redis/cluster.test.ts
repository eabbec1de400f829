import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { createRedisStore } from "../../../src/batch/bullmq/redis-store.js";
import { redisSpendStore } from "../../../src/batch/bullmq/index.js";
import { collect } from "../../support/collect.js";
import { numbered, openEchoBatchIn } from "../suite/temporary-batch.js";
import {
  findFreePort,
  loadPeers,
  RedisServer,
  type TestClient,
} from "./redis.js";

const { engine, connect, connectCluster } = loadPeers();
const folder = mkdtempSync(join(tmpdir(), "batch-cluster-"));
let server: RedisServer;
let node: TestClient;

/** A cluster of one node refuses a script that touches keys of two slots, as a larger one does. */
beforeAll(async () => {
  const busPort = String(await findFreePort());
  const settings = ["--cluster-enabled", "yes", "--cluster-port", busPort];
  settings.push("--cluster-announce-ip", "127.0.0.1");
  server = await RedisServer.start(folder, settings);
  node = connect(server.port);
  await node.call("CLUSTER", "ADDSLOTSRANGE", 0, 16_383);
  while (
    !String(await node.call("CLUSTER", "INFO")).includes("cluster_state:ok")
  )
    await pause(20);
});
afterAll(async () => {
  node.disconnect();
  await server.kill();
  rmSync(folder, { recursive: true });
});

function connectToCluster() {
  const connection = connectCluster(server.port);
  onTestFinished(() => connection.disconnect());
  return connection;
}

it("bullmqStore keeps all keys of a batch, with those of BullMQ, in one slot of a Redis Cluster", async () => {
  const connection = connectToCluster();
  const { batch, emulator } = await openEchoBatchIn(() =>
    createRedisStore(() => Promise.resolve(engine), {
      connection,
      prefix: "cluster",
      acceptLoss: false,
      warn: () => undefined,
      leaseMs: 30_000,
    }),
  );
  const keys = new Set<string>();
  emulator.model("echo", async ({ n }: { n: number }, { fail }) => {
    for (const key of await readKeys()) keys.add(key);
    return n === 3 ? fail("no") : { echo: n };
  });
  emulator.fail("POST /v2/{slug}/run", { reset: "after" });
  await batch.add(numbered(20));
  await batch.add([{ key: "first", input: { n: 30 }, priority: 5 }]);
  expect(await batch.work({ concurrency: 4 })).toEqual({ reason: "doubt" });
  for await (const item of batch.inDoubt())
    await batch.settle(item, "resubmit");
  expect(await batch.retryFailed()).toEqual({ queued: 1, leftOut: 0 });
  expect(await batch.work({ concurrency: 4 })).toEqual({ reason: "done" });
  expect(await collect(batch.results())).toHaveLength(21);
  for (const key of await readKeys()) keys.add(key);

  const names = [...keys].map((key) => key.slice("{cluster:test}:".length));
  expect(names).toEqual(expect.arrayContaining(["m", "a", "f", "i:1", "n:1"]));
  expect(names.filter((name) => name.startsWith("chunks:"))).not.toEqual([]);
  const slots = new Set<unknown>();
  for (const key of keys) slots.add(await node.call("CLUSTER", "KEYSLOT", key));
  expect(slots.size).toBe(1);

  await batch.delete();
  expect(await readKeys()).toEqual([]);
});

it("redisSpendStore works in a Redis Cluster", async () => {
  const store = redisSpendStore({
    connection: connectToCluster(),
    name: "cluster",
  });
  onTestFinished(() => store.close());
  const entry = { id: "a", units: 6, expiresAt: 100 };
  expect(await store.reserve(entry, 10)).toBe(true);
  expect(await store.settle("a", 5)).toBe(true);
  expect(await store.sums()).toEqual({ spent: 5, reserved: 0 });
});

async function readKeys(): Promise<string[]> {
  return (await node.call("KEYS", "{cluster:test}:*")) as string[];
}
