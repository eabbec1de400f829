import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openBatch } from "../../../src/batch/index.js";
import { createEmulator } from "cloud-compute-emulator";
import { createClient } from "../../../src/index.js";
import type { ProofResult } from "../proof.js";
import { bundleScript } from "./bundle.js";
import { createLedger, type LedgerSettings } from "./ledgers.js";
import { Processes } from "./processes.js";

const PROCESSES = 4;
const ITEMS = 4000;
const CONCURRENCY = 100;

/**
 * How many submits each of four processes has under way at most, on a machine so slow that each lasts half a second, and how
 * many probes an outage of this length sees at most.
 */
const SUBMITS_PER_PROCESS = 15;
const PROBES = 8;

/** How long after the end of the outage the first job must be accepted, in milliseconds. */
const MAX_RESUME_MS = 20_000;

/** Runs under Node 22 and prints a `ProofResult`: the parent has no SQLite. */
console.log(JSON.stringify(await prove(Number(process.argv[2]))));
process.exit();

/** A gateway before the service answers everything with 502 for a while. */
async function prove(seconds: number): Promise<ProofResult> {
  const folder = mkdtempSync(join(tmpdir(), "batch-outage-"));
  const emulator = createEmulator();
  emulator.model("counted", () => ({ cost: 0.001 }), { workers: 200 });
  const { urls } = await emulator.listen();
  const { apiKey } = emulator;
  const { publicBaseUrl } = urls;
  const settings: LedgerSettings = {
    kind: "sqlite",
    folder: join(folder, "batches"),
  };
  const outage = join(folder, "outage");
  const ledger = createLedger(settings);
  const batch = await openBatch(createClient({ apiKey, publicBaseUrl }), {
    name: "proof",
    model: "counted",
    ledger,
  });
  await batch.add(
    Array.from({ length: ITEMS }, (_, n) => ({ key: String(n), input: { n } })),
  );
  const processes = new Processes(
    await bundleScript(join(import.meta.dirname, "worker.ts"), folder),
    {
      ledger: settings,
      publicBaseUrl,
      apiKey,
      concurrency: CONCURRENCY,
      outage,
    },
    0,
  );
  for (let count = 0; count < PROCESSES; count++) processes.start();
  while (emulator.jobs().length < ITEMS / 10) await pause(50);
  writeFileSync(outage, "");
  await pause(seconds * 1000);
  rmSync(outage);
  const endedAt = performance.now();
  const before = emulator.jobs().length;
  while (emulator.jobs().length === before) await pause(20);
  const resumeMs = performance.now() - endedAt;
  await processes.end();
  const { completed, unknown } = await batch.progress();
  const inputs = emulator.jobs().map(({ input }) => JSON.stringify(input));
  const twice = inputs.length - new Set(inputs).size;
  await batch.close();
  await ledger.close();
  await emulator.close();
  rmSync(folder, { recursive: true });
  const most = PROCESSES * SUBMITS_PER_PROCESS + PROBES;
  return {
    passed:
      twice === 0 &&
      unknown <= most &&
      completed + unknown === ITEMS &&
      resumeMs <= MAX_RESUME_MS,
    summary: [
      `${ITEMS} items, ${PROCESSES} processes, ${seconds} s of 502`,
      `${unknown} in doubt (at most ${most}: the submits under way and the probes)`,
      `${twice} submitted twice`,
      `${completed} completed`,
      `the first job ${(resumeMs / 1000).toFixed(1)} s after the outage`,
    ].join(", "),
  };
}
