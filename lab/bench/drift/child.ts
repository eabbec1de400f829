import { pathToFileURL } from "node:url";
import { readArgument } from "../child.js";
import { cpuOf } from "../statistics.js";

/** Microseconds of CPU per call, a value for each round. */
export interface DriftCosts {
  readonly off: number[];
  readonly on: number[];
  /** The same as `off`: shows how much the figures vary. */
  readonly offAgain: number[];
}

type Main = typeof import("cloud-compute-sdk");
type Drift = typeof import("cloud-compute-sdk/drift");

const ROUNDS = 60;
const WARM_UP_ROUNDS = 10;
const CALLS_PER_ROUND = 100;

const { dist, body } = readArgument() as Readonly<
  Record<"dist" | "body", string>
>;
const load = (name: string) => import(pathToFileURL(`${dist}/${name}`).href);
const { createClient } = (await load("index.js")) as Main;
const { watchDrift } = (await load("drift.js")) as Drift;

const headers = {
  "content-type": "application/json",
  "content-length": String(new TextEncoder().encode(body).length),
};
const options = {
  apiKey: "bench-key-0123456789abcdef",
  baseUrl: "http://127.0.0.1/v1",
  fetch: () => Promise.resolve(new Response(body, { headers })),
};
const drift = watchDrift();
const off = createClient(options);
const clients = {
  off,
  on: createClient({ ...options, drift }),
  offAgain: off,
};
const costs: DriftCosts = { off: [], on: [], offAgain: [] };
for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++)
  for (const name of ["off", "on", "offAgain"] as const) {
    const micros = await cpuOf(async () => {
      for (let call = 0; call < CALLS_PER_ROUND; call++)
        await clients[name].pods.list();
    });
    if (round >= 0) costs[name].push(micros / CALLS_PER_ROUND);
  }
if (drift.findings().length > 0)
  throw new Error("the emulator's response differs from the specs");
process.send?.(costs);
