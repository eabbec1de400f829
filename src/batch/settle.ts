import { check } from "../checks.js";
import { type CallContext, ResponseError } from "../errors.js";
import { segment } from "../http/url.js";
import { isOfService } from "../jobs/absence.js";
import type { OpenBatch } from "./context.js";
import { BatchError } from "./errors.js";
import { giveUpItem, resubmitItem, resumeItem } from "./finish.js";
import {
  ALL_STATES,
  withoutPayload,
  type Item,
  type ItemReport,
} from "./ledger.js";
import { stateOf } from "./results.js";
import type { BatchResult, Settlement } from "./types.js";

/** What a settlement needs of a batch. */
type SettleSource = Pick<OpenBatch, "name" | "ledger" | "runner">;

/** The result of an unknown item, as far as its settlement uses the result. */
type SettledItem = Pick<BatchResult, "key" | "order">;

/** Decides what becomes of an unknown item. */
export async function settleItem(
  batch: SettleSource,
  settled: SettledItem,
  settlement: Settlement,
): Promise<void> {
  const call = { operation: "batch.settle" };
  checkItem(settled, call);
  checkSettlement(settlement, call);
  if (await trySettle(batch, settled, settlement)) return;
  const { key } = settled;
  const item = await batch.ledger.find(key);
  const state = item ? stateOf(item.state) : "removed";
  throw new BatchError(
    "batch_item_changed",
    `the item ${JSON.stringify(key)} of batch ${batch.name} was settled or submitted since it was read, and is ${state} now: read the unknown results again`,
  );
}

/** Settles an item, and resolves with false if the item has changed since it was read. */
async function trySettle(
  batch: SettleSource,
  settled: SettledItem,
  settlement: Settlement,
): Promise<boolean> {
  const { ledger } = batch;
  const { key } = settled;
  await ledger.heartbeat(undefined, 0);
  const item = await ledger.find(key);
  if (!item || !isUnchanged(item, settled)) return false;
  if (typeof settlement === "object")
    await checkJob(batch, key, settlement.jobId);
  const [stored] = await ledger.report([
    toRow(withoutPayload(item), settlement),
  ]);
  return stored !== undefined;
}

/** Whether an item is still unknown, as it was when it was read. */
function isUnchanged(item: Item, { order }: SettledItem): boolean {
  return stateOf(item.state) === "unknown" && item.order === order;
}

function checkItem(item: SettledItem, call: CallContext): void {
  const { key, order } = Object(item) as Partial<SettledItem>;
  check(
    typeof key === "string" && Number.isInteger(order),
    "item",
    'must be an item that results({ state: "unknown" }) has given',
    call,
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
  { runner, name, ledger }: SettleSource,
  key: string,
  jobId: string,
): Promise<void> {
  const owners = { states: ALL_STATES, jobId };
  const { items } = await ledger.read({
    ...owners,
    by: "id",
    after: 0,
    limit: 1,
  });
  const [owner] = items;
  if (owner && owner.key !== key)
    throw new BatchError(
      "batch_job_of_other_item",
      `the job ${JSON.stringify(jobId)} belongs to the item ${JSON.stringify(owner.key)} of batch ${name}, so the item ${JSON.stringify(key)} was not changed: correct the id, unless ${JSON.stringify(owner.key)} was settled with the id of this job by mistake`,
    );
  try {
    await runner.job(jobId).status();
  } catch (cause) {
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
