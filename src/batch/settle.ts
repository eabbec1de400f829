import { check } from "../checks.js";
import { type CallContext, ResponseError } from "../errors.js";
import { segment } from "../http/url.js";
import { isOfService } from "../jobs/absence.js";
import type { OpenBatch } from "./context.js";
import { BatchError } from "./errors.js";
import { giveUpItem, resubmitItem, resumeItem } from "./finish.js";
import { ALL_STATES, type Item, type ItemReport } from "./ledger.js";
import type { BatchResult, ItemInDoubt, Settlement } from "./types.js";

/** What a settlement needs of a batch. */
type SettleSource = Pick<OpenBatch, "name" | "ledger" | "runner">;

/** An item to settle: one in doubt, or the result of a lost one. */
type SettledItem = Pick<ItemInDoubt, "key" | "attempt"> | LostItem;
type LostItem = Pick<BatchResult, "key" | "order">;

/** Decides what becomes of an item in doubt, or of a lost one. */
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
  const { state } = (await readItem(batch, key)) ?? { state: "removed" };
  throw new BatchError(
    "batch_item_changed",
    `the item ${JSON.stringify(key)} of batch ${batch.name} was settled or submitted since it was read, and is ${state} now: read the items in doubt, or the lost results, again`,
  );
}

/** Settles an item, and resolves with false if the item has changed since it was read. */
export async function trySettle(
  batch: SettleSource,
  settled: SettledItem,
  settlement: Settlement,
): Promise<boolean> {
  const { ledger } = batch;
  const { key } = settled;
  await ledger.tend(undefined, 0);
  const item = await readItem(batch, key);
  if (!item || !isUnchanged(item, settled)) return false;
  if (typeof settlement === "object")
    await checkJob(batch, key, settlement.jobId);
  const [stored] = await ledger.report([toRow(item, settlement)]);
  return stored !== undefined;
}

/** Whether an item is still in doubt or lost, as it was when it was read. */
function isUnchanged(item: Item, settled: SettledItem): boolean {
  if (item.state !== "inDoubt" && item.state !== "lost") return false;
  return "attempt" in settled
    ? item.attempt === settled.attempt
    : item.order === settled.order;
}

async function readItem(
  { ledger }: SettleSource,
  key: string,
): Promise<Item | undefined> {
  const [item] = await ledger.read({
    states: ALL_STATES,
    keys: [key],
    by: "id",
    after: 0,
    limit: 1,
  });
  return item;
}

function checkItem(item: SettledItem, call: CallContext): void {
  const { key, attempt, order } = Object(item) as Partial<
    ItemInDoubt & LostItem
  >;
  check(
    typeof key === "string" && Number.isInteger(attempt ?? order),
    "item",
    'must be an item that inDoubt() or results({ state: "lost" }) has given',
    call,
  );
}

/** Throws an `InputError` for anything but a settlement. */
export function checkSettlement(
  settlement: Settlement,
  call: CallContext,
): void {
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
  const [owner] = await ledger.read({
    ...owners,
    by: "id",
    after: 0,
    limit: 1,
  });
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
