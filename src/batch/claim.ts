import { CloudComputeError, InputError, ResponseError } from "../errors.js";
import type { OpenBatch } from "./open-batch.js";
import type { ServiceClock } from "./service-clock.js";
import type { ItemChange, ItemRecord } from "./store.js";
import {
  insist,
  isUnavailable,
  persist,
  type WorkContext,
} from "./work-context.js";

/** A submit is sent within this time after its claim, by the steady clock and by the clock of the day. */
const MAX_CLAIM_AGE_MS = 2000;

/** Why a submit was given up before anything was sent. */
class NotSent extends Error {
  readonly reason: "changed" | "over limit" | "not in time" | "no estimate";

  constructor(reason: NotSent["reason"], options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

/** Makes it durable that an attempt may be sent now. */
export async function claimItem(
  context: WorkContext,
  item: ItemRecord,
  claimId: string,
): Promise<ItemRecord> {
  const { batch, member, serviceClock } = context;
  const steadyStart = performance.now();
  const wallStart = Date.now();
  const reserved = estimateItem(context, item);
  const change: ItemChange = {
    state: "submitting",
    worker: member.id,
    attempt: item.attempt + 1,
    claim: claimId,
    claimedAt: claimTime(batch, serviceClock),
    reserved,
  };
  // Repeated until the outcome is known: a claim that was made and forgotten would hold its item.
  const result = await insist(context, () =>
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
    throw isUnavailable(error) ? new NotSent("not in time") : error;
  }
  if (age <= MAX_CLAIM_AGE_MS) return result.item;
  await releaseClaim(context, result.item);
  throw new NotSent("not in time");
}

/** What the submit may cost, as far as that is known. */
function estimateItem({ estimate }: WorkContext, item: ItemRecord): number {
  try {
    return estimate(item) ?? 0;
  } catch (cause) {
    // The estimate is wrong, and not the item.
    throw new NotSent("no estimate", { cause });
  }
}

/**
 * When a submit is claimed. Where items in doubt are submitted again after a time, only the clock of the service counts:
 * without its time the item waits for `settle`.
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
  item: ItemRecord,
): Promise<ItemRecord> {
  if (item.state !== "submitting") return item;
  const change: ItemChange = { state: "queued", claim: null, reserved: 0 };
  return (await persist(context, item, change)) ?? item;
}

/** Whether the service may have carried out the request that failed so. */
export function mayHaveArrived(item: ItemRecord, error: unknown): boolean {
  if (error instanceof NotSent || item.state !== "submitting") return false;
  return !(error instanceof CloudComputeError && !error.maybeSent);
}

/** Gives back an item whose request certainly did not arrive, and decides what the failure means for other requests. */
export async function giveBackAfterFailure(
  context: WorkContext,
  item: ItemRecord,
  error: unknown,
): Promise<void> {
  const { signal, refuse, pauseSubmits, warnOfOutage, reachCostLimit } =
    context;
  if (error instanceof NotSent) {
    if (error.reason === "over limit") reachCostLimit();
    if (error.reason === "not in time") pauseSubmits();
    if (error.reason !== "changed") await giveBackQueued(context, item);
    if (error.reason === "no estimate") refuse(error.cause);
    return;
  }
  await releaseClaim(context, item);
  // At its end, `work` gives back all that this process holds.
  if (signal.aborted) return;
  await giveBackQueued(context, item);
  if (isOverSpendLimit(error)) reachCostLimit();
  else if (isOutage(error)) {
    warnOfOutage(error);
    pauseSubmits();
  } else refuse(error);
}

/** Lets any process take an item again whose claim was refused or taken back. */
async function giveBackQueued(
  context: WorkContext,
  { key }: ItemRecord,
): Promise<void> {
  const { batch, member } = context;
  const item = await insist(context, () => batch.store.read(key));
  if (item?.state === "queued" && item.worker === member.id)
    await giveBack(context, item);
}

/** Lets any process take the item again. */
async function giveBack(context: WorkContext, item: ItemRecord): Promise<void> {
  await persist(context, item, { state: "queued", worker: null, reserved: 0 });
}

/** Whether the spend guard of the client has refused the submit. */
function isOverSpendLimit(error: unknown): boolean {
  return error instanceof CloudComputeError && error.code === "spend_limit";
}

/** Whether the service may take the submit when it is asked again. */
function isOutage(error: unknown): boolean {
  return (
    error instanceof CloudComputeError &&
    // What is wrong with the client or its options, such as a missing address, stays wrong.
    !(error instanceof InputError) &&
    !(
      error instanceof ResponseError &&
      [401, 402, 403, 404].includes(error.status)
    )
  );
}
