import { BatchError } from "./errors.js";
import type {
  ItemFilter,
  ItemQuery,
  LedgerBatch,
  StoredItem,
} from "./ledger.js";

/** The pause between two calls of a ledger that fails, in milliseconds. */
const CALL_PAUSE_MS = 500;

/** How often a ledger that fails is called again after `work` was asked to end. */
const MAX_CALLS_AT_END = 20;

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
  let callsAtEnd = 0;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isUnavailable(error)) refuse(error);
      const isLast = signal.aborted && ++callsAtEnd > MAX_CALLS_AT_END;
      if (isLast || hasGoneBack(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, CALL_PAUSE_MS));
    }
  }
}

/** How many items are read at once. */
const PAGE_SIZE = 200;

/** Reads items page by page, and lets other work have its turn after each page. A page may hold items that have changed since. */
export async function* readPages(
  ledger: LedgerBatch,
  filter: ItemFilter,
  { by, after: start }: Pick<ItemQuery, "by" | "after"> = {
    by: "id",
    after: 0,
  },
): AsyncGenerator<readonly StoredItem[], void, undefined> {
  let after = start;
  for (;;) {
    const page = await ledger.read({ ...filter, by, after, limit: PAGE_SIZE });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last[by] ?? after;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
