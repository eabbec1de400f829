import { check, checkOptions } from "../checks.js";
import { ResponseError, type CallContext } from "../errors.js";
import { segment } from "../http/url.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import { describeError } from "./describe-error.js";
import type { OpenBatch } from "./open-batch.js";
import { codeOf, failItem } from "./finish.js";
import { readPages } from "./pages.js";
import { toJobData } from "./results.js";
import type { ItemChange, ItemRecord, ItemState } from "./store.js";
import {
  BatchError,
  type ItemInDoubt,
  type RetryFailedOptions,
  type RetrySummary,
  type Settlement,
} from "./types.js";

/** The change that makes an item wait for a new submit. */
export const REQUEUE: ItemChange = {
  state: "queued",
  worker: null,
  jobId: null,
  submittedAt: null,
  output: null,
  outputBytes: null,
  error: null,
  reserved: 0,
  finishedAt: null,
  delivered: false,
};

/** The code of an item that was settled as failed, though its submit may have arrived. */
const IN_DOUBT = "in_doubt";

/** Decides what becomes of an item in doubt. */
export async function settleItem(
  batch: OpenBatch,
  inDoubt: ItemInDoubt,
  settlement: Settlement,
): Promise<void> {
  const { name, store } = batch;
  const call = { operation: "batch.settle" };
  checkItem(inDoubt, call);
  checkSettlement(settlement, call);
  const { key, attempt } = inDoubt;
  await store.releaseDeadWorkers();
  const item = await store.read(key);
  const isSame = item?.state === "inDoubt" && item.attempt === attempt;
  if (isSame) {
    if (typeof settlement === "object")
      await checkJob(batch, key, settlement.jobId);
    const change = toChange(settlement, item);
    if ((await store.change(item, change)).outcome === "changed") return;
  }
  const state = item ? `is ${item.state}` : "does not exist";
  throw new BatchError(
    "batch_item_changed",
    `the item ${JSON.stringify(key)} of batch ${name} has changed and ${state}: read the items in doubt again`,
  );
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
  { cloud, model, name, store }: OpenBatch,
  key: string,
  jobId: string,
): Promise<void> {
  for await (const page of readPages(store, STATES_WITH_JOB)) {
    const owner = page.find((item) => jobsOf(item).includes(jobId));
    if (!owner || owner.key === key) continue;
    throw new BatchError(
      "batch_job_of_other_item",
      `the job ${JSON.stringify(jobId)} belongs to the item ${JSON.stringify(owner.key)} of batch ${name}, so the item ${JSON.stringify(key)} was not changed: correct the id`,
    );
  }
  try {
    await cloud.job({ slug: model, id: jobId }).status();
  } catch (cause) {
    if (!isUnknownJob(cause)) throw cause;
    throw new BatchError(
      "batch_job_unknown",
      `the service does not know a job ${JSON.stringify(jobId)} of ${model}, so no item of batch ${name} was changed: correct the id. If the job has ended more than 30 minutes ago, the service no longer has its result: settle the item with "fail", which never pays twice, or with "resubmit", which may pay twice`,
      { cause },
    );
  }
}

/** The states of items that may have a job, of this or of an earlier submit. */
const STATES_WITH_JOB = [
  "running",
  "completed",
  "failed",
  "lost",
  "inDoubt",
] as const;

/** The ids of the jobs of an item. */
function jobsOf({ jobId, otherJobs }: ItemRecord): readonly string[] {
  const others = JSON.parse(otherJobs ?? "[]") as readonly string[];
  return jobId === null ? others : [jobId, ...others];
}

/** Whether the service does not know the job that was asked for, or no longer knows it. */
function isUnknownJob(error: unknown): boolean {
  return error instanceof ResponseError && [404, 410].includes(error.status);
}

function toChange(settlement: Settlement, item: ItemRecord): ItemChange {
  if (settlement === "resubmit") return REQUEUE;
  if (settlement === "fail") {
    const message = "the submit may or may not have arrived";
    // The job may run, and then it costs what was reserved for it.
    return { ...failItem(IN_DOUBT, message), reserved: item.reserved };
  }
  const { jobId } = settlement;
  return { state: "running", worker: null, jobId, submittedAt: null };
}

const RETRY_OPTIONS: OptionNames<RetryFailedOptions> = {
  includeInDoubt: true,
  includeLost: true,
};

/** Queues failed items again. Leaves out those whose inputs may have been paid for, unless these are asked for. */
export async function retryFailedItems(
  batch: OpenBatch,
  options: RetryFailedOptions,
): Promise<RetrySummary> {
  const call = { operation: "batch.retryFailed" };
  checkOptions(options, call);
  checkOptionNames(options, RETRY_OPTIONS, call);
  const { includeInDoubt = false, includeLost = false } = options;
  for (const [name, value] of Object.entries({ includeInDoubt, includeLost }))
    check(typeof value === "boolean", name, "must be true or false", call);
  const leftOut = new Set<string>();
  const queuedFailed = await changeAll(batch, "failed", (item) => {
    if (includeInDoubt || codeOf(item) !== IN_DOUBT) return requeueFailed(item);
    leftOut.add(item.key);
    return undefined;
  });
  const queuedLost = await changeAll(batch, "lost", (item) => {
    if (includeLost) return requeueLost(item);
    leftOut.add(item.key);
    return undefined;
  });
  return { queued: queuedFailed + queuedLost, leftOut: leftOut.size };
}

