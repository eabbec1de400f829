import type { ServiceClock } from "./service-clock.js";
import type { OpenBatch } from "./open-batch.js";
import type { ItemChange, ItemWithoutInput, Membership } from "./store.js";
import { BatchError, type UnsavedJob } from "./types.js";

/** What the steps of an item share with the `work` that runs them. */
export interface WorkContext {
  readonly batch: OpenBatch;
  readonly member: Membership;
  /** Aborts when `work` ends: submits that have not been sent, waits and pauses end then. */
  readonly signal: AbortSignal;
  /** The poll interval of a wait, in milliseconds. */
  readonly pollInterval: (elapsedMs: number) => number;
  readonly serviceClock: ServiceClock;
  /** Passes on what the running job of an item reports. Never throws. */
  readonly reportProgress: (progress: unknown, key: string) => void;
  /** Ends `work`, because nothing can succeed before somebody has mended the cause. */
  readonly refuse: (error: unknown) => void;
  /** Submits nothing for a while. */
  readonly pauseSubmits: () => void;
  /**
   * Warns of the first failure of an outage, and what `work` does about the failure: a wrong address would otherwise pass
   * for a long queue.
   */
  readonly warnOnce: (what: string, error: unknown) => void;
  /** The service has accepted a job. */
  readonly resumeSubmits: () => void;
  /** The next submit could pass the limit of the cost. */
  readonly reachCostLimit: () => void;
  /** What the submit of an input may cost; undefined if that is not known. */
  readonly estimate: (input: object) => number | undefined;
  /** Makes the next estimates at least as high as this cost. */
  readonly learnCost: (cost: number) => void;
  /** Records a job that the service has accepted and the store could not keep. */
  readonly keepUnsaved: (job: UnsavedJob) => void;
}

/** The pause between two calls of a store that fails, in milliseconds. */
const CALL_PAUSE_MS = 500;

/** How often a store that fails is called again after `work` was asked to end. */
const MAX_CALLS_AT_END = 20;

/** Whether the store is only unreachable, so that the same call may still succeed. */
export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof BatchError && error.code === "batch_store_unavailable"
  );
}

/**
 * Makes a change that must not be lost. Repeats the change while the store cannot be written. Resolves with undefined
 * when the record has changed meanwhile.
 *
 * @throws what the store threw last, if it cannot be written and `work` is to end
 */
export async function persist(
  context: WorkContext,
  item: ItemWithoutInput,
  change: ItemChange,
): Promise<ItemWithoutInput | undefined> {
  const { store } = context.batch;
  const result = await callStoreUntilDone(context, () =>
    store.change(item, change),
  );
  return result.outcome === "changed" ? result.item : undefined;
}

/**
 * Repeats a call of the store until the call succeeds. Ends `work` unless the store is only unreachable. The call must
 * be idempotent.
 *
 * @throws what the store threw last, if `work` is to end
 */
export async function callStoreUntilDone<Result>(
  { signal, refuse }: WorkContext,
  call: () => Promise<Result>,
): Promise<Result> {
  let callsAtEnd = 0;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isUnavailable(error)) refuse(error);
      if (signal.aborted && ++callsAtEnd > MAX_CALLS_AT_END) throw error;
      await new Promise((resolve) => setTimeout(resolve, CALL_PAUSE_MS));
    }
  }
}
