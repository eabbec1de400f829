import { check, checkOptions, checkWhole } from "../checks.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import { sleep } from "../http/timeout.js";
import type { OpenBatch } from "./open-batch.js";
import { PAGE_SIZE, readPages } from "./pages.js";
import {
  FINAL_STATES,
  type ItemRecord,
  type ItemWithoutInput,
} from "./store.js";
import type {
  BatchResult,
  ItemError,
  ItemInDoubt,
  ResultsOptions,
  ResultState,
} from "./types.js";

/** How often `follow` asks for further results. */
const FOLLOW_INTERVAL_MS = 500;

/** The result that the record of a finished item holds. */
export function toResult(model: string, item: ItemRecord): BatchResult {
  const { key, input, state, output, outputBytes, error } = item;
  const { cost, reserved, finishedAt, finishOrder } = item;
  return {
    key,
    input: JSON.parse(input) as object,
    state: state as ResultState,
    output: output === null ? undefined : (JSON.parse(output) as unknown),
    outputBytes: outputBytes ?? undefined,
    error: error === null ? undefined : (JSON.parse(error) as ItemError),
    job: toJobData(model, item),
    // Nobody knows what a lost job has cost.
    cost: state === "lost" ? cost + reserved : cost,
    finishedAt: finishedAt ?? 0,
    order: finishOrder ?? 0,
  };
}

/** The job of an item, if it has one. */
export function toJobData(
  slug: string,
  { jobId, submittedAt }: ItemWithoutInput,
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
  signal: true,
};

/** Reads results in the order of completion. */
export async function* readResults(
  { store, model }: OpenBatch,
  options: ResultsOptions,
): AsyncGenerator<BatchResult, void, undefined> {
  const call = { operation: "batch.results" };
  checkOptions(options, call);
  checkOptionNames(options, OPTIONS, call);
  const { follow = false, state, signal } = options;
  let { after = 0 } = options;
  const isFinal =
    state === undefined || (FINAL_STATES as readonly string[]).includes(state);
  check(isFinal, "state", 'must be "completed", "failed" or "lost"', call);
  checkWhole("after", after, 0, call);
  check(typeof follow === "boolean", "follow", "must be true or false", call);
  const states = state === undefined ? FINAL_STATES : [state];
  for (;;) {
    signal?.throwIfAborted();
    // Counted before the results are read, so that a result stored in between is not missed.
    const isFinished = follow ? await hasEnded(store) : true;
    const page = await store.list({
      states,
      order: "finishOrder",
      after,
      limit: PAGE_SIZE,
    });
    for (const item of page) {
      yield toResult(model, item);
      after = item.finishOrder ?? after;
    }
    if (page.length > 0) continue;
    if (isFinished) return;
    await sleep(FOLLOW_INTERVAL_MS, signal);
  }
}

/** Whether no item is queued or under way. An item whose process was killed is in doubt. */
async function hasEnded(store: OpenBatch["store"]): Promise<boolean> {
  await store.releaseDeadWorkers();
  const { counts } = await store.totals();
  return counts.queued + counts.submitting + counts.running === 0;
}

/** Reads the items in doubt whose process has ended. */
export async function* readInDoubt({
  store,
}: OpenBatch): AsyncGenerator<ItemInDoubt, void, undefined> {
  await store.releaseDeadWorkers();
  for await (const page of readPages(store, ["inDoubt"]))
    for (const { key, input, attempt, claimedAt } of page)
      yield {
        key,
        input: JSON.parse(input) as object,
        attempt,
        claimedAt: claimedAt ?? 0,
      };
}
