import type { OpenStore } from "./store.js";
import type { BatchProgress } from "./types.js";

/** Counts the items of a batch. */
export async function readProgress(store: OpenStore): Promise<BatchProgress> {
  const [totals, workers] = await Promise.all([
    store.totals(),
    store.countWorkers(),
  ]);
  const { counts, undelivered, cost, reserved } = totals;
  return {
    ...counts,
    undelivered,
    cost: roundMoney(cost),
    reserved: roundMoney(reserved),
    workers,
  };
}

/** Sums of fractions have errors in their last digits. */
function roundMoney(amount: number): number {
  return Math.round(amount * 1e9) / 1e9 + 0;
}
