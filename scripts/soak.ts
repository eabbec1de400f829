import { parseArgs } from "node:util";
import { runStorm } from "./faults/storm.js";

/** Many calls with random faults and aborts in one process: heap, handles and listeners must be at the end as at the start. */
const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
  },
});
const calls = Number(values.calls);
const seed = Number(values.seed);
/** Growth of the heap that is put down to the engine (compiled code, caches), in bytes. */
const HEAP_BOUND = 2 * 2 ** 20;

// Warmed up: code compiled, pools of the platform filled.
await runStorm(2000, seed + 1000);
const heapBefore = await heap();
const begun = performance.now();
const storm = await runStorm(calls, seed);
const seconds = (performance.now() - begun) / 1000;
const growth = (await heap()) - heapBefore;

console.log(
  `${calls} calls (seed ${seed}) in ${seconds.toFixed(1)} s, ${storm.requests} requests`,
);
for (const [end, count] of Object.entries(storm.ends).sort())
  console.log(`  ${end.padEnd(16)} ${String(count).padStart(6)}`);
const figures: readonly (readonly [string, number, number])[] = [
  ["calls that broke a promise", storm.broken.length, 0],
  ["listeners left", storm.listeners, 0],
  ["handles left", storm.handles, 0],
  ["unhandled rejections", storm.unhandled, 0],
  ["warnings printed", storm.warnings.length, 0],
  ["heap growth in KiB", Math.round(growth / 1024), HEAP_BOUND / 1024],
];
for (const [what, seen, bound] of figures)
  console.log(`${what}: ${seen} (bound ${bound})${seen > bound ? " ✗" : ""}`);
for (const line of [...storm.broken, ...storm.warnings].slice(0, 10))
  console.log(`✗ ${line}`);
process.exitCode = figures.some(([, seen, bound]) => seen > bound) ? 1 : 0;

/** Bytes in use once all garbage is gone. */
async function heap(): Promise<number> {
  if (!globalThis.gc)
    throw new Error("run with --expose-gc: tsx --expose-gc scripts/soak.ts");
  for (let round = 0; round < 4; round++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}
