import { randomUUID } from "node:crypto";
import { ResponseError, type JobData } from "../errors.js";
import {
  claimItem,
  isRefusedForGood,
  releaseAfterFailure,
  mayHaveArrived,
} from "./claim.js";
import { REQUEUE } from "./settle.js";
import type { ItemRecord, ItemWithoutInput } from "./store.js";
import {
  callStoreUntilDone,
  persist,
  type WorkContext,
} from "./work-context.js";

/**
 * Puts the failed job of a queued item back in the queue of the service. Resolves with the running item, or with
 * undefined if the item is not running: the store then holds the reason.
 *
 * The id of the job is known, so no outcome leaves the item in doubt: the status of the job says whether it runs again.
 */
export async function retryItem(
  context: WorkContext,
  queued: ItemRecord,
  job: JobData,
): Promise<ItemWithoutInput | undefined> {
  const { cloud } = context.batch;
  let item: ItemWithoutInput = queued;
  try {
    const input = JSON.parse(queued.input) as object;
    item = await claimItem(context, item, randomUUID(), input);
    await cloud.job(job).retry({ retries: 0 });
    context.resumeSubmits();
  } catch (error) {
    if (error instanceof ResponseError && error.status === 404) {
      // The service no longer has the job, so the input is submitted anew.
      await persist(context, item, { ...REQUEUE, claim: null });
      return undefined;
    }
    // The service retries only failed jobs: this job runs already, or has ended in another way.
    if (!isRefusedForGood(error) && !mayHaveArrived(item, error)) {
      await releaseAfterFailure(context, item, error);
      return undefined;
    }
  }
  return markRunning(context, item);
}

/**
 * Marks the item as running in this process. Resolves with undefined if another process has taken over the item during
 * a long retry.
 */
async function markRunning(
  context: WorkContext,
  item: ItemWithoutInput,
): Promise<ItemWithoutInput | undefined> {
  const { batch, member } = context;
  let current: ItemWithoutInput | undefined = item;
  while (current) {
    if (current.claim !== item.claim) return undefined;
    if (current.state === "running")
      return current.worker === member.id ? current : undefined;
    if (current.state !== "submitting" && current.state !== "failed")
      return undefined;
    const running = await persist(context, current, {
      state: "running",
      worker: member.id,
      error: null,
      finishedAt: null,
    });
    if (running) return running;
    current = await callStoreUntilDone(context, () =>
      batch.store.read(item.key),
    );
  }
  return undefined;
}
