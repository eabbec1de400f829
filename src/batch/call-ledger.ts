import { BatchError } from "./errors.js";
import {
  ALL_STATES,
  MAX_KEYS,
  type ItemFilter,
  type ItemQuery,
  type LedgerBatch,
  type StoredItem,
} from "./ledger.js";

/** The pause between two calls of a ledger that fails, in milliseconds. */
const CALL_PAUSE_MS = 500;

/** For how long a ledger that fails is called again after `work` was asked to end, in milliseconds. */
const MAX_MS_AT_END = 10_000;

/** What a call needs to know of the `work` that makes it. */
export interface LedgerCaller {
  /** Aborts when `work` is to end. */
  readonly signal: AbortSignal;
  /** Ends `work` for this reason. */
  readonly refuse: (error: unknown) => void;
}

/** Whether the ledger has lost commits: no repetition helps. */
export function hasGoneBack(error: unknown): boolean {
  return error instanceof BatchError && error.code === "ledger_went_back";
}

/** Whether the ledger is only unreachable, so that the same call may still succeed. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof BatchError && error.code === "ledger_unavailable";
}

/**
 * Repeats a call of a ledger until the call succeeds. Ends `work` unless the ledger is only unreachable.
 *
 * @throws what the ledger threw last, if `work` is to end
 */
export async function callUntilDone<Result>(
  { signal, refuse }: LedgerCaller,
  call: () => Promise<Result>,
): Promise<Result> {
  let endedAt: number | undefined;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isUnavailable(error)) refuse(error);
      if (signal.aborted) endedAt ??= performance.now();
      const isLast = performance.now() - (endedAt ?? Infinity) > MAX_MS_AT_END;
      if (isLast || hasGoneBack(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, CALL_PAUSE_MS));
    }
  }
}

/** How many items are read at once. */
const PAGE_SIZE = 200;

/** Reads items page by page, also by any number of keys, and lets other work have its turn after each page. A page may hold items that have changed since. */
export async function* readPages(
  ledger: LedgerBatch,
  filter: ItemFilter,
  { by, after: start }: Pick<ItemQuery, "by" | "after"> = {
    by: "id",
    after: 0,
  },
): AsyncGenerator<readonly StoredItem[], void, undefined> {
  for (const part of splitFilter(filter)) {
    let after: number | undefined = start;
    while (after !== undefined) {
      const query: ItemQuery = { ...part, by, after, limit: PAGE_SIZE };
      const { items, next } = await ledger.read(query);
      if (items.length > 0) yield items;
      after = next;
      await letOthersRun();
    }
  }
}

/** The item that has a job; undefined if none of the batch has it. */
export async function findByJob(
  ledger: LedgerBatch,
  jobId: string,
): Promise<StoredItem | undefined> {
  const first = { by: "id", after: 0, limit: 1 } as const;
  const { items } = await ledger.read({ ...first, states: ALL_STATES, jobId });
  return items[0];
}

/** Lets timers, connections and other calls have their turn. */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Lists of some keys each, which a ledger takes at once. */
export function splitKeys(
  keys: readonly string[],
  size = MAX_KEYS,
): readonly (readonly string[])[] {
  const lists: (readonly string[])[] = [];
  for (let start = 0; start < keys.length; start += size)
    lists.push(keys.slice(start, start + size));
  return lists;
}

/** A filter by any number of keys as filters by few keys each; a filter without keys as it is. */
export function splitFilter(filter: ItemFilter): readonly ItemFilter[] {
  const { keys } = filter;
  return keys
    ? splitKeys(keys).map((some) => ({ ...filter, keys: some }))
    : [filter];
}
