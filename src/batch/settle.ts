import { check } from "../checks.js";
import { type CallContext, JobError, ResponseError } from "../errors.js";
import { segment } from "../http/url.js";
import { isOfService } from "../http/refusals.js";
import { findByJob } from "./call-ledger.js";
import type { OpenBatch } from "./context.js";
import { BatchError } from "./errors.js";
import { giveUpItem, resubmitItem, resumeItem } from "./finish.js";
import { withoutPayload, type Item, type ItemReport } from "./ledger.js";
import { stateOf } from "./results.js";
import type { BatchResult, Settlement } from "./types.js";

/** Decides what becomes of an unknown item. */
export async function settleItem(
  batch: OpenBatch,
  settled: BatchResult,
  settlement: Settlement,
): Promise<void> {
  const call = { operation: "batch.settle" };
  const { key, order } = Object(settled) as Partial<BatchResult>;
  check(
    typeof key === "string" && Number.isInteger(order),
    "item",
    'must be an item that results({ state: "unknown" }) has given',
    call,
  );
  checkSettlement(settlement, call);
  const { name, ledger } = batch;
  await ledger.heartbeat(undefined, 0);
  let item = await ledger.find(key);
  if (item && stateOf(item.state) === "unknown" && item.order === order) {
    if (typeof settlement === "object")
      await checkJob(batch, key, settlement.jobId);
    const row = toRow(withoutPayload(item), settlement);
    const [stored] = await ledger.report([row]);
    if (stored) return;
    item = await ledger.find(key);
  }
  const state = item ? stateOf(item.state) : "removed";
  throw new BatchError(
    "batch_item_changed",
    `the item ${JSON.stringify(key)} of batch ${name} was settled or submitted since it was read, and is ${state} now: read the unknown results again`,
  );
}

/** Throws an `InputError` for anything but a settlement. */
function checkSettlement(settlement: Settlement, call: CallContext): void {
  if (settlement === "resubmit" || settlement === "fail") return;
  check(
    Object(settlement) === settlement,
    "settlement",
    'must be "resubmit", "fail" or { jobId }',
    call,
  );
  segment("jobId", settlement.jobId);
}

/**
 * Checks that a job can be that of an item. A job that the service does not know would make its item lost, and the job of
 * another item would give a wrong result.
 *
 * @throws BatchError if the job belongs to another item, or the service does not know the job
 */
async function checkJob(
  { runner, name, ledger }: OpenBatch,
  key: string,
  jobId: string,
): Promise<void> {
  const owner = await findByJob(ledger, jobId);
  if (owner && owner.key !== key)
    throw new BatchError(
      "batch_job_of_other_item",
      `the job ${JSON.stringify(jobId)} belongs to the item ${JSON.stringify(owner.key)} of batch ${name}, so the item ${JSON.stringify(key)} was not changed: correct the id, unless ${JSON.stringify(owner.key)} was settled with the id of this job by mistake`,
    );
  try {
    await runner.job(jobId).status();
  } catch (cause) {
    // The service knows the job, and the contract refuses its output.
    if (cause instanceof JobError) return;
    if (!isUnknownJob(cause)) throw cause;
    throw new BatchError(
      "batch_job_unknown",
      `the service does not know a job ${JSON.stringify(jobId)} of ${runner.slug}, so no item of batch ${name} was changed: correct the id. If the job has ended more than 30 minutes ago, the service no longer has its result: settle the item with "fail", which never pays twice, or with "resubmit", which may pay twice`,
      { cause },
    );
  }
}

/** Whether the service itself says that it does not know the job, or no longer knows it. */
export function isUnknownJob(error: unknown): boolean {
  return (
    error instanceof ResponseError &&
    [404, 410].includes(error.status) &&
    isOfService(error)
  );
}

function toRow(item: Item, settlement: Settlement): ItemReport {
  if (settlement === "resubmit") return resubmitItem(item);
  if (settlement === "fail") return giveUpItem(item);
  return resumeItem(item, settlement.jobId, null);
}
