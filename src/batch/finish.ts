import type { JobError } from "../errors.js";
import type { OpenBatch } from "./open-batch.js";
import { describeError } from "./describe-error.js";
import type { ItemChange, ItemWithoutInput } from "./store.js";

/** The change that stores the output of a completed job. Fails the item if its output cannot be written as JSON. */
export function completeItem(
  { maxOutputBytes }: OpenBatch,
  item: ItemWithoutInput,
  jobId: string,
  output: unknown,
): ItemChange & { readonly cost: number } {
  const cost = item.cost + (costOf(output) ?? item.reserved);
  let json: string;
  try {
    json = JSON.stringify(output ?? null);
  } catch (error) {
    // The output is nested too deeply.
    const problem = `the output of job ${jobId} cannot be written as JSON (${describeError(error).message}): cloud.job(...).wait() returns it for 30 minutes after the end of the job`;
    return { ...failItem("output_not_stored", problem), cost };
  }
  const outputBytes = Buffer.byteLength(json);
  return {
    ...ENDED,
    state: "completed",
    output: outputBytes <= maxOutputBytes ? json : null,
    outputBytes,
    error: null,
    cost,
    finishedAt: Date.now(),
  };
}

/** The change that ends an item whose job has no output. */
export function endItem(item: ItemWithoutInput, error: JobError): ItemChange {
  const { code, message } = describeError(error);
  const isLost = code === "job_not_found" || code === "job_expired";
  return isLost ? loseItem(item, code, message) : failItem(code, message);
}

/** The change that ends an item of whose job nobody knows how it ended. */
export function loseItem(
  item: ItemWithoutInput,
  code: string,
  message: string,
): ItemChange {
  return {
    ...failItem(code, message),
    state: "lost",
    // Nobody knows what a lost job has cost: what was reserved for it counts, until a delivery shows the cost.
    reserved: item.reserved,
  };
}

/** The change that ends an item without an output. */
export function failItem(code: string, message: string): ItemChange {
  return {
    ...ENDED,
    state: "failed",
    error: JSON.stringify({ code, message }),
    finishedAt: Date.now(),
  };
}

const ENDED = { worker: null, reserved: 0, delivered: false } as const;

/** What the service says that the job has cost. */
function costOf(output: unknown): number | undefined {
  const { cost } = Object(output) as { readonly cost?: unknown };
  return typeof cost === "number" && cost >= 0 && Number.isFinite(cost)
    ? cost
    : undefined;
}
