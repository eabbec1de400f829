import type { AccountState } from "../state/account-state.js";
import type { Stock, StockLevels } from "../conditions.js";
import { dataCenters, gpuTypeById } from "./catalog.js";

/** Sets the stock of the named types. Other types keep theirs; `null` lifts a limit. */
export function setStock({ stock }: AccountState, levels: StockLevels): void {
  for (const [type, level] of Object.entries(levels)) {
    if (level === undefined) continue;
    for (const key of [...stock.keys()]) {
      if (key === type || key.startsWith(`${type}@`)) stock.delete(key);
    }
    if (typeof level === "number") stock.set(type, level);
    else
      for (const [place, count] of Object.entries(level ?? {}))
        if (typeof count === "number") stock.set(stockKey(type, place), count);
  }
}

/** The stock that was set, less what has been taken since. */
export function stockOf({ stock }: AccountState): Stock {
  const levels: Record<string, number | Record<string, number>> = {};
  for (const [key, count] of stock) {
    const [type = "", place] = key.split("@");
    const places = levels[type] ?? {};
    if (place === undefined || typeof places === "number") levels[type] = count;
    else levels[type] = { ...places, [place]: count };
  }
  return levels;
}

/** How many GPUs of a type are free in a data center. */
export function freeGpus(
  { stock }: AccountState,
  type: string,
  dataCenterId: string,
): number {
  return stock.get(stockKey(type, dataCenterId)) ?? stock.get(type) ?? Infinity;
}

/** How many GPUs of a type are free in the data center that has most of them. */
export function mostFreeGpus(
  state: AccountState,
  type: string,
  places: readonly string[] = dataCenters.map(({ id }) => id),
): number {
  return Math.max(0, ...places.map((place) => freeGpus(state, type, place)));
}

/** Takes GPUs out of the stock, or returns them with a negative count. */
export function takeGpus(
  { stock }: AccountState,
  type: string | undefined,
  dataCenterId: string,
  count: number,
): void {
  if (type === undefined) return;
  for (const key of [stockKey(type, dataCenterId), type]) {
    const free = stock.get(key);
    if (free === undefined) continue;
    stock.set(key, free - count);
    return;
  }
}

/** `"High"`, `"Medium"` or `"Low"`; null where fewer than the wanted GPUs are free. */
export function stockStatus(
  state: AccountState,
  type: string,
  wanted: number,
  places?: readonly string[],
): string | null {
  const free = mostFreeGpus(state, type, places);
  if (free < wanted) return null;
  if (free === Infinity) return gpuTypeById(type).stockStatus;
  return free <= 4 ? "Low" : "Medium";
}

function stockKey(type: string, dataCenterId: string): string {
  return `${type}@${dataCenterId}`;
}
