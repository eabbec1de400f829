import { setTimeout as pause } from "node:timers/promises";
import type { Emulator } from "cloud-compute-emulator";
import type { Engine, Order, OrderEnd } from "./engine.js";
import { JOB_MS, openStage, urlOf } from "./stage.js";

/** How many orders there are for each kill: half of them or fewer are submitted when the last process is killed. */
const ORDERS_PER_KILL = 16;

/** How long the service needs to take a job, in milliseconds. */
const SUBMIT_MS = 50;

/** How long a kill waits for jobs, in milliseconds: the orders of killed processes come back after a while only. */
const MAX_WAIT_MS = 4000;

interface RoundSettings {
  readonly engine: Engine;
  readonly kills: number;
  /** Whether the handler uses `batch.run`. */
  readonly isOnce: boolean;
}

/** What has become of the orders. */
export interface Counts {
  readonly orders: number;
  /** How many orders have two jobs or more. */
  readonly twice: number;
  readonly completed: number;
  /** How many orders the engine names as being in doubt. */
  readonly inDoubt: number;
  /** How many orders have the picture of another one. */
  readonly wrong: number;
  readonly failures: readonly string[];
}

/** An engine runs orders in processes that are killed at random moments. The emulator counts the jobs of each order. */
export async function runRound({
  engine,
  kills,
  isOnce,
}: RoundSettings): Promise<Counts> {
  const stage = await openStage(engine, { isOnce });
  const { emulator, workers } = stage;
  try {
    emulator.fail("POST /v2/{slug}/run", { delay: SUBMIT_MS, times: Infinity });
    const orders = createOrders(kills * ORDERS_PER_KILL);
    await stage.add(orders);
    for (let count = 0; count < kills; count++) {
      await waitForJobs(emulator, Math.random() * ORDERS_PER_KILL);
      // A kill meets jobs at every moment of their lives, and not only submits.
      await pause(Math.random() * JOB_MS);
      await workers.kill();
    }
    const ends = await stage.waitForEnds(orders.length);
    return {
      ...countEnds(orders, ends),
      twice: countTwice(emulator),
      failures: workers.failures,
    };
  } finally {
    await stage.close();
  }
}

function createOrders(count: number): Order[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `order ${n}`,
    prompt: `lighthouse ${n}`,
  }));
}

/** Resolves when the service has so many further jobs, or when it has taken none for a while. */
async function waitForJobs(emulator: Emulator, count: number): Promise<void> {
  const wanted = emulator.jobs().length + count;
  const endAt = performance.now() + MAX_WAIT_MS;
  while (emulator.jobs().length < wanted && performance.now() < endAt)
    await pause(20);
}

function countTwice(emulator: Emulator): number {
  const jobsOf = new Map<unknown, number>();
  for (const { input } of emulator.jobs()) {
    const { prompt } = Object(input) as { readonly prompt?: unknown };
    jobsOf.set(prompt, (jobsOf.get(prompt) ?? 0) + 1);
  }
  return [...jobsOf.values()].filter((jobs) => jobs > 1).length;
}

function countEnds(
  orders: readonly Order[],
  ends: ReadonlyMap<string, OrderEnd>,
) {
  let completed = 0;
  let inDoubt = 0;
  let wrong = 0;
  for (const { id, prompt } of orders) {
    const end = ends.get(id);
    if (!end) continue;
    if ("reason" in end) {
      if (isDoubt(end.reason, id)) inDoubt++;
    } else {
      completed++;
      if (end.url !== urlOf(prompt)) wrong++;
    }
  }
  return { orders: orders.length, completed, inDoubt, wrong };
}

/** Whether a failure says that an order is in doubt, and names the order. */
function isDoubt(reason: string, id: string): boolean {
  return (
    reason.includes("may or may not have been carried out") &&
    reason.includes(`"${id}"`)
  );
}
