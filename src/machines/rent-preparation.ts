import type { PodCreation } from "./create-pod.js";
import { DEFAULT_RELEASE_TIMEOUT_MS } from "./end-pod.js";
import { RentError } from "./errors.js";
import { repeat } from "./repeat.js";
import { describePod } from "./rent-advice.js";
import type { RentDeadline } from "./rent-deadline.js";
import { CHANGE_TIMEOUT_MS, HOUR_MS, type RentPod } from "./rent-pod.js";
import { waitUntilReady } from "./wait-for-pod.js";

/** A limit of the cost ends the Pod this much earlier, because the end itself takes time. */
const MAX_COST_MARGIN_MS = 30_000;
/** How long a rental waits for the price of its Pod. */
const PRICE_TIMEOUT_MS = 60_000;

/** What comes before the Pod of a rental is handed over. */
interface Preparation {
  readonly pod: RentPod;
  readonly creation: PodCreation;
  readonly deadline: RentDeadline;
  /** Ends the preparation. */
  readonly signal: AbortSignal;
}

/** Creates the Pod, keeps the limits that depend on its price, and waits until the Pod is ready. */
export async function preparePod(preparation: Preparation): Promise<void> {
  await createPod(preparation);
  await limitPrice(preparation);
  await limitCost(preparation);
  await waitForReady(preparation);
}

async function createPod(preparation: Preparation): Promise<void> {
  const { pod, creation, deadline, signal } = preparation;
  const { options, reservation } = pod.context;
  const created = await creation.run();
  pod.state = created;
  const end = new Date(deadline.endsAt).toISOString();
  const { maxHours, maxCost = Infinity } = options;
  const { costPerHr = Infinity } = created;
  const orEarlier =
    costPerHr * maxHours > maxCost ? ", or earlier at maxCost" : "";
  pod.report("created", `${describePod(created)}, ends at ${end}${orEarlier}`);
  const expiresAt = deadline.endsAt + DEFAULT_RELEASE_TIMEOUT_MS;
  await reservation.assign(created.id, expiresAt);
  signal.throwIfAborted();
}

/** Throws for a Pod that costs more than the capacity allows. */
async function limitPrice(preparation: Preparation): Promise<void> {
  const { pod } = preparation;
  const { options, podName } = pod.context;
  const { maxPricePerHour } = options.capacity ?? {};
  if (maxPricePerHour === undefined) return;
  const price = await waitForPrice(preparation, "maxPricePerHour");
  if (price <= maxPricePerHour) return;
  const problem = `Pod ${pod.created.id} costs ${price} an hour, which is more than ${maxPricePerHour}`;
  throw new RentError("too_expensive", problem, { podName });
}

/**
 * Shortens the rental to the time that `maxCost` pays for, once the price is known. Writes the new end into the name of
 * the Pod for `sweepPods`.
 */
async function limitCost(preparation: Preparation): Promise<void> {
  const { pod, deadline, signal } = preparation;
  const { options, tag, podName } = pod.context;
  const { maxCost, maxHours } = options;
  if (maxCost === undefined) return;
  const price = await waitForPrice(preparation, "maxCost");
  const paidMs = (maxCost / price) * HOUR_MS;
  const unpaidMs = maxHours * HOUR_MS - paidMs;
  if (unpaidMs <= 0) return;
  deadline.shorten(paidMs - Math.min(MAX_COST_MARGIN_MS, paidMs / 10));
  const end = Math.floor((tag.end - unpaidMs) / 1000) * 1000;
  try {
    // Twice the same name does no harm, so a call whose outcome is unknown is sent again.
    await repeat(CHANGE_TIMEOUT_MS, signal, async ({ callTimeoutMs }) => {
      await pod.writeEnd(end, { signal, timeout: callTimeoutMs() });
      return true;
    });
  } catch (cause) {
    signal.throwIfAborted();
    const problem =
      "the end that follows from maxCost could not be written to the Pod";
    throw new RentError("limit_not_set", problem, { podName, cause });
  }
  const endsAt = new Date(deadline.endsAt).toISOString();
  pod.report("created", `ends at ${endsAt} because of maxCost`);
}

/** The price for each hour, which may come some time after the create. Without it, the option named `limit` cannot be kept. */
async function waitForPrice(
  { pod, signal }: Preparation,
  limit: string,
): Promise<number> {
  let cause: unknown;
  const price = await repeat(PRICE_TIMEOUT_MS, signal, async (time) => {
    const { id, costPerHr } = pod.created;
    if (costPerHr !== undefined) return costPerHr;
    const options = { signal, timeout: time.callTimeoutMs() };
    pod.state = (await pod.own.service.find(id, options)) ?? pod.state;
    return pod.created.costPerHr;
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    cause = error;
  });
  if (price !== undefined) return price;
  const problem = `the service names no price, so that ${limit} cannot be kept`;
  const { podName } = pod.context;
  throw new RentError("price_unknown", problem, { podName, cause });
}

async function waitForReady({ pod, signal }: Preparation): Promise<void> {
  const { options, proxyUrl, podName } = pod.context;
  const { ready, timeout, interval } = options;
  if (ready === undefined) return;
  const onProgress = (reason: string) => pod.report("waiting", reason);
  const wait = { ready, timeout, interval, proxyUrl, signal, onProgress };
  try {
    pod.state = await waitUntilReady(pod.own.service, pod.created.id, wait);
  } catch (cause) {
    signal.throwIfAborted();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RentError("not_ready", reason, { cause, podName });
  }
  pod.report("ready");
}
