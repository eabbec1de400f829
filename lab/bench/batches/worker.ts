import { createClient } from "../../../src/index.js";
import { ENGINES } from "./engines.js";

/** What a process of the bench is started with. */
export interface WorkerSettings {
  readonly engine: string;
  readonly address: string;
  readonly publicBaseUrl: string;
  readonly concurrency: number;
}

const settings = JSON.parse(process.argv[2] ?? "") as WorkerSettings;
const { engine, address, publicBaseUrl, concurrency } = settings;
const cloud = createClient({ apiKey: "key", publicBaseUrl });
await ENGINES[engine]?.work(address, cloud, concurrency);
