import { costOfOutput, isPublicModel } from "../models/output.js";
import { toUnits } from "../spend/units.js";
import { type OpenBatch, policyOf } from "./context.js";
import { describeError, type ItemError } from "./errors.js";
import type { Item, ItemReport } from "./ledger.js";

/** The code of an item whose job is COMPLETED, and whose output could not be written as JSON. */
const OUTPUT_NOT_STORED = "output_not_stored";

/** The codes of items whose jobs are COMPLETED, with outputs that the items could not have. */
export const UNUSABLE_OUTPUTS: readonly string[] = [
  OUTPUT_NOT_STORED,
  "no_output",
  "job_output_refused",
];

/** The code of an item in doubt, and of one that was given up then, though its submit may have been carried out. */
export const IN_DOUBT = "in_doubt";

/** The longest pause before a failed job is submitted again, in milliseconds, and the first one. */
const MAX_BACKOFF_MS = 3_600_000;
const BACKOFF_MS = 1000;

/** The row that stores the output of a completed job. Fails the item if its output cannot be written as JSON. */
export function completeItem(
  { model, maxOutputBytes }: OpenBatch,
  item: Item,
  jobId: string,
  output: unknown,
): ItemReport {
  const cost = item.cost + (costOf(model, output) ?? item.reserved);
  let json: string;
  try {
    json = JSON.stringify(output ?? null);
  } catch (error) {
    // The output is nested too deeply.
    const message = `the output of job ${jobId} cannot be written as JSON (${describeError(error).message}): cloud.job(...).wait() returns it for 30 minutes after the end of the job`;
    return { ...failItem(item, { code: OUTPUT_NOT_STORED, message }), cost };
  }
  const outputBytes = Buffer.byteLength(json);
  return {
    ...item,
    ...ENDED,
    state: "completed",
    output: outputBytes <= maxOutputBytes ? json : null,
    outputBytes,
    errorCode: null,
    errorMessage: null,
    cost,
    finishedAt: Date.now(),
  };
}

/** How a job has ended without an output that the item can have. */
interface FailedEnd extends ItemError {
  /** What the service gave as the output, where the job is COMPLETED. */
  readonly output?: unknown;
}

/**
 * The row of an item whose job has ended without an output of use, as a poll, a webhook or the answer to a cancel call shows
 * it. The item is queued again if its job has failed and its attempts allow another submit.
 */
export function endItem(
  batch: OpenBatch,
  item: Item,
  { output, ...reason }: FailedEnd,
): ItemReport {
  const { code } = reason;
  // The service charges nothing for a public model that fails. An endpoint of one's own bills the time of its workers.
  const isFree = isPublicModel(batch.model) && FREE_ENDS.includes(code);
  const ended = { ...item, cost: item.cost + (isFree ? 0 : item.reserved) };
  switch (code) {
    case "job_not_found":
    case "job_expired":
      return loseItem(item, reason);
    case "job_cancelled":
      return { ...failItem(ended, reason), state: "cancelled" };
    case "job_failed":
    case "job_timed_out":
      return retryItem(batch, ended, reason);
    // The job is COMPLETED, and so paid for.
    case "no_output":
    case "job_output_refused": {
      const cost = costOf(batch.model, output) ?? item.reserved;
      return { ...failItem(item, reason), cost: item.cost + cost };
    }
    default:
      return failItem(ended, reason);
  }
}

/** How a job of a public model ends that the service charges nothing for. */
export const FREE_ENDS: readonly string[] = ["job_failed", "job_cancelled"];

/** The row of an item whose job has failed. */
function retryItem(
  batch: OpenBatch,
  item: Item,
  reason: ItemError,
): ItemReport {
  const retries = item.retries + 1;
  // An item that was settled with "fail" stays failed.
  if (item.state === "failed" || retries >= policyOf(batch, item).attempts)
    return failItem(item, reason);
  // Since a backup of the ledger was restored, nobody knows whether the item was submitted again.
  if (item.state === "running" && item.errorCode === IN_DOUBT) {
    const message = `${reason.message}; ${item.errorMessage ?? ""}`;
    return { ...doubtItem(item, message), jobId: null, submittedAt: null };
  }
  return {
    ...requeueItem(item),
    claim: null,
    retries,
    waitMs: Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** item.retries),
    jobId: null,
    submittedAt: null,
    errorCode: reason.code,
    errorMessage: reason.message,
    finishedAt: null,
  };
}

/** The row of an item of whose job nobody knows how it ended. */
export function loseItem(item: Item, reason: ItemError): ItemReport {
  return {
    ...failItem(item, reason),
    state: "lost",
    // Nobody knows what a lost job has cost: what was reserved for it counts, until a webhook shows the cost.
    reserved: item.reserved,
  };
}

/** The row of an item whose submit may have been carried out, and whose job is not known. */
export function doubtItem(item: Item, message: string): ItemReport {
  return {
    ...failItem(item, { code: IN_DOUBT, message }),
    state: "inDoubt",
    reserved: item.reserved,
  };
}

/** The row of an item that ends without an output. */
export function failItem(item: Item, { code, message }: ItemError): ItemReport {
  return {
    ...item,
    ...ENDED,
    state: "failed",
    errorCode: code,
    errorMessage: message,
    finishedAt: Date.now(),
  };
}

/** The row of an item whose submit was certainly not carried out. */
export function requeueItem(item: Item): ItemReport {
  return {
    ...item,
    ...NOT_ENDED,
    state: "queued",
    worker: null,
    claim: null,
    reserved: 0,
  };
}

/**
 * The row of an item that waits for a new submit, though its first one may have been carried out, and then counts as paid
 * for. The item keeps its claim: until the next one, an answer or a webhook of the first submit still supplies its job.
 */
export function resubmitItem(item: Item): ItemReport {
  return {
    ...requeueItem(item),
    claim: item.claim,
    cost: item.cost + item.reserved,
    jobId: null,
    submittedAt: null,
  };
}

/** The row of an item whose job goes on, in whichever process takes the item. */
export function resumeItem(
  item: Item,
  jobId: string,
  submittedAt: number | null,
): ItemReport {
  return {
    ...item,
    ...NOT_ENDED,
    state: "running",
    worker: null,
    jobId,
    submittedAt,
  };
}

/** The row of an item that is given up, though its job may run: what was reserved for the job counts. */
export function giveUpItem(item: Item): ItemReport {
  const reason = item.errorMessage === null ? "" : `: ${item.errorMessage}`;
  const problem =
    item.state === "lost"
      ? "nobody knows how the job of this item has ended"
      : "the submit may or may not have been carried out, and its job is not known";
  const failed = failItem(item, {
    code: IN_DOUBT,
    message: `${problem}${reason}`,
  });
  return { ...failed, reserved: item.reserved };
}

const NOT_ENDED = {
  errorCode: null,
  errorMessage: null,
  finishedAt: null,
} as const;

const ENDED = { worker: null, reserved: 0 } as const;

/**
 * What an output says that its job has cost, in units. Only a public model may say so elsewhere than under `cost`: what
 * else the output of an endpoint calls a cost is not known.
 */
function costOf(slug: string, output: unknown): number | undefined {
  const { cost: stated } = Object(output) as { readonly cost?: unknown };
  const cost = costOfOutput(isPublicModel(slug) ? output : { cost: stated });
  return cost === undefined ? undefined : toUnits(cost);
}
