import { CloudComputeError, InputError, ResponseError } from "../errors.js";
import type { OpenBatch } from "./open-batch.js";
import type { ServiceClock } from "./service-clock.js";
import type { ItemChange, ItemWithoutInput } from "./store.js";
import { BatchError } from "./types.js";
import {
  callStoreUntilDone,
  isUnavailable,
  persist,
  type WorkContext,
} from "./work-context.js";

/** The longest time from a claim to its submit, in milliseconds, by the steady clock and by the wall clock. */
const MAX_CLAIM_AGE_MS = 2000;

const NOT_CARRIED_OUT =
  "a submit was not carried out, and is sent again after a pause";

/** Why a submit was given up before anything was sent. */
class NotSent extends Error {
  readonly reason: "changed" | "over limit" | "not in time" | "no estimate";

  constructor(reason: NotSent["reason"], options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

/** Stores the claim of an item before an attempt is sent. Throws `NotSent` if the attempt must not be sent. */
export async function claimItem(
  context: WorkContext,
  item: ItemWithoutInput,
  claimId: string,
  input: object,
): Promise<ItemWithoutInput> {
  const { batch, member, serviceClock } = context;
  const steadyStart = performance.now();
  const wallStart = Date.now();
  const reserved = estimateInput(context, input);
  const change: ItemChange = {
    state: "submitting",
    worker: member.id,
    attempt: item.attempt + 1,
    claim: claimId,
    claimedAt: claimTime(batch, serviceClock),
    reserved,
    ...doubtfulCost(item),
  };
  // Repeated until the outcome is known: a claim whose outcome stays unknown would block its item.
  const result = await callStoreUntilDone(context, () =>
    batch.store.change(item, change, batch.maxCost),
  );
  if (result.outcome === "conflict") throw new NotSent("changed");
  if (result.outcome === "over limit") throw new NotSent("over limit");
  const age = Math.max(
    performance.now() - steadyStart,
    Math.abs(Date.now() - wallStart),
  );
  try {
    member.assertAlive();
  } catch (error) {
    await releaseClaim(context, result.item);
    throw isUnavailable(error)
      ? new NotSent("not in time", { cause: error })
      : error;
  }
  if (age <= MAX_CLAIM_AGE_MS) return result.item;
  await releaseClaim(context, result.item);
  const cause = new BatchError(
    "batch_store_unavailable",
    `the store took ${(age / 1000).toFixed(1)} seconds for the claim, and ${MAX_CLAIM_AGE_MS / 1000} are allowed`,
  );
  throw new NotSent("not in time", { cause });
}

/** A queued item has a reservation if an earlier submit may have arrived: from now on this reservation counts as cost. */
function doubtfulCost({ cost, reserved }: ItemWithoutInput): ItemChange {
  return reserved > 0 ? { cost: cost + reserved } : {};
}

/** What the submit may cost, as far as that is known. */
function estimateInput({ estimate }: WorkContext, input: object): number {
  try {
    return estimate(input) ?? 0;
  } catch (cause) {
    // The estimate is wrong, and not the item.
    throw new NotSent("no estimate", { cause });
  }
}

/**
 * The time of a claim in milliseconds since 1970: by the wall clock if `onDoubt` is `keep`, otherwise by the clock of
 * the service. Null while the service's time is not known: an item in doubt then waits for `settle`.
 */
function claimTime(
  { onDoubt }: OpenBatch,
  serviceClock: ServiceClock,
): number | null {
  if (onDoubt === "keep") return Date.now();
  return serviceClock.now() ?? null;
}

/** Takes back the claim of an attempt that certainly did not arrive. */
export async function releaseClaim(
  context: WorkContext,
  item: ItemWithoutInput,
): Promise<ItemWithoutInput> {
  if (item.state !== "submitting") return item;
  const change: ItemChange = { state: "queued", claim: null, reserved: 0 };
  return (await persist(context, item, change)) ?? item;
}

/** Whether the service may have carried out the request that failed with `error`. */
export function mayHaveArrived(
  item: ItemWithoutInput,
  error: unknown,
): boolean {
  if (error instanceof NotSent || item.state !== "submitting") return false;
  return !(error instanceof CloudComputeError && !error.maybeSent);
}

/**
 * Releases an item whose request certainly did not arrive. Pauses or ends the other submits if the failure concerns
 * these as well.
 */
export async function releaseAfterFailure(
  context: WorkContext,
  item: ItemWithoutInput,
  error: unknown,
): Promise<void> {
  const { signal, refuse, pauseSubmits, warnOnce, reachCostLimit } = context;
  if (error instanceof NotSent) {
    if (error.reason === "over limit") reachCostLimit();
    if (error.reason === "not in time") {
      warnOnce(NOT_CARRIED_OUT, error.cause);
      pauseSubmits();
    }
    if (error.reason !== "changed") await releaseQueued(context, item);
    if (error.reason === "no estimate") refuse(error.cause);
    return;
  }
  await releaseClaim(context, item);
  // At its end, `work` gives back all that this process holds.
  if (signal.aborted) return;
  await releaseQueued(context, item);
  if (isOverSpendLimit(error)) reachCostLimit();
  else if (isOutage(error)) {
    warnOnce(NOT_CARRIED_OUT, error);
    pauseSubmits();
  } else refuse(error);
}

/** Releases a queued item whose claim was refused or taken back, so that any process can take the item. */
async function releaseQueued(
  context: WorkContext,
  { key }: ItemWithoutInput,
): Promise<void> {
  const { batch, member } = context;
  const item = await callStoreUntilDone(context, () => batch.store.read(key));
  if (item?.state === "queued" && item.worker === member.id)
    await releaseItem(context, item);
}

/** Lets any process take the item again. */
async function releaseItem(
  context: WorkContext,
  item: ItemWithoutInput,
): Promise<void> {
  await persist(context, item, { state: "queued", worker: null });
}

/** Whether the spend guard of the client has refused the submit. */
function isOverSpendLimit(error: unknown): boolean {
  return error instanceof CloudComputeError && error.code === "spend_limit";
}

/** The statuses of 4xx that concern more than one request, or that pass. */
const SHARED_OR_PASSING = [401, 402, 403, 404, 408, 425, 429];

/** Whether the service has refused this very request: the same request would be refused again, and others may succeed. */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof ResponseError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && !SHARED_OR_PASSING.includes(status);
}

/** Whether the same submit may succeed when it is sent again. */
function isOutage(error: unknown): boolean {
  return (
    error instanceof CloudComputeError &&
    // What is wrong with the client or its options, such as a missing address, stays wrong.
    !(error instanceof InputError) &&
    error.code !== "spend_unknown" &&
    // A store that is only unreachable is called again by the caller.
    !(error instanceof BatchError) &&
    !(
      error instanceof ResponseError &&
      [401, 402, 403, 404].includes(error.status)
    )
  );
}
