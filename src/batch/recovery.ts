import { JobError } from "../errors.js";
import {
  checkClocks,
  commonTime,
  readServiceTime,
} from "../machines/clocks.js";
import { isUnavailable, readPages } from "./call-ledger.js";
import { timeToLiveMs, type OpenBatch } from "./context.js";
import { describeError } from "./errors.js";
import { giveUpItem, resubmitItem, resumeItem } from "./finish.js";
import { withoutPayload, type Item, type StoredItem } from "./ledger.js";
import { toJobData } from "./results.js";
import type { ServiceClock } from "./service-clock.js";
import { isUnknownJob } from "./settle.js";
import { isKnownStatus } from "./wait.js";
import type { WorkContext } from "./work-context.js";

/** How often items in doubt are searched for jobs that can no longer run, in milliseconds. */
const RESUBMIT_INTERVAL_MS = 60_000;

/** How often the service is asked for the jobs of lost items, in milliseconds. */
const LOST_INTERVAL_MS = 600_000;

/** What `work` does once in a while for items in doubt and for lost ones. */
export class Recovery {
  /** When the next steps are due, on the clock of `performance.now()`. */
  #resubmitAt = 0;
  #findLostAt = 0;
  #lostSearch: Promise<void> | undefined;

  /** The search for the jobs of lost items; undefined while none runs. */
  get lostSearch(): Promise<void> | undefined {
    return this.#lostSearch;
  }

  /** Queues items in doubt whose jobs can no longer run, where the batch asks for that. */
  async resubmitExpired(context: WorkContext): Promise<void> {
    const { batch, serviceClock, signal, warnings } = context;
    if (batch.onDoubt !== "resubmit-after-ttl") return;
    if (performance.now() < this.#resubmitAt) return;
    this.#resubmitAt = performance.now() + RESUBMIT_INTERVAL_MS;
    try {
      await resubmitExpired(batch, serviceClock, signal);
      warnings.clocksAgree();
    } catch (error) {
      const { code, message } = describeError(error);
      if (code !== "clocks_differ") throw error;
      warnings.clocksDiffer(message);
    }
  }

  /** Begins to ask the service for the jobs of lost items. `onEnd` is called when it has answered. */
  findLost({ batch, signal, refuse }: WorkContext, onEnd: () => void): void {
    if (this.#lostSearch || performance.now() < this.#findLostAt) return;
    this.#lostSearch = findLostJobs(batch, signal)
      .catch((error: unknown) => {
        if (!isUnavailable(error)) refuse(error);
      })
      .finally(() => {
        this.#lostSearch = undefined;
        this.#findLostAt = performance.now() + LOST_INTERVAL_MS;
        onEnd();
      });
  }
}

/**
 * How long an item in doubt waits beyond the time to live of its job, in milliseconds: the submit may have been sent
 * some time after its claim, and clocks differ.
 */
const MARGIN_MS = 15 * 60_000;

/**
 * Queues the items in doubt whose first job, if there is one, can no longer run: by the clock of the service and by that of
 * this machine, because either may be wrong by hours.
 *
 * @throws CloudComputeError if the two clocks differ by more than a day
 */
async function resubmitExpired(
  batch: OpenBatch,
  clock: ServiceClock,
  signal: AbortSignal,
): Promise<void> {
  const { ledger } = batch;
  const { counts } = await ledger.totals();
  if (counts.inDoubt === 0) return;
  await askTime(batch, clock, signal);
  const clocks = clock.read();
  if (!clocks) return;
  checkClocks(clocks, "batch.work");
  const now = commonTime(clocks);
  for await (const page of readPages(ledger, { states: ["inDoubt"] })) {
    const expired = page.filter((item) => now > expiryOf(batch, item));
    await ledger.report(expired.map(withoutPayload).map(resubmitItem));
  }
}

/** Fails the items in doubt, which are never submitted again. */
export async function failDoubts({ ledger }: OpenBatch): Promise<void> {
  for await (const page of readPages(ledger, { states: ["inDoubt"] }))
    await ledger.report(page.map(withoutPayload).map(giveUpItem));
}

/** When the job of an item can no longer run, in milliseconds since 1970. */
function expiryOf(batch: OpenBatch, item: Item): number {
  return (item.claimedAt ?? Infinity) + timeToLiveMs(batch, item) + MARGIN_MS;
}

/** Asks the service for its time by a request that costs nothing. An abort ends the request. */
export async function askTime(
  { cloud, model }: OpenBatch,
  clock: ServiceClock,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { response } = await cloud.jobsRest.GET("/v2/{slug}/health", {
      params: { path: { slug: model } },
      signal,
    });
    const { time, isVirtual } = readServiceTime(response.headers);
    clock.learn(time, isVirtual);
  } catch {
    // After an abort nobody needs the time. Otherwise the next response to a submit has the time as well.
  }
}

/** How many jobs are asked for at once. */
const ASKED_AT_ONCE = 20;

/** For how long the service may take to say whether it knows a job, in milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Asks the service for the jobs of the lost items, which costs nothing, and continues those that it knows. Ends at the first
 * request without an answer that says so: the next search asks again.
 */
export async function findLostJobs(
  batch: OpenBatch,
  signal: AbortSignal,
): Promise<void> {
  const { ledger } = batch;
  for await (const page of readPages(ledger, { states: ["lost"] }))
    for (let start = 0; start < page.length; start += ASKED_AT_ONCE) {
      const group = page.slice(start, start + ASKED_AT_ONCE);
      const answers = await Promise.all(
        group.map((item) => isKnown(batch, item, signal)),
      );
      const known = group.filter((_, index) => answers[index]);
      await ledger.report(
        known
          .map(withoutPayload)
          .map((item) => resumeItem(item, item.jobId ?? "", item.submittedAt)),
      );
      if (answers.includes(undefined) || signal.aborted) return;
    }
}

/** Whether the service knows the job of an item; undefined if nobody knows. */
async function isKnown(
  { model, runner }: OpenBatch,
  item: StoredItem,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const job = toJobData(model, item);
  if (!job) return false;
  try {
    const call = { signal, timeout: ANSWER_TIMEOUT_MS, retries: 0 };
    const { status } = await runner.job(job).status(call);
    return isKnownStatus(status);
  } catch (error) {
    // The service knows the job, and the contract refuses its output.
    if (error instanceof JobError) return true;
    return isUnknownJob(error) ? false : undefined;
  }
}
