import { check } from "../checks.js";
import { type CallContext, ResponseError } from "../errors.js";
import { segment } from "../http/url.js";
import type { OpenBatch } from "./context.js";
import { BatchError } from "./errors.js";
import { failItem, resubmitItem } from "./finish.js";
import { ALL_STATES, type Item, type ItemReport } from "./ledger.js";
import type { ItemInDoubt, Settlement } from "./types.js";

/** The code of an item that was settled as failed, though its submit may have arrived. */
export const IN_DOUBT = "in_doubt";

/** What a settlement needs of a batch. */
type SettleSource = Pick<OpenBatch, "name" | "ledger" | "runner">;

/** Decides what becomes of an item in doubt. */
export async function settleItem(
  batch: SettleSource,
  inDoubt: ItemInDoubt,
  settlement: Settlement,
): Promise<void> {
  const call = { operation: "batch.settle" };
  checkItem(inDoubt, call);
  checkSettlement(settlement, call);
  if (await trySettle(batch, inDoubt, settlement)) return;
  const { key } = inDoubt;
  const { state } = (await readItem(batch, key)) ?? { state: "removed" };
  throw new BatchError(
    "batch_item_changed",
    `the item ${JSON.stringify(key)} of batch ${batch.name} was settled or submitted since it was read, and is ${state} now: read the items in doubt again`,
  );
}

/** Settles an item, and resolves with false if the item has changed since it was read. */
export async function trySettle(
  batch: SettleSource,
  { key, attempt }: Pick<ItemInDoubt, "key" | "attempt">,
  settlement: Settlement,
): Promise<boolean> {
  const { ledger } = batch;
  await ledger.tend(undefined, 0);
  const item = await readItem(batch, key);
  if (item?.state !== "inDoubt" || item.attempt !== attempt) return false;
  if (typeof settlement === "object")
    await checkJob(batch, key, settlement.jobId);
  const [settled] = await ledger.report([toRow(item, settlement)]);
  return settled !== undefined;
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

function checkItem(item: ItemInDoubt, call: CallContext): void {
  const { key, attempt } = Object(item) as Partial<ItemInDoubt>;
  check(
    typeof key === "string" && Number.isInteger(attempt),
    "item",
    "must be an item that inDoubt() has given",
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

/** Whether the service does not know the job that was asked for, or no longer knows it. */
export function isUnknownJob(error: unknown): boolean {
  return error instanceof ResponseError && [404, 410].includes(error.status);
}

function toRow(item: Item, settlement: Settlement): ItemReport {
  if (settlement === "resubmit") return resubmitItem(item);
  if (settlement === "fail") {
    const message = "the submit may or may not have arrived";
    // The job may run, and then it costs what was reserved for it.
    const { reserved } = item;
    return { ...failItem(item, { code: IN_DOUBT, message }), reserved };
  }
  const { jobId } = settlement;
  return { ...item, state: "running", worker: null, jobId, submittedAt: null };
}
