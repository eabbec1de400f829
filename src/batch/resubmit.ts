import type { JobPolicy } from "../../generated/jobs/resources.js";
import { DEFAULT_TTL_MS } from "../jobs/service-times.js";
import type { OpenBatch } from "./open-batch.js";
import { readPages } from "./pages.js";
import type { ServiceClock } from "./service-clock.js";
import { REQUEUE } from "./settle.js";
import type { ItemWithoutInput } from "./store.js";

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
  const { store } = batch;
  for await (const page of readPages(store, ["inDoubt"])) {
    // Only the service's time counts: the clock of this process may be wrong by hours.
    const now = clock.now();
    if (now === undefined) return;
    for (const item of page)
      if (now > expiryOf(batch, item)) await store.change(item, REQUEUE);
  }
}

/** When the job of an item can no longer run, in milliseconds since 1970. */
function expiryOf(batch: OpenBatch, item: ItemWithoutInput): number {
  return (item.claimedAt ?? Infinity) + timeToLiveMs(batch, item) + MARGIN_MS;
}

/** The time to live of the job of an item, from its submit on, in milliseconds. */
export function timeToLiveMs(
  batch: OpenBatch,
  { policy }: ItemWithoutInput,
): number {
  const { ttl = DEFAULT_TTL_MS } =
    policy === null ? { ...batch.policy } : (JSON.parse(policy) as JobPolicy);
  return ttl;
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
