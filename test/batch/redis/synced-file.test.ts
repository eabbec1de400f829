import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createRedisStore } from "../../../src/batch/bullmq/redis-store.js";
import { numbered, openEchoBatchIn } from "../suite/temporary-batch.js";
import { loadPeers } from "./redis.js";
import { findTraceProblem, TracedRedis } from "./traced-redis.js";

const ITEMS = 300;
/** After how many jobs of a round Redis is killed. */
const JOBS_PER_ROUND = [20, 35, 50, 65];

const problem = findTraceProblem();
if (problem !== undefined) console.warn(`skipped: ${problem}`);
const { engine, connect } = loadPeers();

it.skipIf(problem !== undefined)(
  "bullmqStore submits nothing twice when Redis is killed and its append-only file ends at its last sync",
  async () => {
    const { forgotten, inputs, open } = await killRepeatedly("always");
    expect(forgotten).toEqual([]);
    const batch = await open();
    const { reason } = await batch.work({ concurrency: 10 });
    expect(["done", "doubt"]).toContain(reason);
    const { completed, inDoubt } = await batch.progress();
    expect(completed + inDoubt).toBe(ITEMS);
    await batch.close();
    expect(new Set(inputs()).size).toBe(inputs().length);
  },
);

it.skipIf(problem !== undefined)(
  "a Redis with appendfsync everysec forgets claims that it has confirmed when its append-only file ends at its last sync",
  async () => {
    const { forgotten } = await killRepeatedly("everysec");
    expect(forgotten.length).toBeGreaterThan(0);
  },
);

/** Works on a batch while Redis is killed again and again, each time with the loss of what was not synced. */
async function killRepeatedly(appendfsync: "always" | "everysec") {
  const folder = mkdtempSync(join(tmpdir(), "batch-synced-"));
  const settings = ["--appendfsync", appendfsync];
  const redis = await TracedRedis.start(folder, settings);
  const connection = connect(redis.port);
  onTestFinished(async () => {
    connection.disconnect();
    await redis.kill();
    rmSync(folder, { recursive: true });
  });
  const createStore = () =>
    createRedisStore(() => Promise.resolve(engine), {
      connection,
      prefix: "synced",
      acceptLoss: appendfsync !== "always",
      warn: () => undefined,
      leaseMs: 30_000,
    });
  const { batch, open, emulator } = await openEchoBatchIn(createStore);
  await batch.add(
    numbered(ITEMS).map((input) => ({ key: String(input.n), input })),
  );
  await batch.close();
  const inputs = () =>
    emulator.jobs().map(({ input }) => (input as { readonly n: number }).n);
  const forgotten: number[] = [];
  for (const jobs of JOBS_PER_ROUND) {
    const before = inputs().length;
    const stop = new AbortController();
    let restarted: Promise<void> | undefined;
    emulator.model("echo", ({ n }: { n: number }) => {
      if (inputs().length - before >= jobs)
        restarted ??= redis.restart().finally(() => stop.abort());
      return { echo: n };
    });
    const working = await open();
    await working
      .work({ concurrency: 10, signal: stop.signal })
      .catch(() => undefined);
    await restarted;
    await working.close();
    const store = await createStore().open("test", "{}");
    for (const n of new Set(inputs())) {
      const { state = "unknown" } = (await store.read(String(n))) ?? {};
      if (state === "queued" || state === "unknown") forgotten.push(n);
    }
    await store.close();
    if (forgotten.length > 0) break;
  }
  return { forgotten, inputs, open };
}
