import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { BatchError, openBatch } from "../../../src/batch/index.js";
import { createClient, ResponseError } from "../../../src/index.js";
import { SubmitJournal } from "./journal.js";
import { createLedger, type LedgerSettings } from "./ledgers.js";

/** What a process of the proof is started with. */
export interface WorkerSettings {
  readonly ledger: LedgerSettings;
  readonly publicBaseUrl: string;
  readonly apiKey: string;
  readonly concurrency: number;
  /** While there is a file with this path, every request is answered with 502. */
  readonly outage?: string;
  /** Where the process reports its submits. */
  readonly journal: string;
  /** How often the process stops itself between a claim and its request. The parent process continues it. */
  readonly stops: number;
}

/** The pause before a process works again after a refusal, in milliseconds. */
const REFUSED_PAUSE_MS = 200;

const settings = JSON.parse(process.argv[2] ?? "") as WorkerSettings;
const { publicBaseUrl, apiKey, concurrency, outage } = settings;
const journal = new SubmitJournal(settings.journal);
let stopsLeft = settings.stops;

const cloud = createClient({
  apiKey,
  publicBaseUrl,
  fetch: journal.watchFetch((address, init) => {
    if (stopsLeft > 0 && init?.method === "POST" && Math.random() < 0.2) {
      stopsLeft--;
      process.stdout.write("stopped\n");
      process.kill(process.pid, "SIGSTOP");
    }
    if (outage !== undefined && existsSync(outage))
      return Promise.resolve(new Response("Bad Gateway", { status: 502 }));
    return fetch(address, init);
  }),
});
const ledger = journal.watchLedger(createLedger(settings.ledger));

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
