import {
  CloudComputeError,
  InputError,
  type JobData,
  JobError,
  ResponseError,
  TimeoutError,
} from "../errors.js";
import { sleep } from "../http/timeout.js";
import { isOfGateway } from "../http/refusals.js";
import { describeJob, isFinal } from "../jobs/state.js";
import { RESULT_RETENTION_MS } from "../jobs/service-times.js";
import { timeToLiveMs, type OpenBatch } from "./context.js";
import { describeError } from "./errors.js";
import { completeItem, endItem, loseItem } from "./finish.js";
import {
  withoutPayload,
  type Item,
  type ItemReport,
  type StoredItem,
} from "./ledger.js";
import { toJobData } from "./results.js";
import { checkIntervalMs } from "./webhook-watch.js";
import type { WorkContext } from "./work-context.js";

/** The longest delay of a timer, in milliseconds. */
const MAX_WAIT_MS = 2 ** 31 - 1;

/** The pause after a wait that had no answers for a while, in milliseconds. */
const OUTAGE_PAUSE_MS = 5000;

/** For how long the service is asked for the result of a job that has ended, in milliseconds. */
const RESULT_TIMEOUT_MS = 20_000;

/**
 * For how long a status must be asked for in vain before its item is lost, in milliseconds, and how much of that one failure
 * shows at most: the process may have been stopped meanwhile.
 */
const LOST_AFTER_MS = 60_000;
const MAX_FAILURE_MS = 30_000;

/** How the job of an item has ended, as far as that is known. */
type JobEnd = { readonly output: unknown } | { readonly error: unknown };

/** How the service is asked for a job. */
interface Polls {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** The time to the next status request, in milliseconds. */
  readonly interval: (elapsedMs: number, polls: number) => number;
  /** Whether the service may be asked to hold its response until the job ends: the interval then counts where it does not. */
  readonly longPolling: boolean;
  /** Called when the job has completed, before its output is stored. */
  readonly onCompleted: () => void;
}

/**
 * Waits for the job of a running item and stores its result, unless a webhook has stored that. Resolves with undefined when
 * `work` is to end first, or the item has another submit by now. `onCompleted` is called before an output is
 * stored: the job takes no place at the service any more.
 */
export async function waitForItem(
  context: WorkContext,
  item: Item,
  onCompleted: () => void,
): Promise<Item | undefined> {
  const { watch, signal, pollInterval } = context;
  // A webhook was faster than the answer to the submit.
  if (item.state !== "running") return item;
  if (!watch) {
    // The handle below polls at once. A job that has just been submitted is given the usual interval first.
    const ageMs = Math.max(0, Date.now() - (item.submittedAt ?? 0));
    await sleep(pollInterval(0) - ageMs, signal).catch(() => undefined);
    // Only polls show the progress of a job.
    const longPolling = !context.reportProgress && context.mayLongPoll();
    const interval = pollInterval;
    return pollItem(context, item, {
      signal,
      interval,
      longPolling,
      onCompleted,
    });
  }
  const watched = watch.watch(item, signal);
  const interval = (elapsedMs: number, polls: number) =>
    Math.max(checkIntervalMs(polls), pollInterval(elapsedMs));
  try {
    await watched.checkDue;
    const ended = watched.over.aborted
      ? undefined
      : await pollItem(context, item, {
          signal: watched.over,
          interval,
          longPolling: false,
          onCompleted,
        });
    return ended ?? endedByWebhook(context, item, watched.row);
  } finally {
    watched.end();
  }
}

/** The item that a webhook has ended, unless the item has another submit by now. */
function endedByWebhook(
  { claims }: WorkContext,
  { claim, jobId, cost }: Item,
  row: StoredItem | undefined,
): Item | undefined {
  if (row?.claim !== claim || row.jobId !== jobId) return undefined;
  if (row.state === "completed") claims.learnCost(row.cost - cost, row);
  return row;
}

/** Polls the job of a running item and stores its result. */
async function pollItem(
  context: WorkContext,
  item: Item,
  polls: Polls,
): Promise<Item | undefined> {
  const { batch } = context;
  const job = toJobData(batch.model, item);
  if (!job) throw new Error(`item ${item.key} is running without a job`);
  const end = await waitForJob(context, item, job, polls);
  if (!end) return undefined;
  const row = toRow(batch, item, job, end);
  if ("output" in end) {
    context.claims.learnCost(row.cost - item.cost, item);
    polls.onCompleted();
  }
  return storeEnd(context, item, row);
}

/**
 * The row of a running item whose job has ended, as the answer to a cancel call shows. Undefined if the result cannot be
 * read now: the next `work` reads it.
 */
export async function readEndedJob(
  batch: OpenBatch,
  item: Item,
  job: JobData,
  status: string,
): Promise<ItemReport | undefined> {
  if (status === "CANCELLED") {
    const message = `${describeJob(job)} ended as CANCELLED`;
    return endItem(batch, item, { code: "job_cancelled", message });
  }
  const wait = batch.runner.job(job).wait({ timeout: RESULT_TIMEOUT_MS });
  const end = await wait.catch((error: unknown) =>
    error instanceof JobError ? { error } : undefined,
  );
  return end && toRow(batch, item, job, end);
}

