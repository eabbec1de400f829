import { JobError, ResponseError } from "../errors.js";
import { sleep } from "../http/timeout.js";
import { describeError } from "./describe-error.js";
import { toJobData, toResult } from "./results.js";
import type { ItemChange, ItemRecord } from "./store.js";
import type { BatchResult } from "./types.js";
import { persist, type WorkContext } from "./work-context.js";

/** The time limit of a wait: the longest that a timer holds. A job that the service gives up is answered with 404. */
const MAX_WAIT_MS = 2 ** 31 - 1;

/** The pause after a wait that had no answers for a while, in milliseconds. */
const OUTAGE_PAUSE_MS = 5000;

/**
 * Waits for the job of a running item and stores its result. Resolves with undefined when `work` is to end first, or
 * another process stored the result.
 */
export async function waitForItem(
  context: WorkContext,
  item: ItemRecord,
): Promise<{ item: ItemRecord; result: BatchResult } | undefined> {
  const { batch, signal, pollInterval, refuse } = context;
  const job = toJobData(batch.model, item);
  if (!job) throw new Error(`item ${item.key} is running without a job`);
  for (;;) {
    try {
      const { output } = await batch.cloud.job<unknown>(job).wait({
        signal,
        timeout: MAX_WAIT_MS,
        interval: pollInterval,
      });
      return await finish(context, item, output);
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof JobError) return fail(context, item, error);
      if (error instanceof ResponseError && [401, 403].includes(error.status)) {
        refuse(error);
        return undefined;
      }
      // The service had no answer for a long time. The job is known, so nothing is lost by asking again.
      await sleep(OUTAGE_PAUSE_MS, signal).catch(() => undefined);
    }
  }
}

async function finish(
  context: WorkContext,
  item: ItemRecord,
  output: unknown,
): Promise<{ item: ItemRecord; result: BatchResult } | undefined> {
  const { batch, learnCost } = context;
  const json = JSON.stringify(output ?? null);
  const outputBytes = Buffer.byteLength(json);
  const cost = costOf(output) ?? item.reserved;
  learnCost(cost);
  const finished = await store(context, item, {
    state: "completed",
    output: outputBytes <= batch.maxOutputBytes ? json : null,
    outputBytes,
    cost: item.cost + cost,
  });
  return (
    finished && {
      item: finished,
      result: { ...toResult(batch.model, finished), output },
    }
  );
}

async function fail(
  context: WorkContext,
  item: ItemRecord,
  error: JobError,
): Promise<{ item: ItemRecord; result: BatchResult } | undefined> {
  const isLost = error.code === "job_not_found" || error.code === "job_expired";
  const finished = await store(context, item, {
    state: isLost ? "lost" : "failed",
    error: JSON.stringify(describeError(error)),
    // Nobody knows what a lost job has cost.
    cost: item.cost + (isLost ? item.reserved : 0),
  });
  return (
    finished && {
      item: finished,
      result: toResult(context.batch.model, finished),
    }
  );
}

function store(
  context: WorkContext,
  item: ItemRecord,
  change: ItemChange,
): Promise<ItemRecord | undefined> {
  return persist(context, item, {
    ...change,
    worker: null,
    reserved: 0,
    finishedAt: Date.now(),
    delivered: false,
  });
}

/** What the service says that the job has cost. */
function costOf(output: unknown): number | undefined {
  const { cost } = Object(output) as { readonly cost?: unknown };
  return typeof cost === "number" && cost >= 0 && Number.isFinite(cost)
    ? cost
    : undefined;
}
