import { check, checkOptions, checkWhole } from "../checks.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import { sleep } from "../http/timeout.js";
import {
  FILE_RETENTION_MS,
  RESULT_RETENTION_MS,
} from "../jobs/service-times.js";
import { readPages } from "./call-ledger.js";
import { checkSelection } from "./check-item.js";
import type { OpenBatch } from "./context.js";
import type { SubmitPause } from "./limits.js";
import {
  FINAL_STATES,
  type Item,
  type LedgerBatch,
  type StoredItem,
} from "./ledger.js";
import type {
  BatchProgress,
  BatchResult,
  ItemInDoubt,
  Metadata,
  ResultsOptions,
  ResultState,
} from "./types.js";
import { fromUnits } from "./units.js";

/** How often `follow` asks for further results. */
const FOLLOW_INTERVAL_MS = 500;

/** The result that the row of a finished item holds. */
export function toResult(model: string, item: StoredItem): BatchResult {
  const { key, input, metadata, state, output, outputBytes } = item;
  const { errorCode, errorMessage, cost, reserved, finishedAt, order } = item;
  return {
    key,
    input: JSON.parse(input) as object,
    metadata:
      metadata === null ? undefined : (JSON.parse(metadata) as Metadata),
    state: state as ResultState,
    output: output === null ? undefined : (JSON.parse(output) as unknown),
    outputBytes: outputBytes ?? undefined,
    error:
      errorCode === null
        ? undefined
        : { code: errorCode, message: errorMessage ?? "" },
    job: toJobData(model, item),
    // Nobody knows what a lost job has cost.
    cost: fromUnits(state === "lost" ? cost + reserved : cost),
    finishedAt: finishedAt ?? 0,
    order: order ?? 0,
  };
}

/** The job of an item, if it has one. */
export function toJobData(
  slug: string,
  { jobId, submittedAt }: Item,
): BatchResult["job"] {
  if (jobId === null) return undefined;
  return submittedAt === null
    ? { slug, id: jobId }
    : { slug, id: jobId, submittedAt };
}

const OPTIONS: OptionNames<ResultsOptions> = {
  follow: true,
  after: true,
  state: true,
  keys: true,
  metadata: true,
  signal: true,
};

/** Reads results in the order of completion. */
export async function* readResults(
  { ledger, model }: OpenBatch,
  options: ResultsOptions,
): AsyncGenerator<BatchResult, void, undefined> {
  const call = { operation: "batch.results" };
  checkOptions(options, call);
  checkOptionNames(options, OPTIONS, call);
  const { follow = false, state, keys, metadata, signal } = options;
  let { after = 0 } = options;
  const isFinal =
    state === undefined || (FINAL_STATES as readonly string[]).includes(state);
  check(isFinal, "state", 'must be "completed", "failed" or "lost"', call);
  checkWhole("after", after, 0, call);
  check(typeof follow === "boolean", "follow", "must be true or false", call);
  checkSelection({ keys, metadata }, call);
  const states = state === undefined ? FINAL_STATES : [state];
  const filter = { states, keys, metadata };
  for (;;) {
    signal?.throwIfAborted();
    // Counted before the results are read, so that a result stored in between is not missed.
    const isFinished = follow ? await hasEnded(ledger) : true;
    for await (const page of readPages(ledger, filter, { by: "order", after }))
      for (const item of page) {
        yield toResult(model, item);
        after = item.order ?? after;
      }
    if (isFinished) return;
    await sleep(FOLLOW_INTERVAL_MS, signal);
  }
}

/** Whether no item waits or is under way. An item whose process was killed is in doubt. */
async function hasEnded(ledger: OpenBatch["ledger"]): Promise<boolean> {
  await ledger.tend(undefined, 0);
  const { counts } = await ledger.totals();
  const { queued, waiting, submitting, running } = counts;
  return queued + waiting + submitting + running === 0;
}

/** Reads the items in doubt whose process has ended. */
export async function* readInDoubt({
  ledger,
}: OpenBatch): AsyncGenerator<ItemInDoubt, void, undefined> {
  await ledger.tend(undefined, 0);
  for await (const page of readPages(ledger, { states: ["inDoubt"] }))
    for (const { key, input, attempt, claimedAt, errorMessage } of page)
      yield {
        key,
        input: JSON.parse(input) as object,
        attempt,
        claimedAt: claimedAt ?? 0,
        reason: errorMessage ?? undefined,
      };
}

/** Counts the items of a batch. */
export async function readProgress(
  ledger: LedgerBatch,
  pause?: SubmitPause,
): Promise<BatchProgress> {
  const totals = await ledger.totals();
  const { counts, undelivered, cost, reserved } = totals;
  const { oldestUndeliveredAt, workers, lastAliveAt } = totals;
  const now = Date.now();
  // A clock that was set back must not move the deadline on.
  const seenAt = Math.min(lastAliveAt ?? now, now);
  return {
    ...counts,
    undelivered,
    cost: fromUnits(cost),
    reserved: fromUnits(reserved),
    workers,
    resultsExpireAt:
      counts.running > 0 ? seenAt + RESULT_RETENTION_MS : undefined,
    filesExpireAt:
      oldestUndeliveredAt === null
        ? undefined
        : oldestUndeliveredAt + FILE_RETENTION_MS,
    submitsPausedUntil: pause?.until,
    pauseReason: pause?.reason,
  };
}

/**
 * A warning about results that are lost unless a process works on the batch in time; undefined if no result is at risk.
 */
export function describeRisk(
  name: string,
  { running, workers, resultsExpireAt }: BatchProgress,
  isPaused: boolean,
): string | undefined {
  if (workers > 0 || resultsExpireAt === undefined) return undefined;
  const time = new Date(resultsExpireAt).toISOString();
  const work = isPaused
    ? "resume the batch, and work on the batch again"
    : "work on the batch again";
  const advice =
    resultsExpireAt > Date.now()
      ? `${work} before ${time}`
      : `results may be lost since ${time}: ${work} at once`;
  return `batch ${name}: jobs have no result yet (${running}), and no process waits for them; the service keeps a result for 30 minutes after the end of its job: ${advice}`;
}