/** The row for a job that has ended, or whose status could not be read for as long as the service may have it. */
function toRow(
  batch: OpenBatch,
  item: Item,
  { id }: JobData,
  end: JobEnd,
): ItemReport {
  if (!("error" in end)) return completeItem(batch, item, id, end.output);
  const { error } = end;
  const reason = describeError(error);
  if (error instanceof JobError)
    return endItem(batch, item, { ...reason, output: error.job.output });
  const message = `the status of job ${id} could not be read until the service had removed its result: ${reason.message}`;
  return loseItem(item, { code: "status_unknown", message });
}

/**
 * Waits for a job. A status that cannot be read is asked for again until the service can no longer have the job.
 * Resolves with undefined when the signal aborts first.
 */
async function waitForJob(
  context: WorkContext,
  item: Item,
  job: JobData,
  { signal, interval, longPolling }: Polls,
): Promise<JobEnd | undefined> {
  const { batch, refuse, reportProgress, warnings } = context;
  const known = { ...job, ttl: timeToLiveMs(batch, item) };
  let endsAt = performance.now() + remainingLifeMs(batch, item);
  let failingMs = 0;
  let askedAt = performance.now();
  for (;;) {
    try {
      const remainingMs = endsAt - performance.now();
      const { output } = await batch.runner.job(known).wait({
        signal,
        timeout:
          remainingMs > 0
            ? Math.min(remainingMs, MAX_WAIT_MS)
            : RESULT_TIMEOUT_MS,
        interval,
        longPolling,
        onProgress:
          reportProgress && ((progress) => reportProgress(progress, item.key)),
        onUpdate: ({ status }) => {
          if (isKnownStatus(status)) return;
          const problem = `job ${job.id} has a status that this version of the package does not know`;
          warnings.outage("a status is asked for again", problem);
        },
      });
      return { output };
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof JobError) return { error };
      if (isRefused(error)) {
        refuse(error);
        return undefined;
      }
      // Only the service can have an outage.
      if (!(error instanceof CloudComputeError)) throw error;
      if (isOpen(error)) {
        endsAt = performance.now() + RESULT_RETENTION_MS;
        failingMs = 0;
        askedAt = performance.now();
        continue;
      }
      warnings.outage(
        "the status of a job could not be read, and is asked for again",
        error,
      );
      failingMs += Math.min(performance.now() - askedAt, MAX_FAILURE_MS);
      askedAt = performance.now();
      if (askedAt >= endsAt && failingMs >= LOST_AFTER_MS) return { error };
      // The job is known, so nothing is lost by asking again.
      await sleep(OUTAGE_PAUSE_MS, signal).catch(() => undefined);
    }
  }
}

/**
 * For how long the service may still have the job of an item or its result, in milliseconds: the time to live of the job
 * and the time for which results are kept, since the claim. At least the latter, because a clock may be wrong.
 */
function remainingLifeMs(batch: OpenBatch, item: Item): number {
  const lifeMs = timeToLiveMs(batch, item) + RESULT_RETENTION_MS;
  const now = Date.now();
  const ageMs = Math.max(0, now - (item.claimedAt ?? now));
  return Math.max(RESULT_RETENTION_MS, lifeMs - ageMs);
}

/** Whether the last poll before the timeout of the wait showed that the job waits or runs. */
function isOpen(error: unknown): boolean {
  return error instanceof TimeoutError && isOpenStatus(error.lastStatus);
}

function isOpenStatus(status: string | undefined): boolean {
  return status === "IN_QUEUE" || status === "IN_PROGRESS";
}

/** Whether this version of the package knows what a status means. */
export function isKnownStatus(status: string | undefined): boolean {
  return isOpenStatus(status) || isFinal(status);
}

/** Whether a status request of any job would be refused as well. A gateway's page says nothing about that. */
function isRefused(error: unknown): boolean {
  if (error instanceof InputError) return true;
  return (
    error instanceof ResponseError &&
    [401, 403].includes(error.status) &&
    !isOfGateway(error)
  );
}

/** Stores the end of the job, unless that is stored; undefined if the item has another submit by now. */
export async function storeEnd(
  { reporter }: Pick<WorkContext, "reporter">,
  item: Item,
  row: ItemReport,
): Promise<Item | undefined> {
  let { version } = row;
  for (;;) {
    const ended = await reporter.report({ ...row, version });
    if (ended) return ended;
    const current = await reporter.read(row.key);
    if (current?.claim !== item.claim || current.jobId !== item.jobId)
      return undefined;
    // A webhook may have been faster.
    if (current.state === row.state) return withoutPayload(current);
    if (current.state !== "running") return undefined;
    // Another process has taken over the item while this one was silent.
    version = current.version;
  }
}
