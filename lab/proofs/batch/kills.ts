import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openBatch, type BatchProgress } from "../../../src/batch/index.js";
import { createEmulator, type Emulator } from "../../../src/emulator/index.js";
import { createClient } from "../../../src/index.js";
import type { ProofResult } from "../proof.js";
import { bundleScript } from "./bundle.js";
import { Processes } from "./processes.js";
import { SERVICE_FAULTS } from "./service-faults.js";
import { createLedger, type LedgerSettings } from "./ledgers.js";

const PROCESSES = 4;
const ITEMS_PER_KILL = 25;
const CONCURRENCY = 20;
/** The number of kills for each process that stops itself between a claim and its request. */
const KILLS_PER_STOP = 10;

/** The submits that the emulated service takes in 10 seconds: as many as it needs for a short proof. */
const SUBMITS_PER_10_SECONDS = 100_000;

/** Runs under Node 22 and prints a `ProofResult`: the parent has no SQLite. */
const result = await prove(Number(process.argv[2]));
console.log(JSON.stringify(result));
process.exit();

/**
 * Several processes work on a batch and are killed at random moments, while the service fails in one way after the
 * other. The emulator counts the jobs of each input: no input may have two jobs.
 */
async function prove(kills: number): Promise<ProofResult> {
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
  const settings: LedgerSettings = {
    kind: "sqlite",
    folder: join(folder, "batches"),
  };
  const ledger = createLedger(settings);
  const batch = await openBatch(cloud, {
    name: "proof",
    model: "counted",
    ledger,
  });
  await batch.set({ submitsPer10Seconds: SUBMITS_PER_10_SECONDS });
  await batch.add(
    Array.from({ length: items }, (_, n) => ({ key: String(n), input: { n } })),
  );
  const processes = new Processes(
    await bundleScript(join(import.meta.dirname, "worker.ts"), folder),
    folder,
    { ledger: settings, publicBaseUrl, apiKey, concurrency: CONCURRENCY },
    Math.ceil(kills / KILLS_PER_STOP),
  );
  for (let count = 0; count < PROCESSES; count++) processes.start();
  for (let count = 0; count < kills; count++) {
    const fault = SERVICE_FAULTS[count % SERVICE_FAULTS.length];
    fault?.begin(emulator);
    await pause(200 + Math.random() * 800);
    processes.kill();
    fault?.end?.(emulator);
  }
  await processes.end();
  // A last process works on the items that the killed processes have left.
  processes.start();
  await processes.end();
  const counts = { kills, items, processes };
  const outcome = findOutcome(await batch.progress(), emulator, counts);
  await batch.close();
  await ledger.close();
  await emulator.close();
  rmSync(folder, { recursive: true });
  return outcome;
}

interface Counts {
  readonly kills: number;
  readonly items: number;
  readonly processes: Processes;
}

function findOutcome(
  { completed, failed, lost, inDoubt }: BatchProgress,
  emulator: Emulator,
  { kills, items, processes }: Counts,
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
    `${stops} stops between claim and request`,
    `${twice} submitted twice`,
    `${completed} completed, ${failed} failed, ${lost} lost`,
    `${inDoubt} in doubt (at most ${openSubmits} submits open at a kill and ${brokenAnswers} broken answers)`,
    `${failures.length} processes failed`,
    ...failures.slice(0, 1),
  ].join(", ");
  return { passed, summary };
}
