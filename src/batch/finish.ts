import type { JobError } from "../errors.js";
import type { OpenBatch } from "./open-batch.js";
import { describeError } from "./describe-error.js";
import type { ItemChange, ItemWithoutInput } from "./store.js";

/** The change that stores the output of a completed job. */
export function completeItem(
  { maxOutputBytes }: OpenBatch,
  item: ItemWithoutInput,
  output: unknown,
): ItemChange & { readonly cost: number } {
  const json = JSON.stringify(output ?? null);
  const outputBytes = Buffer.byteLength(json);
  return {
    ...ENDED,
    state: "completed",
    output: outputBytes <= maxOutputBytes ? json : null,
    outputBytes,
    error: null,
    cost: item.cost + (costOf(output) ?? item.reserved),
    finishedAt: Date.now(),
  };
}

/** The change that ends an item whose job has no output. */
export function endItem(item: ItemWithoutInput, error: JobError): ItemChange {
  const isLost = error.code === "job_not_found" || error.code === "job_expired";
  return {
    ...ENDED,
    state: isLost ? "lost" : "failed",
    error: JSON.stringify(describeError(error)),
    // Nobody knows what a lost job has cost.
    cost: item.cost + (isLost ? item.reserved : 0),
    finishedAt: Date.now(),
  };
}

/** The change that ends an item without a job. */
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
