import type { Timers } from "../http/timeout.js";
import { createAlarm } from "./alarm.js";
import { createBudget, type Budget } from "./budget.js";

/** What all jobs of one client share: one alarm, and for each slug a budget of each kind of call. */
export interface Budgets {
  readonly timers: Timers;
  readonly of: (kind: keyof typeof LIMITS, slug: string) => Budget;
}

/**
 * How many at once, and in 10 seconds. Below what the service takes before it answers 429: 200 and 1000 for `/run`, 400
 * and 2000 for `/runsync`, which holds its calls, and for `/status`, 20 and 100 for `/cancel`. Others may use the same
 * endpoint.
 */
const LIMITS = {
  run: [150, 900],
  runSync: [300, 900],
  status: [100, 1500],
  cancel: [15, 90],
} as const;

export function createBudgets(): Budgets {
  const timers = createAlarm();
  const budgets: Record<string, Budget> = {};
  return {
    timers,
    of: (kind, slug) =>
      (budgets[`${kind} ${slug}`] ??= createBudget(LIMITS[kind], timers)),
  };
}
