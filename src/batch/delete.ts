import { check, checkOptions } from "../checks.js";
import { checkOptionNames } from "../option-names.js";
import { BatchError } from "./errors.js";
import type { OpenBatch } from "./open-batch.js";
import type { DeleteOptions } from "./types.js";

/** Deletes a batch that no process works on, and whose jobs have ended, unless these may be abandoned. */
export async function deleteBatch(
  { name, ledger }: OpenBatch,
  options: DeleteOptions,
): Promise<void> {
  const call = { operation: "batch.delete" };
  checkOptions(options, call);
  checkOptionNames<DeleteOptions>(options, { abandonJobs: true }, call);
  const { abandonJobs = false } = options;
  check(
    typeof abandonJobs === "boolean",
    "abandonJobs",
    "must be true or false",
    call,
  );
  await ledger.tend(undefined, 0);
  const { workers, jobs } = await ledger.delete(abandonJobs);
  if (workers > 0)
    throw new BatchError(
      "batch_in_use",
      `batch ${name} cannot be deleted while a process works on it: pause the batch, and delete it when the work has ended`,
    );
  if (jobs > 0 && !abandonJobs)
    throw new BatchError(
      "batch_in_use",
      `batch ${name} cannot be deleted while jobs run or may run (${jobs}): work on the batch or cancel it, and settle what is in doubt. With abandonJobs (--abandon-jobs), the results of these jobs are lost, and inputs that are added to a new batch are paid twice`,
    );
}
