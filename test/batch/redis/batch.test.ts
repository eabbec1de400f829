import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  it,
  onTestFinished,
} from "vitest";
import {
  createRedisStore,
  type RedisStoreOptions,
} from "../../../src/batch/bullmq/redis-store.js";
import {
  bullmqStore,
  redisSpendStore,
} from "../../../src/batch/bullmq/index.js";
import { BatchError } from "../../../src/batch/index.js";
import { testBatches } from "../suite/batch-suite.js";
import { testEnds } from "../suite/end-suite.js";
import { testInterference } from "../suite/interference-suite.js";
import { testSafety } from "../suite/safety-suite.js";
import { testSpendStore } from "../suite/spend-suite.js";
import { testStore } from "../suite/store-suite.js";
import {
  numbered,
  openEchoBatchIn,
  readAll,
} from "../suite/temporary-batch.js";
import { loadPeers, RedisServer, type TestClient } from "./redis.js";

const { engine, connect } = loadPeers();
let server: RedisServer;
let connection: TestClient;
let stores = 0;
const folder = mkdtempSync(join(tmpdir(), "batch-redis-"));

beforeAll(async () => {
  server = await RedisServer.start(folder);
  connection = connect(server.port);
});
afterAll(async () => {
  connection.disconnect();
  await server.kill();
  rmSync(folder, { recursive: true });
});

/** A store with a prefix of its own. */
function createStore(options: Partial<RedisStoreOptions> = {}) {
  return createRedisStore(() => Promise.resolve(engine), {
    connection,
    prefix: `test-${stores++}`,
    acceptLoss: false,
    warn: () => undefined,
    leaseMs: 30_000,
    ...options,
  });
}

describe("a batch in Redis:", () => testBatches(() => createStore()));
describe("a batch in Redis, where something goes wrong:", () =>
  testSafety(() => createStore()));
describe("a batch in Redis, with interference:", () =>
  testInterference(() => createStore()));

describe("the end of work of a batch in Redis:", () =>
  testEnds(() => createStore()));

