import type { JobError } from "../errors.js";
import { costOfOutput, isPublicModel } from "../models/output.js";
import { type OpenBatch, policyOf } from "./context.js";
import { describeError, type ItemError } from "./errors.js";
import type { Item, ItemReport } from "./ledger.js";
import { toUnits } from "./units.js";

/** The code of an item whose job is COMPLETED, and whose output could not be written as JSON. */
export const OUTPUT_NOT_STORED = "output_not_stored";

/** The code of an item that was given up, though its submit may have been carried out. */
export const IN_DOUBT = "in_doubt";

/** The longest pause before a failed job is submitted again, in milliseconds, and the default of the first one. */
const MAX_BACKOFF_MS = 3_600_000;
const DEFAULT_BACKOFF_MS = 1000;

/** The row that stores the output of a completed job. Fails the item if its output cannot be written as JSON. */
export function completeItem(
  { model, maxOutputBytes }: Pick<OpenBatch, "model" | "maxOutputBytes">,
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

/** The row of an item whose job has no output: it waits for another submit if its retry policy allows one. */
export function endItem(
  batch: Pick<OpenBatch, "policy" | "retry">,
  item: Item,
  error: JobError,
): ItemReport {
  const reason = describeError(error);
  const { code } = reason;
  const { slug, output } = error.job;
  if (code === "job_not_found" || code === "job_expired")
    return loseItem(item, reason);
  if (code === "no_output")
    return failPaidItem(item, reason, costOf(slug, output));
  if (code !== "job_failed" && code !== "job_timed_out")
    return failItem(item, reason);
  return retryItem(batch, item, reason);
}

/** The row of an item whose job is COMPLETED, and so paid for, with an output of no use. */
export function failPaidItem(
  item: Item,
  reason: ItemError,
  cost = item.reserved,
): ItemReport {
  return { ...failItem(item, reason), cost: item.cost + cost };
}

/** The row of an item whose job has failed. */
export function retryItem(
  batch: Pick<OpenBatch, "policy" | "retry">,
  item: Item,
  reason: ItemError,
): ItemReport {
  const failed = failItem(item, reason);
  const { attempts = 1, backoff = DEFAULT_BACKOFF_MS } =
    policyOf(batch, item).retry ?? {};
  const retries = item.retries + 1;
  if (retries >= attempts) return failed;
  const pauseMs = Math.min(MAX_BACKOFF_MS, backoff * 2 ** item.retries);
  return {
    ...failed,
    state: "waiting",
    retries,
    dueAt: Date.now() + pauseMs,
    claim: null,
    jobId: null,
    submittedAt: null,
    finishedAt: null,
  };
}

/** The row of an item of whose job nobody knows how it ended. */
export function loseItem(item: Item, reason: ItemError): ItemReport {
  return {
    ...failItem(item, reason),
    state: "lost",
    // Nobody knows what a lost job has cost: what was reserved for it counts, until a delivery shows the cost.
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
    state: "queued",
    worker: null,
    claim: null,
    dueAt: null,
    reserved: 0,
    errorCode: null,
    errorMessage: null,
  };
}

/** The code of an item that is set aside, because each of its submits was turned away. */
export const TURNED_AWAY = "turned_away";

/** The row of an item that waits until the next call of `work`, because each of its submits was turned away. */
export function setAsideItem(item: Item, { message }: ItemError): ItemReport {
  return {
    ...requeueItem(item),
    state: "waiting",
    errorCode: TURNED_AWAY,
    errorMessage: message,
  };
}

/**
 * The row of an item that waits for a new submit, though its first one may have been carried out, and then counts as paid
 * for. The item keeps its claim: until the next one, an answer or a webhook of the first submit still supplies its job.
 */
export function resubmitItem(item: Item): ItemReport {
  return {
    ...requeueItem(item),
    ...NOT_ENDED,
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
  delivered: false,
} as const;

const ENDED = { worker: null, reserved: 0, delivered: false } as const;

/**
 * What an output says that its job has cost, in units. Only a public model may say so elsewhere than under `cost`: what
 * else the output of an endpoint calls a cost is not known.
 */
export function costOf(slug: string, output: unknown): number | undefined {
  const { cost: stated } = Object(output) as { readonly cost?: unknown };
  const cost = costOfOutput(isPublicModel(slug) ? output : { cost: stated });
  return cost === undefined ? undefined : toUnits(cost);
}
