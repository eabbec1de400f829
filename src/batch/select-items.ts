import { check, checkFlag, checkOptions, type OptionNames } from "../checks.js";
import { isFinal } from "../jobs/state.js";
import {
  letOthersRun,
  readPages,
  splitFilter,
  type LedgerCaller,
} from "./call-ledger.js";
import { checkSelection } from "./check-item.js";
import type { OpenBatch } from "./context.js";
import { BatchError, describeError } from "./errors.js";
import { IN_DOUBT } from "./finish.js";
import {
  withoutPayload,
  type Item,
  type ItemFilter,
  type ItemReport,
  type LedgerBatch,
  type Move,
  type Moved,
} from "./ledger.js";
import { Reporter } from "./reporter.js";
import { toJobData } from "./results.js";
import { isUnknownJob } from "./settle.js";
import type { ItemSelection, RetryOptions, RetrySummary } from "./types.js";
import { readEndedJob, storeEnd } from "./wait.js";

const SELECTION: OptionNames<ItemSelection> = {
  keys: true,
  metadata: true,
  code: true,
};

/** Queues failed items again. Leaves out those whose inputs may have been paid for, unless these are asked for. */
export async function retryItems(
  { ledger }: OpenBatch,
  options: RetryOptions,
): Promise<RetrySummary> {
  const call = { operation: "batch.retry" };
  const names = { ...SELECTION, includeUnknown: true } as const;
  checkOptions<RetryOptions>(options, names, call);
  const { includeUnknown = false, ...selection } = options;
  checkFlag("includeUnknown", includeUnknown, call);
  const filter = toFilter(selection, call.operation);
  const { keys, code } = selection;
  const isNamed = keys !== undefined || code !== undefined;
  const queue = (chosen: ItemFilter) => move(ledger, chosen, { to: "queued" });
  let queued = await queue({
    ...filter,
    states: isNamed ? ["failed", "cancelled"] : ["failed"],
    exceptErrorCode: IN_DOUBT,
  });
  let leftOut = 0;
  const maybePaid: readonly ItemFilter[] = [
    { ...filter, states: ["lost", "inDoubt"] },
    ...(code === undefined || code === IN_DOUBT
      ? [{ ...filter, states: ["failed"], errorCode: IN_DOUBT } as const]
      : []),
  ];
  for (const chosen of maybePaid)
    if (includeUnknown) queued += await queue(chosen);
    else leftOut += await count(ledger, chosen);
  return { queued, leftOut };
}

/** Removes items that are queued or have a result. */
export async function removeItems(
  { ledger }: OpenBatch,
  selection: ItemSelection,
): Promise<number> {
  const call = { operation: "batch.remove" };
  const filter = toFilter(selection, call.operation);
  check(
    Object.values(selection).some((value) => value !== undefined),
    "selection",
    "must have keys, metadata or a code: delete() removes the whole batch",
    call,
  );
  const states = [
    "queued",
    "completed",
    "failed",
    "cancelled",
    "lost",
  ] as const;
  return move(ledger, { ...filter, states }, { to: "removed" });
}

function toFilter(
  selection: ItemSelection,
  operation: string,
): Omit<ItemFilter, "states"> {
  checkOptions(selection, SELECTION, { operation });
  checkSelection(selection, { operation });
  const { keys, metadata, code } = selection;
  return { keys, metadata, errorCode: code };
}

/** Makes a change to all items of a filter, step by step, and counts them. */
async function move(
  ledger: LedgerBatch,
  filter: ItemFilter,
  change: Move,
): Promise<number> {
  let sum = 0;
  for (const part of splitFilter(filter)) {
    let after: number | undefined = 0;
    while (after !== undefined) {
      const moved: Moved = await ledger.move(part, change, after);
      sum += moved.count;
      after = moved.next;
      await letOthersRun();
    }
  }
  return sum;
}

async function count(ledger: LedgerBatch, filter: ItemFilter): Promise<number> {
  let sum = 0;
  for await (const page of readPages(ledger, filter)) sum += page.length;
  return sum;
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

/** Repeats a report for some seconds while the ledger is unreachable. The next `work` stores what `cancel` could not. */
const STORE_CALLER: LedgerCaller = {
  signal: AbortSignal.abort(),
  refuse: (error) => {
    throw error;
  },
};

/** Cancels queued items and jobs, also those whose submits are being sent. */
export async function cancelItems(
  batch: OpenBatch,
  selection: ItemSelection,
): Promise<number> {
  const { ledger } = batch;
  const filter = toFilter(selection, "batch.cancel");
  const jobs: Cancellation = {
    ended: new Set(),
    cancelledJobs: 0,
    failed: new Map(),
  };
  let cancelledItems = 0;
  const start = performance.now();
  for (;;) {
    await ledger.heartbeat(undefined, 0);
    try {
      cancelledItems += await move(
        ledger,
        { ...filter, states: ["queued"] },
        {
          to: "cancelled",
          errorCode: "cancelled",
          errorMessage: "the item was cancelled before its submit",
          finishedAt: Date.now(),
        },
      );
    } finally {
      // Jobs cost money, so they are cancelled although the ledger cannot be written.
      await cancelJobs(batch, filter, jobs);
    }
    // A submit under way ends as a job, or its item is queued again.
    const open = await count(ledger, {
      ...filter,
      states: ["queued", "submitting"],
    });
    if (open === 0 || performance.now() - start > MAX_SUBMIT_MS) break;
    await new Promise((resolve) => setTimeout(resolve, SUBMIT_PAUSE_MS));
  }
  await cancelJobs(batch, filter, jobs);
  throwNotCancelled(batch, jobs);
  return cancelledItems + jobs.cancelledJobs;
}

/**
 * Cancels the jobs under way that were not asked for yet, and then stores how they ended, unless a process that waits for
 * them is faster. Never rejects because of a job.
 */
async function cancelJobs(
  batch: OpenBatch,
  filter: Omit<ItemFilter, "states">,
  jobs: Cancellation,
): Promise<void> {
  const { cloud, model, ledger } = batch;
  const { ended, failed } = jobs;
  const reporter = new Reporter(ledger, STORE_CALLER);
  const running: ItemFilter = { ...filter, states: ["running"] };
  const rows: (readonly [Item, ItemReport])[] = [];
  for await (const page of readPages(ledger, running))
    await Promise.all(
      page.map(async (item) => {
        const job = toJobData(model, item);
        if (!job || ended.has(job.id) || failed.has(job.id)) return;
        try {
          const { status } = await cloud.job(job).cancel();
          ended.add(job.id);
          if (status === "CANCELLED") jobs.cancelledJobs++;
          if (!isFinal(status)) return;
          const current = withoutPayload(item);
          const row = await readEndedJob(batch, current, job, status);
          if (row) rows.push([current, row]);
        } catch (error) {
          // The service no longer knows the job: nothing is left to cancel.
          if (isUnknownJob(error)) ended.add(job.id);
          else failed.set(job.id, error);
        }
      }),
    );
  // All jobs are cancelled first, because they cost money although the ledger cannot be written.
  await Promise.all(
    rows.map(([item, row]) => storeEnd({ reporter }, item, row)),
  );
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
