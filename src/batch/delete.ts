import { check, checkOptions } from "../checks.js";
import { checkOptionNames } from "../option-names.js";
import type { OpenBatch } from "./open-batch.js";
import { BatchError, type DeleteOptions } from "./types.js";

/** Deletes a batch that no process works on, and whose jobs have ended, unless these may be abandoned. */
export async function deleteBatch(
  batch: OpenBatch,
  options: DeleteOptions,
): Promise<void> {
  const call = { operation: "batch.delete" };
  checkOptions(options, call);
  checkOptionNames<DeleteOptions>(options, { abandonJobs: true }, call);
  const { store } = batch;
  const { abandonJobs = false } = options;
  check(
    typeof abandonJobs === "boolean",
    "abandonJobs",
    "must be true or false",
    call,
  );
  const wasPaused = await store.isPaused();
  // A process that begins to work while the batch is checked finds the batch paused, and takes nothing.
  await store.setPaused(true);
  try {
    await assertUnused(batch, abandonJobs);
  } catch (error) {
    await store.setPaused(wasPaused);
    throw error;
  }
  await store.delete();
}

/** Throws a `BatchError` while processes work on the batch, or its jobs run or may run. */
async function assertUnused(
  { name, store }: OpenBatch,
  abandonJobs: boolean,
): Promise<void> {
  await store.releaseDeadWorkers();
  if ((await store.countWorkers()) > 0)
    throw new BatchError(
      "batch_in_use",
      `batch ${name} cannot be deleted while a process works on it: pause the batch, and delete it when the work has ended`,
    );
  const { counts } = await store.totals();
  const jobs = counts.submitting + counts.running + counts.inDoubt;
  if (jobs > 0 && !abandonJobs)
    throw new BatchError(
      "batch_in_use",
      `batch ${name} cannot be deleted while ${jobs} jobs run or may run: work on the batch or cancel it, and settle what is in doubt. With abandonJobs (--abandon-jobs), the results of these jobs are lost, and inputs that are added to a new batch are paid twice`,
    );
}
