import { InputError, JobError, ResponseError } from "../errors.js";
import { sleep } from "../http/timeout.js";
import { completeItem, endItem } from "./finish.js";
import { toJobData } from "./results.js";
import type { ItemChange, ItemWithoutInput } from "./store.js";
import {
  callStoreUntilDone,
  persist,
  type WorkContext,
} from "./work-context.js";

/**
 * The time limit of a wait: the longest delay of a timer, in milliseconds. When the service drops a job, a poll gets
 * 404.
 */
const MAX_WAIT_MS = 2 ** 31 - 1;

/** An item whose job has ended. */
export interface EndedItem {
  readonly item: ItemWithoutInput;
  /** The output of a completed job, also where the store does not keep the output. */
  readonly output?: unknown;
}

/** The pause after a wait that had no answers for a while, in milliseconds. */
const OUTAGE_PAUSE_MS = 5000;

/**
 * Waits for the job of a running item and stores its result. Resolves with undefined when `work` is to end first, or
 * another process stored the result.
 */
export async function waitForItem(
  context: WorkContext,
  item: ItemWithoutInput,
): Promise<EndedItem | undefined> {
  const { batch, signal, pollInterval, refuse, warnOnce } = context;
  const job = toJobData(batch.model, item);
  if (!job) throw new Error(`item ${item.key} is running without a job`);
  for (;;) {
    try {
      const { output } = await batch.cloud.job<unknown>(job).wait({
        signal,
        timeout: MAX_WAIT_MS,
        interval: pollInterval,
      });
      const change = completeItem(batch, item, output);
      context.learnCost(change.cost - item.cost);
      const ended = await storeEnd(context, item, change);
      return ended && { item: ended, output };
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof JobError) {
        const ended = await storeEnd(context, item, endItem(item, error));
        return ended && { item: ended };
      }
      if (isRefused(error)) {
        refuse(error);
        return undefined;
      }
      // The service had no answer for a long time. The job is known, so nothing is lost by asking again.
      warnOnce(
        "the status of a job could not be read, and is asked for again",
        error,
      );
      await sleep(OUTAGE_PAUSE_MS, signal).catch(() => undefined);
    }
  }
}

/** Whether a status request of any job would be refused as well. */
function isRefused(error: unknown): boolean {
  return (
    error instanceof InputError ||
    (error instanceof ResponseError && [401, 403].includes(error.status))
  );
}

/** Stores the end of the job, unless that is stored; undefined if another process has the item. */
async function storeEnd(
  context: WorkContext,
  item: ItemWithoutInput,
  change: ItemChange,
): Promise<ItemWithoutInput | undefined> {
  const { store } = context.batch;
  const ended = await persist(context, item, change);
  if (ended) return ended;
  // A webhook may have been faster. Its result is not given yet.
  const current = await callStoreUntilDone(context, () => store.read(item.key));
  const isStored =
    current?.state === change.state &&
    current?.claim === item.claim &&
    !current.delivered;
  return isStored ? current : undefined;
}
