import { openBatch } from "../../../../src/batch/index.js";
import { createClient } from "../../../../src/index.js";
import { createLedger, type LedgerSettings } from "../ledgers.js";
import { SLUG } from "./engine.js";
import { ENGINES } from "./engines.js";

/** What a process of the proof is started with. */
export interface WorkerSettings {
  /** The name of the engine. */
  readonly engine: string;
  readonly address: string;
  /** The ledger of the batch. The control has none. */
  readonly ledger?: LedgerSettings | undefined;
  readonly publicBaseUrl: string;
  readonly apiKey: string;
}

const settings = JSON.parse(process.argv[2] ?? "") as WorkerSettings;
const { address, ledger, publicBaseUrl, apiKey } = settings;
process.on("disconnect", () => process.exit());
const cloud = createClient({ apiKey, publicBaseUrl });
const batch =
  ledger &&
  (await openBatch(cloud, {
    name: "orders",
    model: SLUG,
    ledger: createLedger(ledger),
    onWarning: () => undefined,
  }));
await ENGINES.find(({ name }) => name === settings.engine)?.work(
  address,
  cloud,
  batch,
);
