import {
  checkClocks,
  commonTime,
  readServiceTime,
} from "../machines/clocks.js";
import { DEFAULT_TTL_MS } from "../jobs/service-times.js";
import { readPages } from "./call-ledger.js";
import { type OpenBatch, policyOf } from "./context.js";
import { giveUpItem, resubmitItem } from "./finish.js";
import { withoutPayload, type Item } from "./ledger.js";
import type { ServiceClock } from "./service-clock.js";

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
export async function resubmitExpired(
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
export async function failDoubts({
  ledger,
}: Pick<OpenBatch, "ledger">): Promise<void> {
  for await (const page of readPages(ledger, { states: ["inDoubt"] }))
    await ledger.report(page.map(withoutPayload).map(giveUpItem));
}

/** When the job of an item can no longer run, in milliseconds since 1970. */
function expiryOf(batch: OpenBatch, item: Item): number {
  return (item.claimedAt ?? Infinity) + timeToLiveMs(batch, item) + MARGIN_MS;
}

/** The time to live of the job of an item, from its submit on, in milliseconds. */
export function timeToLiveMs(batch: OpenBatch, item: Item): number {
  return policyOf(batch, item).policy?.ttl ?? DEFAULT_TTL_MS;
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
