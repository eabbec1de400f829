import type { Timers } from "../deadline.js";
import { createAlarm } from "./alarm.js";
import { createBudget, type Budget, type Limits } from "./budget.js";

/** What all jobs of one client share: one alarm, and for each slug a budget for submits, looks and cancels. */
export interface Budgets {
  readonly timers: Timers;
  readonly submits: (slug: string) => Budget;
  /** Submits to `/runsync`, which are held. */
  readonly holds: (slug: string) => Budget;
  readonly looks: (slug: string) => Budget;
  readonly cancels: (slug: string) => Budget;
}

// Below what the service takes before it answers 429: 1000 in 10 s and 200 at once for /run, 2000 and 400 for /runsync
// and /status, 100 and 20 for /cancel. Others may use the same endpoint.
const SUBMITS: Limits = { atOnce: 150, perWindow: 900 };
const HOLDS: Limits = { atOnce: 300, perWindow: 900 };
const LOOKS: Limits = { atOnce: 100, perWindow: 1500 };
const CANCELS: Limits = { atOnce: 15, perWindow: 90 };

export function createBudgets(): Budgets {
  const timers = createAlarm();
  const bySlug = (limits: Limits) => {
    const budgets = new Map<string, Budget>();
    return (slug: string) => {
      const budget = budgets.get(slug) ?? createBudget(limits, timers);
      budgets.set(slug, budget);
      return budget;
    };
  };
  return {
    timers,
    submits: bySlug(SUBMITS),
    holds: bySlug(HOLDS),
    looks: bySlug(LOOKS),
    cancels: bySlug(CANCELS),
  };
}
