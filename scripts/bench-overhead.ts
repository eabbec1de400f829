import { build } from "esbuild";
import { rm } from "node:fs/promises";
import createFetcher from "openapi-fetch";
import packageJson from "../package.json" with { type: "json" };
import type { paths } from "../generated/rest/types.js";

/** What a call costs the CPU beyond bare `fetch` and `json`, measured in one run with an in-memory `fetch`. */
const ROUNDS = 60;
const CALLS = 2000;
/** Highest ratio of ours that is accepted. */
const BOUND = 2.2;

const BASE = "http://127.0.0.1/v1";
const KEY = "bench-key-0123456789abcdef";
const pod = JSON.stringify({
  id: "p1",
  name: "bench",
  image: "ubuntu:24.04",
  desiredStatus: "RUNNING",
  costPerHr: 0.34,
  ports: ["8888/http", "22/tcp"],
  env: { A: "1", B: "2" },
});
const length = String(pod.length);

// A function that answers at once: all that is left to measure is the client.
const fetch: typeof globalThis.fetch = () =>
  Promise.resolve(
    new Response(pod, {
      headers: { "content-type": "application/json", "content-length": length },
    }),
  );

const { createClient } = await bundled();
const cloud = createClient({ apiKey: KEY, baseUrl: BASE, fetch });
const openapi = createFetcher<paths>({ baseUrl: BASE, fetch });
const authorization = `Bearer ${KEY}`;

const contestants: Readonly<Record<string, () => Promise<unknown>>> = {
  "bare fetch + json": async () => {
    const response = await fetch(`${BASE}/pods/p1`, {
      headers: { authorization, accept: "application/json" },
    });
    return (await response.json()) as unknown;
  },
  "openapi-fetch alone": () =>
    openapi.GET("/pods/{podId}", {
      params: { path: { podId: "p1" } },
      headers: { authorization },
    }),
  "cloud-compute-sdk": () => cloud.pods.get("p1"),
};

const rows = await measure();
console.log("client".padEnd(22), "µs of CPU per call", "  × bare");
for (const { name, micros, ratio } of rows)
  console.log(
    name.padEnd(22),
    micros.toFixed(2).padStart(18),
    ratio.toFixed(2).padStart(8),
  );
const ours = rows.at(-1)?.ratio ?? Infinity;
console.log(
  `ours ${ours.toFixed(2)} × bare, bound ${BOUND}: ${ours <= BOUND ? "held" : "exceeded"}`,
);
process.exitCode = ours <= BOUND ? 0 : 1;

/** The client as it is published: tsx wraps every inner function to keep its name, and that alone costs a tenth. */
async function bundled(): Promise<typeof import("../src/index.js")> {
  const outdir = "node_modules/.cache/overhead";
  await build({
    entryPoints: ["src/index.ts"],
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    external: Object.keys(packageJson.dependencies),
    outExtension: { ".js": ".mjs" },
  });
  const file = new URL(`../${outdir}/index.mjs`, import.meta.url);
  const client = (await import(file.href)) as typeof import("../src/index.js");
  await rm(outdir, { recursive: true });
  return client;
}

/** Rounds are interleaved, so that what disturbs the machine disturbs all alike; each ratio is taken within a round. */
async function measure(): Promise<
  { name: string; micros: number; ratio: number }[]
> {
  const names = Object.keys(contestants);
  const seen = names.map(() => [] as number[]);
  for (let round = -10; round < ROUNDS; round++)
    for (const [place, act] of Object.values(contestants).entries()) {
      const micros = await cpuPerCall(act);
      // Rounds below 0 warm up.
      if (round >= 0) seen[place]?.push(micros);
    }
  const [bare = []] = seen;
  return names.map((name, place) => {
    const own = seen[place] ?? [];
    const ratios = own.map((micros, round) => micros / (bare[round] ?? NaN));
    return { name, micros: median(own), ratio: median(ratios) };
  });
}

async function cpuPerCall(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let call = 0; call < CALLS; call++) await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}
