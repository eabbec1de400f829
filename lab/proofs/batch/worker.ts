import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { BatchError, openBatch } from "../../../src/batch/index.js";
import { createClient, ResponseError } from "../../../src/index.js";
import { createLedger, type LedgerSettings } from "./ledgers.js";

/** What a process of the proof is started with. */
export interface WorkerSettings {
  readonly ledger: LedgerSettings;
  readonly publicBaseUrl: string;
  readonly apiKey: string;
  readonly concurrency: number;
  /** While there is a file with this path, every request is answered with 502. */
  readonly outage?: string;
  /** How often the process stops itself between a claim and its request. The parent process continues it. */
  readonly stops: number;
}

/** What a process reports: it stops itself, or an answer does not show whether the service has taken the job. */
export type WorkerReport = "stopped" | "broken";

/** The pause before a process works again after a refusal, in milliseconds. */
const REFUSED_PAUSE_MS = 200;

const settings = JSON.parse(process.argv[2] ?? "") as WorkerSettings;
const { publicBaseUrl, apiKey, concurrency, outage } = settings;
let stopsLeft = settings.stops;

const cloud = createClient({
  apiKey,
  publicBaseUrl,
  fetch: async (address, init) => {
    const isSubmit = init?.method === "POST";
    if (stopsLeft > 0 && isSubmit && Math.random() < 0.2) {
      stopsLeft--;
      report("stopped");
      process.kill(process.pid, "SIGSTOP");
    }
    if (outage !== undefined && existsSync(outage))
      return new Response("Bad Gateway", { status: 502 });
    try {
      const response = await fetch(address, init);
      if (isSubmit && isInconclusive(response)) report("broken");
      return response;
    } catch (error) {
      if (isSubmit) report("broken");
      throw error;
    }
  },
});
const ledger = createLedger(settings.ledger);

for (;;) {
  const error = await work();
  if (error === undefined) break;
  // The proof runs the work again, as a person does after correcting the cause.
  if (!isMended(error)) throw new Error("the work has ended", { cause: error });
  await pause(REFUSED_PAUSE_MS);
}
await ledger.close();

/** Works until nothing is left. Resolves with the error that ended the work earlier. */
async function work(): Promise<unknown> {
  try {
    const batch = await openBatch(cloud, {
      name: "proof",
      model: "counted",
      ledger,
      onWarning: () => undefined,
    });
    const { error } = await batch.work({ concurrency });
    await batch.close();
    return error;
  } catch (error) {
    return error;
  }
}

/** Whether the proof removes the cause of the error by itself: a wrong key, an empty balance, a restart of the ledger. */
function isMended(error: unknown): boolean {
  if (error instanceof ResponseError) return [401, 402].includes(error.status);
  return error instanceof BatchError && error.code === "ledger_unavailable";
}

/** Reports to the parent process. A write into a pipe is synchronous, so a kill loses no report. */
function report(what: WorkerReport): void {
  process.stdout.write(`${what}\n`);
}

/** Whether an answer to a submit does not show whether the service has taken the job. */
function isInconclusive({ status, headers }: Response): boolean {
  if (status === 503) return !headers.has("retry-after");
  return status >= 500 || status === 408;
}
