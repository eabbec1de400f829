import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openBatch } from "../../../src/batch/index.js";
import { createClient } from "../../../src/index.js";
import { PostgresServer } from "../../../test/batch/postgres/server.js";
import type { ProofResult } from "../proof.js";
import { bundleScript } from "./bundle.js";
import { createLedger, type LedgerSettings } from "./ledgers.js";
import type { WorkerSettings } from "./worker.js";

const ROUND_TRIPS_MS = [50, 200, 800, 3000];
const PROCESSES = [1, 2, 4];
/** A process sends its first submits one by one, and then more and more at once: they are not measured. */
const WARM_UP_MS = 8000;
const CONCURRENCY = 1000;
/** More items than the service takes while a cell is measured. */
const ITEMS = 8000;

/** The fewest submits a second at a round trip of 800 ms, by the number of processes. */
const LEAST_AT_800_MS: Readonly<Record<number, number>> = { 1: 45, 4: 85 };

const [, , seconds, kind] = process.argv;
const folder = mkdtempSync(join(tmpdir(), "batch-throughput-"));
console.log(JSON.stringify(await prove(Number(seconds), kind === "postgres")));
process.exit();

/** How many submits a second processes make together, where the service takes as long to answer each of them. */
async function prove(
  seconds: number,
  isPostgres: boolean,
): Promise<ProofResult> {
  const server = isPostgres ? await PostgresServer.create() : undefined;
  const script = await bundleScript(
    join(import.meta.dirname, "worker.ts"),
    folder,
  );
  const cells: string[] = [];
  let passed = true;
  for (const roundTripMs of ROUND_TRIPS_MS)
    for (const processes of PROCESSES) {
      const name = `${roundTripMs}-${processes}`;
      const ledger: LedgerSettings = server
        ? {
            kind: "postgres",
            connectionString: server.connectionString,
            schema: `cell_${cells.length}`,
          }
        : { kind: "sqlite", folder: join(folder, name) };
      const rate = await measure({
        script,
        ledger,
        roundTripMs,
        processes,
        seconds,
      });
      cells.push(`${roundTripMs} ms, ${processes}: ${rate.toFixed(1)}`);
      const least =
        roundTripMs === 800 ? LEAST_AT_800_MS[processes] : undefined;
      if (least !== undefined && rate < least) passed = false;
    }
  await server?.remove();
  rmSync(folder, { recursive: true });
  return { passed, summary: `submits a second: ${cells.join("; ")}` };
}

interface Cell {
  readonly script: string;
  readonly ledger: LedgerSettings;
  readonly roundTripMs: number;
  readonly processes: number;
  readonly seconds: number;
}

async function measure(cell: Cell): Promise<number> {
  const service = await startService(cell.roundTripMs);
  const { publicBaseUrl } = service;
  const ledger = createLedger(cell.ledger);
  const batch = await openBatch(
    createClient({ apiKey: "key", publicBaseUrl }),
    {
      name: "proof",
      model: "counted",
      ledger,
    },
  );
  await batch.add(
    Array.from({ length: ITEMS }, (_, n) => ({ key: String(n), input: { n } })),
  );
  const settings: WorkerSettings = {
    ledger: cell.ledger,
    publicBaseUrl,
    apiKey: "key",
    concurrency: CONCURRENCY,
    stops: 0,
  };
  const children: ChildProcess[] = Array.from({ length: cell.processes }, () =>
    spawn(process.execPath, [cell.script, JSON.stringify(settings)], {
      stdio: "ignore",
    }),
  );
  while (service.count() === 0) await pause(20);
  await pause(WARM_UP_MS);
  const before = service.count();
  const begun = performance.now();
  await pause(cell.seconds * 1000);
  const rate =
    (service.count() - before) / ((performance.now() - begun) / 1000);
  for (const child of children) {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
  await batch.close();
  await ledger.close();
  service.close();
  return rate;
}

/** A service that answers each submit after a while, and whose jobs end at once. */
async function startService(roundTripMs: number) {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume();
    const { method, url = "" } = request;
    const id = method === "POST" ? `job-${count++}` : url.split("/").at(-1);
    const answer = (body: object, delayMs: number) =>
      setTimeout(() => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(body));
      }, delayMs);
    if (method === "POST") answer({ id, status: "IN_QUEUE" }, roundTripMs);
    else answer({ id, status: "COMPLETED", output: { cost: 0.001 } }, 0);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    publicBaseUrl: `http://127.0.0.1:${port}`,
    count: () => count,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
