import type { JobPolicy } from "../../generated/jobs/resources.js";
import type { OpenBatch } from "./open-batch.js";
import type { ServiceClock } from "./service-clock.js";
import { REQUEUE } from "./settle.js";
import type { ItemRecord } from "./store.js";

/** How long the service keeps a job alive unless the submit sets `policy.ttl`: 24 hours. */
const DEFAULT_TTL_MS = 86_400_000;

/** A submit may have been under way for a while after its claim, and clocks differ. */
const MARGIN_MS = 15 * 60_000;

const PAGE_SIZE = 200;

/** Queues the items in doubt whose first job, if there is one, can no longer run. */
export async function resubmitExpired(
  batch: OpenBatch,
  clock: ServiceClock,
): Promise<void> {
  const { store } = batch;
  let after = 0;
  for (;;) {
    const page = await store.list({
      states: ["inDoubt"],
      order: "position",
      after,
      limit: PAGE_SIZE,
    });
    // The own clock may be wrong by hours, so it decides nothing.
    const now = clock.now();
    if (now === undefined) return;
    for (const item of page) {
      after = item.position;
      if (now > expiryOf(batch, item)) await store.change(item, REQUEUE);
    }
    if (page.length < PAGE_SIZE) return;
  }
}

/** When the job of an item can no longer run, in milliseconds since 1970. */
function expiryOf(batch: OpenBatch, { claimedAt, policy }: ItemRecord): number {
  const { ttl = DEFAULT_TTL_MS } =
    policy === null ? { ...batch.policy } : (JSON.parse(policy) as JobPolicy);
  return (claimedAt ?? Infinity) + ttl + MARGIN_MS;
}

/** Asks the service for its time by a request that costs nothing. */
export async function askTime(
  { cloud, model }: OpenBatch,
  clock: ServiceClock,
): Promise<void> {
  try {
    const { response } = await cloud.jobsRest.GET("/v2/{slug}/health", {
      params: { path: { slug: model } },
    });
    clock.learn(Date.parse(response.headers.get("date") ?? ""));
  } catch {
    // The next response to a submit has the time as well.
  }
}
