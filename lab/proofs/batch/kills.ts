import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  openBatch,
  type Batch,
  type BatchProgress,
} from "../../../src/batch/index.js";
import { createEmulator, type Emulator } from "cloud-compute-emulator";
import { createClient } from "../../../src/index.js";
import { PostgresServer } from "../../../test/batch/postgres/server.js";
import type { ProofResult } from "../proof.js";
import { bundleScript } from "./bundle.js";
import { Processes } from "./processes.js";
import { SERVICE_FAULTS } from "./service-faults.js";
import { createLedger, type LedgerSettings } from "./ledgers.js";

const PROCESSES = 4;
const ITEMS_PER_KILL = 67;
/** How many jobs the service takes between two kills, on average: few items are left after the last one. */
const JOBS_PER_KILL = 50;
const CONCURRENCY = 20;
/** The number of kills for each process that stops itself between a claim and its request. */
const KILLS_PER_OWN_STOP = 12;
/** The number of kills for each process that is stopped, whatever it does. */
const KILLS_PER_STOP = 12;
/** The number of kills for each immediate restart of Postgres. */
const KILLS_PER_RESTART = 15;

/**
 * How long a kill waits for jobs, in milliseconds: some faults let no submit through. Longer than the breaker pauses at most:
 * otherwise faults would come faster than submits.
 */
const MAX_WAIT_MS = 16_000;

/** How many items a kill or a stop may leave in doubt, on average. */
const MAX_DOUBTS_PER_FAULT = 3;

interface Input {
  readonly n: number;
}

interface Output {
  readonly n: number;
  readonly cost: number;
}

const [, , kills, kind] = process.argv;
/** Runs under Node 22 and prints a `ProofResult`: the parent has no SQLite. */
const result = await prove(Number(kills), kind === "postgres");
console.log(JSON.stringify(result));
process.exit();

/**
 * Several processes work on a batch and are killed and stopped at random moments, while the service fails in one way after
 * the other and Postgres is restarted. The emulator counts the jobs of each input: no input may have two jobs.
 */
async function prove(kills: number, isPostgres: boolean): Promise<ProofResult> {
  const folder = mkdtempSync(join(tmpdir(), "batch-proof-"));
  const items = kills * ITEMS_PER_KILL;
  const emulator = createEmulator();
  emulator.model<Input>("counted", ({ n }) => ({ n, cost: 0.001 }), {
    executionTime: 30,
    workers: 100,
  });
  const { urls } = await emulator.listen();
  const { apiKey } = emulator;
  const { publicBaseUrl } = urls;
  const cloud = createClient({ apiKey, publicBaseUrl });
  const server = isPostgres ? await PostgresServer.create() : undefined;
  const settings: LedgerSettings = server
    ? { kind: "postgres", connectionString: server.connectionString }
    : { kind: "sqlite", folder: join(folder, "batches") };
  const ledger = createLedger(settings);
  const batch = await openBatch<Input, Output>(cloud, {
    name: "proof",
    model: "counted",
    ledger,
  });
  await batch.add(
    Array.from({ length: items }, (_, n) => ({ key: String(n), input: { n } })),
  );
  const processes = new Processes(
    await bundleScript(join(import.meta.dirname, "worker.ts"), folder),
    { ledger: settings, publicBaseUrl, apiKey, concurrency: CONCURRENCY },
    Math.ceil(kills / KILLS_PER_OWN_STOP),
  );
  for (let count = 0; count < PROCESSES; count++) processes.start();
  let restarts = 0;
  for (let count = 0; count < kills; count++) {
    const fault = SERVICE_FAULTS[count % SERVICE_FAULTS.length];
    fault?.begin(emulator);
    await waitForJobs(emulator, Math.random() * 2 * JOBS_PER_KILL);
    processes.kill();
    if (count % KILLS_PER_STOP === 5) processes.stop();
    if (server && count % KILLS_PER_RESTART === 3) {
      restarts++;
      await server.restartAtOnce();
    }
    fault?.end?.(emulator);
  }
  await processes.end();
  // A last process works on the items that the killed processes have left.
  processes.start();
  await processes.end();
  const endMs = performance.now() - processes.lastFaultAt;
  const wrong = await countWrong(batch);
  const counts = { kills, items, restarts, wrong, endMs, processes };
  const outcome = findOutcome(await batch.progress(), emulator, counts);
  await batch.close();
  await ledger.close();
  await emulator.close();
  await server?.remove();
  rmSync(folder, { recursive: true });
  return outcome;
}

/**
 * Resolves when the service has so many further jobs, or when it has taken none for a while: a process is killed while it
 * works, however slow the machine is.
 */
async function waitForJobs(emulator: Emulator, count: number): Promise<void> {
  const wanted = emulator.jobs().length + count;
  const endAt = performance.now() + MAX_WAIT_MS;
  while (emulator.jobs().length < wanted && performance.now() < endAt)
    await pause(20);
}

/** How many results have the output of another input. */
async function countWrong(batch: Batch<Input, Output>): Promise<number> {
  let wrong = 0;
  for await (const { state, input, output } of batch.results())
    if (state === "completed" && output?.n !== input.n) wrong++;
  return wrong;
}

interface Counts {
  readonly kills: number;
  readonly items: number;
  /** How often Postgres was ended at once and started again. */
  readonly restarts: number;
  readonly wrong: number;
  /** How long after the last kill or stop the work ended. */
  readonly endMs: number;
  readonly processes: Processes;
}

function findOutcome(
  { completed, failed, unknown }: BatchProgress,
  emulator: Emulator,
  { kills, items, restarts, wrong, endMs, processes }: Counts,
): ProofResult {
  const jobsOf = new Map<unknown, number>();
  for (const { input } of emulator.jobs()) {
    const { n } = Object(input) as { readonly n?: unknown };
    jobsOf.set(n, (jobsOf.get(n) ?? 0) + 1);
  }
  const twice = [...jobsOf.values()].filter((count) => count > 1).length;
  const ended = completed + failed + unknown;
  const { brokenAnswers, stops, failures } = processes;
  const most = MAX_DOUBTS_PER_FAULT * (kills + stops) + brokenAnswers;
  const passed =
    twice === 0 &&
    wrong === 0 &&
    ended === items &&
    failed === 0 &&
    unknown <= most &&
    failures.length === 0;
  const summary = [
    `${items} items, ${kills} kills under ${SERVICE_FAULTS.length} faults of the service`,
    ...(restarts > 0 ? [`${restarts} immediate restarts of Postgres`] : []),
    `${stops} stops of 25 s`,
    `${twice} submitted twice`,
    `${wrong} wrong outputs`,
    `${completed} completed, ${failed} failed`,
    `${unknown} unknown (at most ${most}, of which ${brokenAnswers} for broken answers)`,
    `ended ${(endMs / 1000).toFixed(0)} s after the last kill or stop`,
    `${failures.length} processes failed`,
    ...failures.slice(0, 1),
  ].join(", ");
  return { passed, summary };
}
