import { createEmulator } from "cloud-compute-emulator";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openBatch } from "../../../src/batch/index.js";
import { createClient } from "../../../src/index.js";
import { PostgresServer } from "../../../test/batch/postgres/server.js";
import type { ProofResult } from "../proof.js";
import { bundleScript } from "./bundle.js";
import { createLedger } from "./ledgers.js";
import { startPgBouncer } from "./pgbouncer.js";
import { Processes } from "./processes.js";

const RESTART_INTERVAL_MS = 5000;
const CONCURRENCY = 50;

/** As many items as all processes may submit in a second: the work lasts at least as long as the restarts. */
const ITEMS_PER_SECOND = 90;

/** Runs under Node 22 and prints a `ProofResult`. */
console.log(JSON.stringify(await prove(Number(process.argv[2]))));
process.exit();

/** Two processes work while Postgres is ended at once and started again every five seconds. One is connected through PgBouncer. */
async function prove(seconds: number): Promise<ProofResult> {
  const folder = mkdtempSync(join(tmpdir(), "batch-restarts-"));
  const emulator = createEmulator();
  emulator.model("counted", () => ({ cost: 0.001 }), {
    executionTime: 30,
    workers: 100,
  });
  const { urls } = await emulator.listen();
  const { apiKey } = emulator;
  const { publicBaseUrl } = urls;
  const server = await PostgresServer.create();
  const bouncer = await startPgBouncer(server);
  const ledger = createLedger({
    kind: "postgres",
    connectionString: server.connectionString,
  });
  const batch = await openBatch(createClient({ apiKey, publicBaseUrl }), {
    name: "proof",
    model: "counted",
    ledger,
  });
  const items = seconds * ITEMS_PER_SECOND;
  await batch.add(
    Array.from({ length: items }, (_, n) => ({ key: String(n), input: { n } })),
  );
  const script = await bundleScript(
    join(import.meta.dirname, "worker.ts"),
    folder,
  );
  const workers = [server, bouncer].map(({ connectionString }) => {
    const settings = { kind: "postgres", connectionString } as const;
    const process = new Processes(
      script,
      { ledger: settings, publicBaseUrl, apiKey, concurrency: CONCURRENCY },
      0,
    );
    process.start();
    return process;
  });
  let restarts = 0;
  const begun = performance.now();
  while (performance.now() - begun < seconds * 1000) {
    await pause(RESTART_INTERVAL_MS);
    await server.restartAtOnce();
    restarts++;
  }
  for (const worker of workers) await worker.end();
  const endMs = performance.now() - begun;
  const { completed, unknown } = await batch.progress();
  const inputs = emulator.jobs().map(({ input }) => JSON.stringify(input));
  const twice = inputs.length - new Set(inputs).size;
  const failures = workers.flatMap((worker) => worker.failures);
  await batch.close();
  await ledger.close();
  await bouncer.close();
  await server.remove();
  await emulator.close();
  rmSync(folder, { recursive: true });
  return {
    passed: twice === 0 && completed === items && failures.length === 0,
    summary: [
      `${items} items, 2 processes, one of them through PgBouncer in transaction mode`,
      `${restarts} immediate restarts of Postgres in ${seconds} s`,
      `${completed} completed, ${unknown} unknown`,
      `${twice} submitted twice`,
      `all ended after ${(endMs / 1000).toFixed(0)} s`,
      `${failures.length} processes failed`,
      ...failures.slice(0, 1),
    ].join(", "),
  };
}
