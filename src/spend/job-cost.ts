import { modelPrices } from "../../generated/models/prices.js";
import { isFinal } from "../jobs/state.js";
import { estimateCost } from "../models/estimate.js";
import { costOfOutput } from "../models/output.js";
import type { ModelSlug } from "../../generated/models/types.js";
import { toUnits } from "./units.js";

/** A submit whose cost is to be estimated. */
export interface SubmitToEstimate {
  /** The slug of the model, or the id of the endpoint. */
  readonly slug: string;
  /** The input; undefined when a job is put back in the queue whose submit this process has not seen. */
  readonly input: object | undefined;
}

/** Estimates a job of a public model by its price. Throws an `InputError` if the price or the input is not sufficient. */
export function estimatePublicModel({ slug, input }: SubmitToEstimate): number {
  return estimateCost(slug as ModelSlug, { ...input });
}

/** The members of a job that decide its cost. Their types are unknown, because a worker may write anything. */
export interface JobResult {
  readonly status?: unknown;
  readonly output?: unknown;
  readonly delayTime?: unknown;
  readonly executionTime?: unknown;
  readonly workerId?: unknown;
}

/**
 * What a job has cost, in units; undefined while the job goes on. The output of a public model names its cost, wherever in it. The
 * worker of any other model is the user's own, and its output says nothing of what the service charges. The service
 * charges nothing for a public model that fails, and nothing for a job that was cancelled before it ran. Whatever
 * else ends counts as `estimatedUnits`.
 *
 * @param hasRun whether the job was seen running
 */
export function costOf(
  slug: string,
  job: JobResult,
  estimatedUnits: number,
  hasRun: boolean,
): number | undefined {
  const { status, output } = job;
  if (!isFinal(status)) return undefined;
  const isPublicModel = Object.hasOwn(modelPrices, slug);
  const cost = isPublicModel ? costOfOutput(output) : undefined;
  if (cost !== undefined) return toUnits(cost);
  const isFree =
    (status === "FAILED" && isPublicModel) ||
    (status === "CANCELLED" && !hasRun && !showsRun(job));
  return isFree ? 0 : estimatedUnits;
}

/**
 * Whether the service says that a job runs or has run: a time of execution, a worker, or how long the job was in the queue
 * before it ran. Jobs of public models show no worker.
 */
export function showsRun({
  status,
  delayTime,
  executionTime = 0,
  workerId,
}: JobResult): boolean {
  const hasWorker = workerId !== undefined && workerId !== null;
  const leftQueue = delayTime !== undefined && delayTime !== null;
  return (
    status === "IN_PROGRESS" || executionTime !== 0 || hasWorker || leftQueue
  );
}
