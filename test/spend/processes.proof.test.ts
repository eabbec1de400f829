import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { createClient } from "../../src/index.js";
import { createSpendGuard, type SpendStore } from "../../src/spend/index.js";
import { MemorySpendStore } from "../../src/spend/store.js";
import { proofRuns } from "../support/runs.js";
import { serveStore } from "./processes/ipc-store.js";

const PROCESSES = 4;
const SUBMITS = proofRuns(200, 2000);
const SLUG = "black-forest-labs-flux-1-schnell";
/** What a job costs, whatever the size of its image. */
const JOB_COST = 0.003;
/** The limit pays for about half of the submits. */
const LIMIT = Number(((SUBMITS / 2) * JOB_COST).toFixed(6));
const UNITS = 1_000_000_000;
const TTL_MS = 3_600_000;

const emulator = createEmulator({ speed: 100 });
afterAll(async () => {
  vi.useRealTimers();
  await emulator.close();
});

it(`${PROCESSES} processes that share a store never pass its limit, and all that was reserved is settled or released`, async () => {
  const { urls } = await emulator.listen();
  const { apiKey } = emulator;
  const balance = emulator.account.balance();
  const memory = new MemorySpendStore();
  let highest = 0;
  const store: SpendStore = {
    ...methodsOf(memory),
    reserve: async (entry, limitUnits) => {
      const isReserved = await memory.reserve(entry, limitUnits);
      const { spent, reserved } = await memory.sums();
      highest = Math.max(highest, spent + reserved);
      return isReserved;
    },
  };
  const env = {
    ...process.env,
    CLOUD_COMPUTE_API_KEY: apiKey,
    CLOUD_COMPUTE_PUBLIC_BASE_URL: urls.publicBaseUrl,
  };
  const share = String(SUBMITS / PROCESSES);
  await Promise.all(
    Array.from({ length: PROCESSES }, async () => {
      const file = join("test", "spend", "processes", "submit.ts");
      const args = [share, String(LIMIT), SLUG];
      const child = fork(file, args, { env, execArgv: ["--import", "tsx"] });
      serveStore(child, store);
      const [code] = (await once(child, "exit")) as [number | null];
      expect(code).toBe(0);
    }),
  );
  expect(highest).toBeLessThanOrEqual(LIMIT * UNITS);
  const charged = balance - emulator.account.balance();
  expect(charged).toBeGreaterThan(0);
  expect(charged).toBeLessThanOrEqual(LIMIT);
  // The submits whose outcome is unknown expire.
  const spend = createSpendGuard({ limit: LIMIT, store });
  const cloud = createClient({ apiKey, ...urls });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + TTL_MS });
  await spend.reconcile(cloud);
  const { spent, reserved } = await spend.totals();
  expect(reserved).toBe(0);
  expect(spent).toBeLessThanOrEqual(LIMIT);
  // The balance and the output of a job round its cost to millionths.
  expect(spent).toBeGreaterThanOrEqual(charged - SUBMITS * 1e-6);
  console.log(
    `${SUBMITS} submits, ${charged.toFixed(4)} charged, ${spent.toFixed(4)} of ${LIMIT} spent`,
  );
}, 3_600_000);

/** The methods of a store as functions that can be called without the store. */
function methodsOf(store: SpendStore): SpendStore {
  return {
    reserve: (...args) => store.reserve(...args),
    assign: (...args) => store.assign(...args),
    settle: (...args) => store.settle(...args),
    find: (...args) => store.find(...args),
    listExpired: (...args) => store.listExpired(...args),
    sums: () => store.sums(),
  };
}
