import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openBatch, type BatchProgress } from "../../../src/batch/index.js";
import { createEmulator, type Emulator } from "../../../src/emulator/index.js";
import { createClient } from "../../../src/index.js";
import { installPeers, RedisServer } from "../../../test/batch/redis/redis.js";
import {
  findTraceProblem,
  TracedRedis,
} from "../../../test/batch/redis/traced-redis.js";
import type { ProofResult } from "../proof.js";
import { bundleScript } from "./bundle.js";
import { Processes } from "./processes.js";
import { SERVICE_FAULTS } from "./service-faults.js";
import { createStore, type StoreSettings } from "./stores.js";

const PROCESSES = 4;
const ITEMS_PER_KILL = 25;
const CONCURRENCY = 20;
/** The number of kills for each process that stops itself between a claim and its request. */
const KILLS_PER_STOP = 10;

/** The number of kills of processes for each kill and restart of Redis itself. */
const KILLS_PER_REDIS_KILL = 10;

const [, , kills, kind] = process.argv;
/** Runs under Node 22 and prints a `ProofResult`: the parent has no SQLite. */
const result = await prove(kind === "redis", Number(kills));
console.log(JSON.stringify(result));
process.exit();

/**
 * Several processes work on a batch and are killed at random moments, while the service fails in one way after the
 * other. The emulator counts the jobs of each input: no input may have two jobs.
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
  const { publicBaseUrl } = urls;
  const cloud = createClient({ apiKey, publicBaseUrl });
  const traceProblem = findTraceProblem();
  const Server = traceProblem === undefined ? TracedRedis : RedisServer;
  const redis = isRedis ? await Server.start(folder) : undefined;
  const settings: StoreSettings = redis
    ? { kind: "redis", port: redis.port, peers: installPeers() }
    : { kind: "sqlite", folder };
  const { store, close } = createStore(settings);
  const batch = await openBatch(cloud, {
    name: "proof",
    model: "counted",
    store,
  });
  await batch.add(
    Array.from({ length: items }, (_, n) => ({ key: String(n), input: { n } })),
  );
  const processes = new Processes(
    await bundleScript(join(import.meta.dirname, "worker.ts"), folder),
    folder,
    { store: settings, publicBaseUrl, apiKey, concurrency: CONCURRENCY },
    Math.ceil(kills / KILLS_PER_STOP),
  );
  for (let count = 0; count < PROCESSES; count++) processes.start();
  let redisKills = 0;
  for (let count = 0; count < kills; count++) {
    const fault = SERVICE_FAULTS[count % SERVICE_FAULTS.length];
    fault?.begin(emulator);
    await pause(200 + Math.random() * 800);
    processes.kill();
    if (redis && count % KILLS_PER_REDIS_KILL === 3) {
      redisKills++;
      await redis.restart();
    }
    fault?.end?.(emulator);
  }
  await processes.end();
  // A last process works on the items that the killed processes have left.
  processes.start();
  await processes.end();
  const fileCut =
    traceProblem === undefined
      ? "its file cut at the last sync"
      : `its file not cut: ${traceProblem}`;
  const counts = { kills, items, redisKills, fileCut, processes };
  const outcome = findOutcome(await batch.progress(), emulator, counts);
  await batch.close();
  close();
  await emulator.close();
  await redis?.kill();
  rmSync(folder, { recursive: true });
  return outcome;
}

interface Counts {
  readonly kills: number;
  readonly items: number;
  readonly redisKills: number;
  /** What became of the append-only file of Redis at each of its kills. */
  readonly fileCut: string;
  readonly processes: Processes;
}

function findOutcome(
  { completed, failed, lost, inDoubt }: BatchProgress,
  emulator: Emulator,
  { kills, items, redisKills, fileCut, processes }: Counts,
): ProofResult {
  const jobsOf = new Map<unknown, number>();
  for (const { input } of emulator.jobs()) {
    const { n } = Object(input) as { readonly n?: unknown };
    jobsOf.set(n, (jobsOf.get(n) ?? 0) + 1);
  }
  const twice = [...jobsOf.values()].filter((count) => count > 1).length;
  const ended = completed + failed + lost + inDoubt;
  const { openSubmits, brokenAnswers, stops, failures } = processes;
  const passed =
    twice === 0 &&
    ended === items &&
    failed + lost === 0 &&
    inDoubt <= openSubmits + brokenAnswers &&
    failures.length === 0;
  const summary = [
    `${items} items, ${kills} kills under ${SERVICE_FAULTS.length} faults of the service`,
    ...(redisKills > 0 ? [`${redisKills} kills of Redis (${fileCut})`] : []),
    `${stops} stops between claim and request`,
    `${twice} submitted twice`,
    `${completed} completed, ${failed} failed, ${lost} lost`,
    `${inDoubt} in doubt (at most ${openSubmits} submits open at a kill and ${brokenAnswers} broken answers)`,
    `${failures.length} processes failed`,
    ...failures.slice(0, 1),
  ].join(", ");
  return { passed, summary };
}
