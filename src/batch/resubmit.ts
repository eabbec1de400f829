import { DEFAULT_TTL_MS } from "../jobs/service-times.js";
import { readPages } from "./call-ledger.js";
import { type OpenBatch, policyOf } from "./context.js";
import { resubmitItem } from "./finish.js";
import type { Item } from "./ledger.js";
import type { ServiceClock } from "./service-clock.js";

/**
 * How long an item in doubt waits beyond the time to live of its job, in milliseconds: the submit may have been sent
 * some time after its claim, and clocks differ.
 */
const MARGIN_MS = 15 * 60_000;

/** Queues the items in doubt whose first job, if there is one, can no longer run. */
export async function resubmitExpired(
  batch: OpenBatch,
  clock: ServiceClock,
): Promise<void> {
  const { ledger } = batch;
  for await (const page of readPages(ledger, { states: ["inDoubt"] })) {
    // Only the service's time counts: the clock of this process may be wrong by hours.
    const now = clock.now();
    if (now === undefined) return;
    const expired = page.filter((item) => now > expiryOf(batch, item));
    await ledger.report(expired.map(resubmitItem));
  }
}

/** When the job of an item can no longer run, in milliseconds since 1970. */
function expiryOf(batch: OpenBatch, item: Item): number {
  return (item.claimedAt ?? Infinity) + timeToLiveMs(batch, item) + MARGIN_MS;
}

/** The time to live of the job of an item, from its submit on, in milliseconds. */
export function timeToLiveMs(batch: OpenBatch, item: Item): number {
  return policyOf(batch, item).submit?.ttl ?? DEFAULT_TTL_MS;
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
    clock.learn(Date.parse(response.headers.get("date") ?? ""));
  } catch {
    // After an abort nobody needs the time. Otherwise the next response to a submit has the time as well.
  }
}
