import type { JobData } from "../errors.js";
import type { ServiceClock } from "./service-clock.js";
import type { OpenBatch } from "./open-batch.js";
import type { ItemChange, ItemRecord, Membership } from "./store.js";

/** What the steps of an item share with the `work` that runs them. */
export interface WorkContext {
  readonly batch: OpenBatch;
  readonly member: Membership;
  /** Aborts when `work` ends: submits that have not been sent, waits and pauses end then. */
  readonly signal: AbortSignal;
  /** The poll interval of a wait, in milliseconds. */
  readonly pollInterval: (elapsedMs: number) => number;
  readonly serviceClock: ServiceClock;
  /** Ends `work`, because nothing can succeed before somebody has mended the cause. */
  readonly refuse: (error: unknown) => void;
  /** Submits nothing for a while, because the service could not be reached. */
  readonly pauseSubmits: () => void;
  /** The service has accepted a job. */
  readonly resumeSubmits: () => void;
  /** The next submit could pass the limit of the cost. */
  readonly reachCostLimit: () => void;
  /** What the submit of an item may cost; undefined if that is not known. */
  readonly estimate: (item: ItemRecord) => number | undefined;
  /** Learns what a job has cost. */
  readonly learnCost: (cost: number) => void;
  /** The service has accepted a job that the store could not keep. */
  readonly keepUnsaved: (job: JobData, error: unknown) => void;
}

/** The pause between two attempts to write what must not be lost, in milliseconds. */
const WRITE_PAUSE_MS = 500;

/** How often something that must not be lost is written again after `work` was told to end. */
const MAX_WRITES_AT_END = 20;

/**
 * Makes a change that must not be lost, again and again while the store cannot be written. Resolves with undefined when
 * the record has changed meanwhile.
 *
 * @throws what the store threw last, if it cannot be written and `work` is to end
 */
export async function persist(
  { batch, signal, refuse }: WorkContext,
  item: ItemRecord,
  change: ItemChange,
): Promise<ItemRecord | undefined> {
  for (let writesAtEnd = 0; ;) {
    try {
      const result = await batch.store.change(item, change);
      return result.outcome === "changed" ? result.item : undefined;
    } catch (error) {
      refuse(error);
      if (signal.aborted && ++writesAtEnd > MAX_WRITES_AT_END) throw error;
      await new Promise((resolve) => setTimeout(resolve, WRITE_PAUSE_MS));
    }
  }
}
