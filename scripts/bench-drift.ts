import { build } from "esbuild";
import { rm } from "node:fs/promises";
import packageJson from "../package.json" with { type: "json" };
import { createEmulator } from "../src/emulator/index.js";

/** What watching for drift adds to the CPU time of `pods.list` with 100 Pods in the answer, JSON.parse included. */
const ROUNDS = 60;
const CALLS = 100;
const PODS = 100;
/** Highest ratio of watched to not watched that is accepted. */
const BOUND = 1.35;

const BASE = "http://127.0.0.1/v1";
const text = await listOfPods();
const headers = {
  "content-type": "application/json",
  "content-length": String(new TextEncoder().encode(text).length),
};
// A function that answers at once: all that is left to measure is the client.
const fetch: typeof globalThis.fetch = () =>
  Promise.resolve(new Response(text, { headers }));

const { createClient, watchDrift } = await bundled();
const watch = watchDrift();
const options = { apiKey: "bench-key-0123456789abcdef", baseUrl: BASE, fetch };
const off = createClient(options);
const on = createClient({ ...options, drift: watch });

const { micros, ratio, noise } = await measure();
if (watch.findings().length > 0)
  throw new Error("the emulator's answer differs from the specs");
const held = ratio <= BOUND;
console.log(`an answer of ${PODS} Pods, ${text.length} characters`);
console.log(`off: ${micros.off.toFixed(0)} µs of CPU per call`);
console.log(`on:  ${micros.on.toFixed(0)} µs of CPU per call`);
console.log(`off against off: ${noise.toFixed(3)}`);
console.log(
  `on against off: ${ratio.toFixed(3)}, bound ${BOUND}: ${held ? "held" : "exceeded"}`,
);
process.exitCode = held ? 0 : 1;

/** What the emulator answers `GET /pods` with. */
async function listOfPods(): Promise<string> {
  const emulator = createEmulator({ clock: "manual" });
  const pods = Array.from({ length: PODS }, (_, index) => ({
    id: `pod${index}`,
    imageName: "ubuntu:24.04",
    env: { A: "1", B: "2" },
    ports: ["8888/http", "22/tcp"],
  }));
  emulator.seed({ pods });
  const response = await emulator.fetch(`${emulator.urls.baseUrl}/pods`, {
    headers: { authorization: `Bearer ${emulator.apiKey}` },
  });
  return response.text();
}

/** Both entries as they are published: tsx wraps every inner function to keep its name, and that alone costs a tenth. */
async function bundled(): Promise<
  typeof import("../src/index.js") & typeof import("../src/drift/index.js")
> {
  const outdir = "node_modules/.cache/drift";
  await build({
    entryPoints: { index: "src/index.ts", drift: "src/drift/index.ts" },
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    external: Object.keys(packageJson.dependencies),
    outExtension: { ".js": ".mjs" },
  });
  const load = (name: string): Promise<unknown> =>
    import(new URL(`../${outdir}/${name}.mjs`, import.meta.url).href);
  const client = (await load("index")) as typeof import("../src/index.js");
  const drift = (await load("drift")) as typeof import("../src/drift/index.js");
  await rm(outdir, { recursive: true });
  return { ...client, ...drift };
}

/** Rounds are interleaved, so that what disturbs the machine disturbs all alike; each ratio is taken within a round. */
async function measure() {
  const contestants = { off, on, again: off };
  const seen = {
    off: [] as number[],
    on: [] as number[],
    again: [] as number[],
  };
  for (let round = -10; round < ROUNDS; round++)
    for (const name of ["off", "on", "again"] as const) {
      const micros = await cpuPerCall(contestants[name]);
      // Rounds below 0 warm up.
      if (round >= 0) seen[name].push(micros);
    }
  const against = (own: readonly number[]) =>
    median(own.map((each, round) => each / (seen.off[round] ?? NaN)));
  return {
    micros: { off: median(seen.off), on: median(seen.on) },
    ratio: against(seen.on),
    noise: against(seen.again),
  };
}

async function cpuPerCall(cloud: typeof off): Promise<number> {
  const before = process.cpuUsage();
  for (let call = 0; call < CALLS; call++) await cloud.pods.list();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}
