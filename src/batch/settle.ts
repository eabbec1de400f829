import { check, checkObject, checkOptions } from "../checks.js";
import { ResponseError, type CallContext } from "../errors.js";
import { segment } from "../http/url.js";
import { checkOptionNames } from "../option-names.js";
import type { OpenBatch } from "./open-batch.js";
import { describeError } from "./describe-error.js";
import { failItem } from "./finish.js";
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
  checkObject("item", inDoubt, call);
  checkSettlement(settlement, call);
  const { key, attempt } = inDoubt;
  const isItem = typeof key === "string" && Number.isInteger(attempt);
  check(isItem, "item", "must be an item of inDoubt()", call);
  if (typeof settlement === "object") await assertJob(batch, settlement.jobId);
  await store.releaseDeadWorkers();
  const item = await store.read(key);
  const isSame = item?.state === "inDoubt" && item.attempt === attempt;
  if (isSame) {
    const change = toChange(settlement, item);
    if ((await store.change(item, change)).outcome === "changed") return;
  }
  const state = item ? `is ${item.state}` : "does not exist";
  throw new BatchError(
    "batch_item_changed",
    `the item ${JSON.stringify(key)} of batch ${name} has changed and ${state}: read the items in doubt again`,
  );
}

/** Asks the service for a job. Throws a `BatchError` if the service does not know the job. */
async function assertJob(
  { cloud, model, name }: OpenBatch,
  id: string,
): Promise<void> {
  try {
    await cloud.job({ slug: model, id }).status();
  } catch (cause) {
    if (!(cause instanceof ResponseError && cause.status === 404)) throw cause;
    throw new BatchError(
      "batch_job_unknown",
      `the service does not know a job ${JSON.stringify(id)} of ${model}, so that the item of batch ${name} stays in doubt: check the id. The service keeps a result for 30 minutes; settle the item as "fail" or "resubmit" if that time is over`,
      { cause },
    );
  }
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

/** Queues failed items again. Leaves out those whose first submit may have arrived, unless these are asked for. */
export async function retryFailedItems(
  batch: OpenBatch,
  options: RetryFailedOptions,
): Promise<RetrySummary> {
  const call = { operation: "batch.retryFailed" };
  checkOptions(options, call);
  checkOptionNames<RetryFailedOptions>(
    options,
    { includeInDoubt: true, includeLost: true },
    call,
  );
  const { includeInDoubt = false, includeLost = false } = options;
  for (const [name, value] of Object.entries({ includeInDoubt, includeLost }))
    check(typeof value === "boolean", name, "must be true or false", call);
  const leftOut = new Set<string>();
  const queued = await changeAll(batch, ["failed", "lost"], (item) => {
    if (item.state === "lost" && includeLost) return requeueLost(item);
    const isInDoubt = codeOf(item) === IN_DOUBT;
    if (item.state === "failed" && (includeInDoubt || !isInDoubt))
      return requeueFailed(item);
    leftOut.add(item.key);
    return undefined;
  });
  return { queued, leftOut: leftOut.size };
}

/** The change that queues a lost item. What its job may have cost counts as spent. */
function requeueLost({ cost, reserved }: ItemRecord): ItemChange {
  return { ...REQUEUE, cost: cost + reserved };
}

/** The change that queues a failed item. The id of a failed job is kept, so that the job can be retried. */
function requeueFailed(item: ItemRecord): ItemChange {
  const { jobId, submittedAt } = item;
  const code = codeOf(item);
  const hasFailedJob = code === "job_failed" || code === "job_timed_out";
  return hasFailedJob ? { ...REQUEUE, jobId, submittedAt } : REQUEUE;
}

/** The code of the error of a failed item. */
function codeOf({ error }: ItemRecord): string | undefined {
  return (JSON.parse(error ?? "{}") as { readonly code?: string }).code;
}

/** How long `cancel` waits for the submits that other processes are sending, in milliseconds, and how often it asks. */
const MAX_SUBMIT_MS = 60_000;
const SUBMIT_PAUSE_MS = 200;

/** Which jobs `cancel` has cancelled, by id, and why it could not cancel others. */
interface Cancellation {
  readonly cancelled: Set<string>;
  readonly failures: Map<string, unknown>;
}

/** Fails queued items and cancels jobs, also those whose submits are being sent. */
export async function cancelItems(batch: OpenBatch): Promise<number> {
  const { store } = batch;
  const jobs: Cancellation = { cancelled: new Set(), failures: new Map() };
  let failed = 0;
  const start = performance.now();
  for (;;) {
    await store.releaseDeadWorkers();
    const failing = changeAll(batch, ["queued"], () =>
      failItem("cancelled", "the batch was cancelled before the submit"),
    );
    const [queued] = await Promise.allSettled([failing]);
    // Jobs cost money, so they are cancelled even if the store cannot fail the queued items.
    await cancelJobs(batch, jobs);
    if (queued.status === "rejected") throw queued.reason;
    failed += queued.value;
    const { counts } = await store.totals();
    // A submit under way ends as a job, or its item is queued again.
    if (counts.submitting + counts.queued === 0) break;
    if (performance.now() - start > MAX_SUBMIT_MS) break;
    await new Promise((resolve) => setTimeout(resolve, SUBMIT_PAUSE_MS));
  }
  await cancelJobs(batch, jobs);
  throwFailures(batch, jobs);
  return failed + jobs.cancelled.size;
}

/** Tries once to cancel each job under way. */
async function cancelJobs(
  { cloud, model, store }: OpenBatch,
  { cancelled, failures }: Cancellation,
): Promise<void> {
  await forEach(store, ["running"], async (item) => {
    const job = toJobData(model, item);
    if (!job || cancelled.has(job.id) || failures.has(job.id)) return;
    try {
      await cloud.job(job).cancel();
    } catch (error) {
      // The service no longer knows the job: nothing is left to cancel.
      if (!(error instanceof ResponseError && error.status === 404)) {
        failures.set(job.id, error);
        return;
      }
    }
    cancelled.add(job.id);
  });
}

/** Throws a `BatchError` if jobs could not be cancelled. */
function throwFailures(
  { name }: OpenBatch,
  { cancelled, failures }: Cancellation,
): void {
  const [cause] = failures.values();
  if (cause === undefined) return;
  const count = failures.size + cancelled.size;
  throw new BatchError(
    "batch_jobs_not_cancelled",
    `${failures.size} of ${count} jobs of batch ${name} could not be cancelled, and run on: call cancel again (${describeError(cause).message})`,
    { cause },
  );
}

/**
 * Makes a change to all items of some states, and counts the items that it changed. An item for which `change` returns
 * undefined stays.
 */
async function changeAll(
  { store }: OpenBatch,
  states: readonly ItemState[],
  change: (item: ItemRecord) => ItemChange | undefined,
): Promise<number> {
  let changed = 0;
  await forEach(store, states, async (item) => {
    let current: ItemRecord | undefined = item;
    while (current) {
      if (!states.includes(current.state)) return;
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

async function forEach(
  store: OpenBatch["store"],
  states: readonly ItemState[],
  act: (item: ItemRecord) => Promise<void>,
): Promise<void> {
  for await (const page of readPages(store, states)) {
    const outcomes = await Promise.allSettled(page.map(act));
    const failed = outcomes.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }
}
