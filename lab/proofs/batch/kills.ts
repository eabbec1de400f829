import { build } from "esbuild";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openBatch, type Batch } from "../../../src/batch/index.js";
import { createEmulator, type Emulator } from "../../../src/emulator/index.js";
import { createClient } from "../../../src/index.js";
import { installPeers, RedisServer } from "../../../test/batch/redis/redis.js";
import type { ProofResult } from "../proof.js";
import { Processes } from "./processes.js";
import { createStore, type StoreSettings } from "./stores.js";

const PROCESSES = 4;
const ITEMS_PER_KILL = 25;
/** As the worker works. */
const CONCURRENCY = 20;
/** Of how many kills one process stops itself between a claim and its request. */
const KILLS_PER_STOP = 10;
/** How many responses to a submit are lost. */
const LOST_RESPONSES = 20;

const RUN = "POST /v2/{slug}/run";
const STATUS = "GET /v2/{slug}/status/{jobId}";

/** After how many kills of processes Redis itself is killed and started again. */
const KILLS_PER_REDIS_KILL = 10;

const [, , kind, kills] = process.argv;
/** Runs under Node 22 and prints a `ProofResult`: the parent has no SQLite. */
const result = await prove(kind === "redis", Number(kills));
console.log(JSON.stringify(result));
process.exit();

/**
 * Several processes work on a batch and are killed at random moments, while the service has faults. The emulator counts
 * the jobs of each input: none may have two.
 */
async function prove(isRedis: boolean, kills: number): Promise<ProofResult> {
  const folder = mkdtempSync(join(tmpdir(), "batch-proof-"));
  const items = kills * ITEMS_PER_KILL;
  const emulator = createEmulator();
  emulator.model("counted", () => ({ cost: 0.001 }), {
    executionTime: 30,
    workers: 100,
  });
  const { urls } = await emulator.listen();
  const { apiKey } = emulator;
  const cloud = createClient({ apiKey, ...urls });
  const redis = isRedis ? await RedisServer.start(folder) : undefined;
  const settings: StoreSettings = redis
    ? { kind: "redis", port: redis.port, peers: installPeers() }
    : { kind: "sqlite", folder };
  const { store, close } = createStore(settings);
  const open = () =>
    openBatch(cloud, {
      name: "proof",
      model: "counted",
      store,
      onWarning: () => undefined,
    });
  const first = await open();
  await first.add(Array.from({ length: items }, (_, n) => ({ n })));
  await first.close();
  addFaults(emulator);
  const worker = await bundleWorker(folder);
  const processes = new Processes(
    [worker, JSON.stringify(settings), JSON.stringify(urls), apiKey],
    Math.ceil(kills / KILLS_PER_STOP),
  );
  for (let count = 0; count < PROCESSES; count++) processes.start();
  let redisKills = 0;
  for (let count = 0; count < kills; count++) {
    await pause(100 + Math.random() * 500);
    processes.kill();
    if (!redis || count % KILLS_PER_REDIS_KILL !== 3) continue;
    redisKills++;
    await redis.kill();
    await redis.start();
  }
  await processes.end();
  // What the last process that was killed has left.
  const batch = await open();
  await batch.work({ concurrency: CONCURRENCY });
  const counts = { kills, items, redisKills, processes };
  const outcome = await findOutcome(batch, emulator, counts);
  await batch.close();
  close();
  await emulator.close();
  await redis?.kill();
  rmSync(folder, { recursive: true });
  return outcome;
}

function addFaults(emulator: Emulator): void {
  emulator.fail(RUN, {
    reset: "after",
    after: 50,
    times: LOST_RESPONSES,
    probability: 0.05,
  });
  emulator.fail(RUN, { reset: "before", times: Infinity, probability: 0.01 });
  emulator.fail(RUN, {
    status: 503,
    headers: { "retry-after": "0" },
    times: Infinity,
    probability: 0.02,
  });
  emulator.fail(RUN, { delay: 200, times: Infinity, probability: 0.02 });
  emulator.fail(STATUS, { status: 500, times: Infinity, probability: 0.02 });
}

async function bundleWorker(folder: string): Promise<string> {
  const outfile = join(folder, "worker.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "worker.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    banner: {
      js: 'import { createRequire as createBundleRequire } from "node:module"; const require = createBundleRequire(import.meta.url);',
    },
    outfile,
  });
  return outfile;
}

async function findOutcome(
  batch: Batch,
  emulator: Emulator,
  {
    kills,
    items,
    redisKills,
    processes,
  }: {
    kills: number;
    items: number;
    redisKills: number;
    processes: Processes;
  },
): Promise<ProofResult> {
  const jobsOf = new Map<unknown, number>();
  for (const { input } of emulator.jobs()) {
    const { n } = Object(input) as { readonly n?: unknown };
    jobsOf.set(n, (jobsOf.get(n) ?? 0) + 1);
  }
  const twice = [...jobsOf.values()].filter((count) => count > 1).length;
  const progress = await batch.progress();
  const { completed, failed, lost, inDoubt } = progress;
  const ended = completed + failed + lost + inDoubt;
  const broken = emulator.requests.filter(
    ({ route, status }) => route === RUN && status === undefined,
  ).length;
  // A claim that Redis confirmed while its process was cut off is in doubt as well.
  const mostInDoubt = (kills + PROCESSES * redisKills) * CONCURRENCY + broken;
  const passed =
    twice === 0 &&
    ended === items &&
    failed + lost === 0 &&
    inDoubt <= mostInDoubt &&
    processes.failures.length === 0;
  const summary = `${items} items, ${kills} kills, ${redisKills} kills of Redis, ${processes.stops} stops between claim and request: ${twice} submitted twice, ${completed} completed, ${failed} failed, ${lost} lost, ${inDoubt} in doubt (bound ${mostInDoubt}), ${processes.failures.length} processes failed${processes.failures
    .slice(0, 1)
    .map((text) => `: ${text}`)
    .join("")}`;
  return { passed, summary };
}
