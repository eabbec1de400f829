import type { AccountState } from "../state/account-state.js";
import { Refusal } from "../refusals/refusal.js";
import type { Charge } from "../state/records.js";

const HOUR_MS = 3_600_000;

/** The balance in USD: the credit minus settled costs, and minus what running resources have cost so far. */
export function balanceOf(state: AccountState): number {
  const { ledger, clock } = state;
  const now = clock.now();
  let spent = ledger.settled;
  for (const charge of openChargesOf(state)) spent += costUntil(charge, now);
  return Number((ledger.credit - spent).toFixed(10));
}

/** What everything that runs costs, in USD per hour. */
export function spendPerHour(state: AccountState): number {
  let total = 0;
  for (const { usdPerHour } of openChargesOf(state)) total += usdPerHour;
  return Number(total.toFixed(6));
}

/** Sets the balance in USD. From now on an empty balance stops Pods and refuses requests. */
export function setBalance(state: AccountState, usd: number): void {
  const { ledger } = state;
  ledger.credit += usd - balanceOf(state);
  ledger.isLimited = true;
  watchBalance(state);
}

/** Refuses the request where nothing is left. */
export function requireBalance(state: AccountState): void {
  if (!state.ledger.isLimited || balanceOf(state) > 0) return;
  throw new Refusal("noBalance");
}

export function hasBalance(state: AccountState): boolean {
  return !state.ledger.isLimited || balanceOf(state) > 0;
}

/** Counts what an ended charge cost. */
export function settle(state: AccountState, charge: Charge): void {
  state.ledger.settled += costUntil(charge, charge.to);
  watchBalance(state);
}

/** Counts the cost of a job of a public model. */
export function settleAmount(state: AccountState, usd: number): void {
  state.ledger.settled += usd;
  watchBalance(state);
}

/** Schedules what happens when the balance is used up. To be called after each change of the balance or the spend. */
export function watchBalance(state: AccountState): void {
  state.cancelBalanceWatch?.();
  state.cancelBalanceWatch = undefined;
  if (!state.ledger.isLimited) return;
  const perHour = spendPerHour(state);
  const left = balanceOf(state);
  if (perHour === 0) return;
  const emptyAt = state.clock.now() + Math.max(0, (left / perHour) * HOUR_MS);
  // One more millisecond: the sum of many small amounts is not exact.
  state.cancelBalanceWatch = state.clock.schedule(
    Math.ceil(emptyAt) + 1,
    () => state.onBalanceEmpty(),
    "onTime",
  );
}

function costUntil({ usdPerHour, from, to }: Charge, now: number): number {
  return (usdPerHour * Math.max(0, Math.min(to, now) - from)) / HOUR_MS;
}

function openChargesOf({ charges, openCharges }: AccountState): Charge[] {
  return [...openCharges.values()].flatMap((key) => charges.get(key) ?? []);
}