/**
 * The change that queues a failed item. The id of a failed job is kept, so that the job can be retried. What is reserved for
 * a submit that may have arrived stays reserved until the next claim counts it as cost.
 */
function requeueFailed(item: ItemRecord): ItemChange {
  const { jobId, submittedAt, reserved } = item;
  const code = codeOf(item);
  const hasFailedJob = code === "job_failed" || code === "job_timed_out";
  const requeued = { ...REQUEUE, reserved };
  return hasFailedJob ? { ...requeued, jobId, submittedAt } : requeued;
}

/** The change that queues a lost item. The job may have been billed, so what was reserved for it counts as its cost. */
function requeueLost({ cost, reserved }: ItemRecord): ItemChange {
  return { ...REQUEUE, cost: cost + reserved };
}

/** How long `cancel` waits for the submits that other processes are sending, in milliseconds, and how often it asks. */
const MAX_SUBMIT_MS = 60_000;
const SUBMIT_PAUSE_MS = 200;

/** The jobs that a call of `cancel` has asked the service to cancel. */
interface Cancellation {
  /** The jobs that have ended, by the cancellation or before. */
  readonly ended: Set<string>;
  /** How many jobs ended by the cancellation. */
  cancelledJobs: number;
  /** Why a job could not be cancelled, by its id. */
  readonly failed: Map<string, unknown>;
}

/** Fails queued items and cancels jobs, also those whose submits are being sent. */
export async function cancelItems(batch: OpenBatch): Promise<number> {
  const { store } = batch;
  const jobs: Cancellation = {
    ended: new Set(),
    cancelledJobs: 0,
    failed: new Map(),
  };
  let cancelledItems = 0;
  const start = performance.now();
  for (;;) {
    await store.releaseDeadWorkers();
    try {
      cancelledItems += await changeAll(batch, "queued", ({ reserved }) => ({
        ...failItem("cancelled", "the batch was cancelled before the submit"),
        reserved,
      }));
    } finally {
      // Jobs cost money, so they are cancelled although the store cannot be written.
      await cancelJobs(batch, jobs);
    }
    const { counts } = await store.totals();
    // A submit under way ends as a job, or its item is queued again.
    if (counts.submitting + counts.queued === 0) break;
    if (performance.now() - start > MAX_SUBMIT_MS) break;
    await new Promise((resolve) => setTimeout(resolve, SUBMIT_PAUSE_MS));
  }
  await cancelJobs(batch, jobs);
  throwNotCancelled(batch, jobs);
  return cancelledItems + jobs.cancelledJobs;
}

/** Cancels the jobs under way that were not asked for yet. Never rejects because of a job. */
async function cancelJobs(
  { cloud, model, store }: OpenBatch,
  jobs: Cancellation,
): Promise<void> {
  const { ended, failed } = jobs;
  await forEach(store, "running", async (item) => {
    const job = toJobData(model, item);
    if (!job || ended.has(job.id) || failed.has(job.id)) return;
    try {
      const { status } = await cloud.job(job).cancel();
      ended.add(job.id);
      if (status === "CANCELLED") jobs.cancelledJobs++;
    } catch (error) {
      // The service no longer knows the job: nothing is left to cancel.
      if (isUnknownJob(error)) ended.add(job.id);
      else failed.set(job.id, error);
    }
  });
}

/** Throws a `BatchError` if jobs could not be cancelled. Its cause is the first failure. */
function throwNotCancelled(
  { name }: OpenBatch,
  { ended, failed }: Cancellation,
): void {
  const [cause] = failed.values();
  if (failed.size === 0) return;
  const total = failed.size + ended.size;
  throw new BatchError(
    "batch_jobs_not_cancelled",
    `jobs of batch ${name} could not be cancelled (${failed.size} of ${total}), and are billed when they complete: ${describeError(cause).message}. Cancel the batch again`,
    { cause },
  );
}

/**
 * Makes a change to all items of a state, and counts the items that it changed. An item for which `change` returns
 * undefined stays.
 */
async function changeAll(
  { store }: OpenBatch,
  state: ItemState,
  change: (item: ItemRecord) => ItemChange | undefined,
): Promise<number> {
  let changed = 0;
  await forEach(store, state, async (item) => {
    let current: ItemRecord | undefined = item;
    while (current) {
      if (current.state !== state) return;
      const wanted = change(current);
      if (!wanted) return;
      const { outcome } = await store.change(current, wanted);
      if (outcome === "changed") {
        changed++;
        return;
      }
      current = await store.read(item.key);
    }
  });
  return changed;
}

/** Calls a function with each item of a state. Throws the first failure after the function was called with all items. */
async function forEach(
  store: OpenBatch["store"],
  state: ItemState,
  act: (item: ItemRecord) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for await (const page of readPages(store, [state]))
    for (const outcome of await Promise.allSettled(page.map(act)))
      if (outcome.status === "rejected") failures.push(outcome.reason);
  if (failures.length > 0) throw failures[0];
}
