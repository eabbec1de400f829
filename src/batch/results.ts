import {
  checkFlag,
  checkOneOf,
  checkOptions,
  checkWhole,
  type OptionNames,
} from "../checks.js";
import { sleep } from "../http/timeout.js";
import { RESULT_RETENTION_MS } from "../jobs/service-times.js";
import { fromUnits } from "../spend/units.js";
import { readPages, splitKeys } from "./call-ledger.js";
import { checkSelection } from "./check-item.js";
import type { OpenBatch } from "./context.js";
import { readPause } from "./limits.js";
import {
  FINAL_STATES,
  type Item,
  type ItemFilter,
  type ItemQuery,
  type StoredItem,
  type Totals,
} from "./ledger.js";
import type {
  BatchProgress,
  BatchResult,
  ItemState,
  ItemStatus,
  Metadata,
  ResultsOptions,
  ResultState,
  UnknownReason,
} from "./types.js";

/** How often `follow` asks for further results. */
const FOLLOW_INTERVAL_MS = 500;

/** The state of an item as users see it. */
export function stateOf(state: StoredItem["state"]): ItemState {
  switch (state) {
    case "submitting":
      return "running";
    case "lost":
    case "inDoubt":
      return "unknown";
    default:
      return state;
  }
}

/** Why an item is unknown. */
function reasonOf(state: StoredItem["state"]): UnknownReason | undefined {
  if (state === "lost") return "lost";
  return state === "inDoubt" ? "in doubt" : undefined;
}

/** What the row of an item holds. */
export function toStatus(model: string, item: StoredItem): ItemStatus {
  const { key, input, metadata, state, output, outputBytes } = item;
  const { errorCode, errorMessage, cost, reserved, attempt } = item;
  return {
    key,
    input: JSON.parse(input) as object,
    metadata:
      metadata === null ? undefined : (JSON.parse(metadata) as Metadata),
    state: stateOf(state),
    reason: reasonOf(state),
    output: output === null ? undefined : (JSON.parse(output) as unknown),
    outputBytes: outputBytes ?? undefined,
    error:
      errorCode === null
        ? undefined
        : { code: errorCode, message: errorMessage ?? "" },
    job: toJobData(model, item),
    attempt,
    // Nobody knows what a lost job has cost.
    cost: fromUnits(state === "lost" ? cost + reserved : cost),
  };
}

/** The result that the row of a finished item holds. */
function toResult(model: string, item: StoredItem): BatchResult {
  const { finishedAt, order } = item;
  const status = toStatus(model, item);
  return {
    ...status,
    state: status.state as ResultState,
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

/** Reads results in the order of completion, until the batch is closed. */
export async function* readResults(
  { ledger, model }: OpenBatch,
  options: ResultsOptions,
  closed: AbortSignal,
): AsyncGenerator<BatchResult, void, undefined> {
  const call = { operation: "batch.results" };
  checkOptions(options, OPTIONS, call);
  const { follow = false, after = 0, state, keys, metadata } = options;
  const names: readonly string[] = Object.keys(STORED_STATES);
  if (state !== undefined) checkOneOf("state", state, names, call);
  checkWhole("after", after, 0, call);
  checkFlag("follow", follow, call);
  checkSelection({ keys, metadata }, call);
  const signal = options.signal
    ? AbortSignal.any([options.signal, closed])
    : closed;
  const states = state === undefined ? FINAL_STATES : STORED_STATES[state];
  // Few keys are read together, so that few results are in memory. The results of one group may be stored while another is read.
  const groups = (keys ? splitKeys(keys, KEYS_AT_ONCE) : [undefined]).map(
    (some) => ({ keys: some, after }),
  );
  for (;;) {
    signal.throwIfAborted();
    // Counted before the results are read, so that a result stored in between is not missed.
    const isFinished = follow ? await hasEnded(ledger) : true;
    for (const group of groups) {
      const start = { by: "order", after: group.after } as const;
      const pages = group.keys
        ? readByKeys(ledger, { states, metadata }, group.keys, start)
        : readPages(ledger, { states, metadata }, start);
      for await (const page of pages)
        for (const item of page) {
          yield toResult(model, item);
          group.after = Math.max(group.after, item.order ?? 0);
        }
    }
    if (isFinished) return;
    await sleep(FOLLOW_INTERVAL_MS, signal);
  }
}

/** The states of the ledger for each state of a result. */
const STORED_STATES: Readonly<
  Record<ResultState, readonly StoredItem["state"][]>
> = {
  completed: ["completed"],
  failed: ["failed"],
  cancelled: ["cancelled"],
  unknown: ["inDoubt", "lost"],
};

/** How many keys are read together. */
const KEYS_AT_ONCE = 50;

/** Reads the items of a few keys in the order of the keys. */
async function* readByKeys(
  ledger: OpenBatch["ledger"],
  filter: Omit<ItemFilter, "keys">,
  keys: readonly string[],
  start: Pick<ItemQuery, "by" | "after">,
): AsyncGenerator<readonly StoredItem[], void, undefined> {
  const found = new Map<string, StoredItem>();
  for await (const page of readPages(ledger, { ...filter, keys }, start))
    for (const item of page) found.set(item.key, item);
  yield keys.map((key) => found.get(key)).filter((item) => item !== undefined);
}

/** Whether every item has a result. The submits of a process that was killed are in doubt. */
async function hasEnded(ledger: OpenBatch["ledger"]): Promise<boolean> {
  const { totals } = await ledger.heartbeat(undefined, 0);
  const { queued, submitting, running } = totals.counts;
  return queued + submitting + running === 0;
}

/** What a ledger counts, as users see it. */
export function toProgress(totals: Totals): BatchProgress {
  const { counts, cost, reserved, workers, lastAliveAt } = totals;
  const now = Date.now();
  // A clock that was set back must not move the deadline on.
  const seenAt = Math.min(lastAliveAt ?? now, now);
  const pause = readPause(totals.endpoint, totals.now);
  return {
    queued: counts.queued,
    running: counts.submitting + counts.running,
    completed: counts.completed,
    failed: counts.failed,
    cancelled: counts.cancelled,
    unknown: counts.inDoubt + counts.lost,
    cost: fromUnits(cost),
    reserved: fromUnits(reserved),
    workers,
    nextAddedAt: totals.oldestOpenAt,
    resultsExpireAt:
      counts.running > 0 ? seenAt + RESULT_RETENTION_MS : undefined,
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
): string | undefined {
  if (workers > 0 || resultsExpireAt === undefined) return undefined;
  const time = new Date(resultsExpireAt).toISOString();
  const advice =
    resultsExpireAt > Date.now()
      ? `work on the batch again before ${time}`
      : `results may be lost since ${time}: work on the batch again at once`;
  return `batch ${name}: jobs have no result yet (${running}), and no process waits for them; the service keeps a result for 30 minutes after the end of its job: ${advice}`;
}