describe("bullmqStore", () => {
  testStore(() => createStore());

  it.each([
    ["connection", { connection: {} }],
    ["prefix", { prefix: "{a}" }],
    ["acceptLoss", { acceptLoss: "yes" }],
  ])("refuses a wrong %s", (parameter, options) => {
    const all = { connection, ...options } as never;
    expect(() => bullmqStore(all)).toThrow(
      expect.objectContaining({ name: "InputError", parameter }) as Error,
    );
  });

  it.each([
    ["appendonly", "no"],
    ["appendfsync", "everysec"],
    ["no-appendfsync-on-rewrite", "yes"],
    ["maxmemory-policy", "allkeys-lru"],
  ])(
    "refuses a Redis with %s %s, and warns with acceptLoss",
    async (...set) => {
      const [name, value] = set;
      const before = (await connection.call("CONFIG", "GET", name)) as string[];
      await connection.call("CONFIG", "SET", name, value);
      try {
        const refused = createStore().open("unsafe", "{}");
        await expect(refused).rejects.toMatchObject({
          code: "batch_store_failed",
          message: expect.stringContaining(`${name} is ${value}`) as string,
        });
        const warnings: string[] = [];
        const accepted = await createStore({
          acceptLoss: true,
          warn: (message) => warnings.push(message),
        }).open("unsafe", "{}");
        expect(warnings).toHaveLength(1);
        expect(warnings[0]).toContain("paid twice");
        await accepted.close();
      } finally {
        await connection.call("CONFIG", "SET", name, before[1] ?? "");
      }
    },
  );

  it("puts the claimed items of a process whose lease is over in doubt, and refuses its claims", async () => {
    const prefix = "lease";
    const store = await createStore({ prefix }).open("suite", "{}");
    await store.add(
      ["a", "b", "c"].map((key) => ({
        key,
        input: "{}",
        policy: null,
        priority: 0,
      })),
    );
    const member = await store.join();
    const [first, second] = await store.take(member.id, 2);
    if (!first || !second) throw new Error("no items were taken");
    const claim = { state: "submitting", worker: member.id } as const;
    await store.change(first, claim);
    await connection.call("ZADD", `{${prefix}:suite}:w`, 1, member.id);
    await expect(store.change(second, claim)).rejects.toMatchObject({
      code: "batch_store_unavailable",
    });
    await store.releaseDeadWorkers();
    expect((await store.totals()).counts).toMatchObject({
      inDoubt: 1,
      queued: 2,
    });
    expect(await store.countWorkers()).toBe(0);
    await member.leave();
    await store.close();
  });

  it("gives the same result when the same change is made again", async () => {
    const store = await createStore().open("suite", "{}");
    await store.add([{ key: "a", input: "{}", policy: null, priority: 0 }]);
    const item = { key: "a", version: 0 };
    const change = { state: "running", jobId: "job" } as const;
    const first = await store.change(item, change);
    expect(await store.change(item, change)).toEqual(first);
    const other = await store.change(item, { ...change, jobId: "other" });
    expect(other).toEqual({ outcome: "conflict" });
    await store.close();
  });

  it("goes on when Redis was away for a while", async () => {
    const { batch, emulator } = await openEchoBatchIn(() => createStore());
    await batch.add(numbered(40));
    let isFirst = true;
    emulator.model("echo", ({ n }: { n: number }) => {
      if (isFirst) {
        isFirst = false;
        server.signal("SIGSTOP");
        setTimeout(() => server.signal("SIGCONT"), 4000);
      }
      return { echo: n };
    });
    expect(await batch.work({ concurrency: 4 })).toEqual({ reason: "done" });
    expect(emulator.jobs()).toHaveLength(40);
    expect(await readAll(batch)).toHaveLength(40);
  });

  it("ends with a clear error when the memory of Redis is full, and continues later", async () => {
    const { batch, emulator } = await openEchoBatchIn(() =>
      createStore({ leaseMs: 3000 }),
    );
    onTestFinished(async () => {
      await connection.call("CONFIG", "SET", "maxmemory", 0);
    });
    await batch.add(numbered(40));
    emulator.model("echo", async ({ n }: { n: number }) => {
      if (n === 10) await connection.call("CONFIG", "SET", "maxmemory", 1);
      return { echo: n };
    });
    const end = await batch
      .work({ concurrency: 4 })
      .catch((error: unknown) => ({ error }));
    expect(end.error).toMatchObject({
      code: "batch_store_failed",
      message: expect.stringMatching(/OOM.*maxmemory/) as string,
    });
    await connection.call("CONFIG", "SET", "maxmemory", 0);
    await batch.work({ concurrency: 4 });
    const { completed, inDoubt } = await batch.progress();
    expect(completed + inDoubt).toBe(40);
    expect(emulator.jobs().length).toBeLessThanOrEqual(40);
  });

  it("stops all sending when the number of claims falls", async () => {
    const prefix = "falling";
    const { batch, emulator } = await openEchoBatchIn(() =>
      createStore({ prefix }),
    );
    await batch.add(numbered(40));
    emulator.model("echo", async ({ n }: { n: number }) => {
      await connection.call("HSET", `{${prefix}:test}:m`, "claims", 1);
      return { echo: n };
    });
    const end = await batch.work({ concurrency: 4 });
    expect(end.reason).toBe("refused");
    expect(String(end.error)).toContain("Redis has lost claims");
    expect(emulator.jobs().length).toBeLessThan(20);
  });

  it("stops all sending when Redis was restarted, and goes on with the next work()", async () => {
    const { batch, open, emulator, warnings } = await openEchoBatchIn(() =>
      createStore(),
    );
    await batch.add(numbered(40));
    let restart: Promise<void> | undefined;
    emulator.model("echo", ({ n }: { n: number }) => {
      restart ??= server.kill().then(() => server.start());
      return { echo: n };
    });
    const end = await batch.work({ concurrency: 2 });
    expect(end.reason).toBe("refused");
    expect(String(end.error)).toContain("Redis was restarted");
    expect(warnings.filter((text) => text.includes("restarted"))).toEqual([]);
    await restart;
    // One process opens the batch again, the other one calls `work` of the batch that it has.
    const again = await open();
    await Promise.all([
      again.work({ concurrency: 2 }),
      batch.work({ concurrency: 2 }),
    ]);
    const { completed, inDoubt } = await batch.progress();
    expect(completed + inDoubt).toBe(40);
    expect(emulator.jobs().length).toBeLessThanOrEqual(40);
    await again.close();
  });

  it("goes on after a restart of Redis with acceptLoss, and warns of what may be lost", async () => {
    const warnings: string[] = [];
    const { batch, emulator } = await openEchoBatchIn(() =>
      createStore({ acceptLoss: true, warn: (text) => warnings.push(text) }),
    );
    await batch.add(numbered(20));
    let restart: Promise<void> | undefined;
    emulator.model("echo", ({ n }: { n: number }) => {
      restart ??= server.restart();
      return { echo: n };
    });
    const { reason } = await batch.work({ concurrency: 2 });
    expect(["done", "doubt"]).toContain(reason);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^Redis was restarted, .*: claims may be lost, and their inputs may be submitted and paid twice$/,
      ),
    ]);
  });

  it("goes on with work() of the same batch after Redis was restarted", async () => {
    const { batch, emulator } = await openEchoBatchIn(() => createStore());
    await batch.add(numbered(10));
    await server.restart();
    // The connection finds out by itself that the server is another one.
    await batch.progress();
    expect((await batch.work()).reason).toBe("done");
    expect(emulator.jobs()).toHaveLength(10);
  });

  it("says that a batch is gone when Redis was emptied, and names the jobs that it cannot keep", async () => {
    const own = await RedisServer.start(mkdtempSync(join(folder, "flush-")));
    const client = connect(own.port);
    onTestFinished(async () => {
      client.disconnect();
      await own.kill();
    });
    let flushed: Promise<unknown> | undefined;
    const { batch, emulator } = await openEchoBatchIn(
      () => createStore({ connection: client }),
      {},
      {
        wrapFetch: (fetch) =>
          (async (address: string, init?: RequestInit) => {
            const response = await fetch(address, init);
            if (address.endsWith("/run"))
              await (flushed ??= client.call("FLUSHALL"));
            return response;
          }) as typeof fetch,
      },
    );
    await batch.add(numbered(20));
    const error: unknown = await batch
      .work({ concurrency: 2 })
      .catch((reason: unknown) => reason);
    if (!(error instanceof BatchError)) throw error;
    const submitted = emulator.jobs().map(({ id }) => id);
    expect(error.jobs.map(({ id }) => id).sort()).toEqual(submitted.sort());
    expect(submitted.length).toBeLessThanOrEqual(2);
    await expect(batch.progress()).rejects.toThrow(
      "batch test is no longer in Redis",
    );
    await expect(batch.add(numbered(1))).rejects.toThrow("no longer in Redis");
    await expect(batch.work()).rejects.toThrow("no longer in Redis");
  });

  it("takes items for a concurrency above what one script can pass on", async () => {
    const store = await createStore().open("test", "{}");
    onTestFinished(() => store.close());
    await store.add(
      Array.from({ length: 8100 }, (_, n) => ({
        key: String(n),
        input: "{}",
        policy: null,
        priority: 0,
      })),
    );
    const member = await store.join();
    const taken = await store.take(member.id, 10_000);
    expect(taken.length).toBeGreaterThan(0);
    await member.leave();
    expect((await store.totals()).counts.queued).toBe(8100);
  });
});

describe("redisSpendStore", () =>
  testSpendStore(() => {
    const store = redisSpendStore({ connection, name: `spend ${stores++}` });
    onTestFinished(() => store.close());
    return store;
  }));
