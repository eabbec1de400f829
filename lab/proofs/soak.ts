import { runSoak } from "../../test/faults/soak.js";
import type { ProofResult } from "./proof.js";

/** Growth of the heap that the engine causes: compiled code and caches. */
const MAX_HEAP_GROWTH_BYTES = 2 * 2 ** 20;
const WARM_UP_CALLS = 2000;
const SEED = 1;

/** Makes many calls with random failures and aborts in one process: heap, handles and listeners must end as they started. */
export async function proveSoak(calls: number): Promise<ProofResult> {
  await runSoak(WARM_UP_CALLS, SEED + 1000);
  await dropConnectionPools();
  const before = await heapBytes();
  const soak = await runSoak(calls, SEED);
  const withPools = (await heapBytes()) - before;
  await dropConnectionPools();
  const growth = (await heapBytes()) - before;
  console.log(
    `heap growth with the connection pools of Node's fetch: ${Math.round(withPools / 1024)} KiB`,
  );

  for (const [outcome, count] of Object.entries(soak.outcomes).sort())
    console.log(`  ${outcome.padEnd(16)} ${String(count).padStart(6)}`);
  const figures: readonly (readonly [string, number, number])[] = [
    ["calls that broke a promise", soak.broken.length, 0],
    ["listeners left", soak.listeners, 0],
    ["handles left", soak.handles, 0],
    ["unhandled rejections", soak.unhandled, 0],
    ["warnings printed", soak.warnings.length, 0],
    [
      "heap growth in KiB",
      Math.round(growth / 1024),
      MAX_HEAP_GROWTH_BYTES / 1024,
    ],
  ];
  for (const [what, figure, bound] of figures)
    console.log(
      `${what}: ${figure} (bound ${bound})${figure > bound ? " ✗" : ""}`,
    );
  for (const line of [...soak.broken, ...soak.warnings].slice(0, 10))
    console.log(`✗ ${line}`);
  const exceeded = figures.filter(([, figure, bound]) => figure > bound);
  const summary = `${soak.requests} requests; beyond a bound: ${exceeded.map(([what]) => what).join(", ") || "nothing"}`;
  return { passed: exceeded.length === 0, summary };
}

/** Where Node keeps what its `fetch` sends with. */
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");

interface Dispatcher {
  readonly constructor: new () => Dispatcher;
  destroy(): Promise<void>;
}

/**
 * Gives Node's `fetch` new connection pools. A pool keeps an object of 2 KiB for each connection that it ever needed at once,
 * until the process ends: calls that break off need many, and heap snapshots on Node 20 show nothing else that grows.
 */
async function dropConnectionPools(): Promise<void> {
  const scope = globalThis as { [DISPATCHER]?: Dispatcher };
  const used = scope[DISPATCHER];
  if (!used) throw new Error("Node's fetch has no dispatcher of this name");
  scope[DISPATCHER] = new used.constructor();
  await used.destroy();
}

/** Bytes in use when all garbage has been collected. */
async function heapBytes(): Promise<number> {
  if (!globalThis.gc) throw new Error("run with --expose-gc");
  for (let round = 0; round < 4; round++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}
