import { randomUUID } from "node:crypto";
import type { JobPolicy } from "../../generated/jobs/resources.js";
import {
  CloudComputeError,
  InputError,
  ResponseError,
  type JobData,
} from "../errors.js";
import type { OpenBatch } from "./open-batch.js";
import { describeError } from "./describe-error.js";
import { submitJob } from "./job-client.js";
import { failItem } from "./finish.js";
import type { ServiceClock } from "./service-clock.js";
import type { ItemChange, ItemRecord } from "./store.js";
import { nameSubmit } from "./webhook.js";
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
  readonly reason: "changed" | "over limit" | "not in time";

  constructor(reason: NotSent["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Submits a queued item once. The claim is durable before each attempt and taken back after each attempt that certainly
 * did not arrive. Resolves with the running item; with undefined when the item is not running, the store says why.
 */
export async function submitItem(
  context: WorkContext,
  queued: ItemRecord,
): Promise<ItemRecord | undefined> {
  const { batch, signal, serviceClock } = context;
  const { cloud, model: slug, s3Config } = batch;
  // All attempts of this submit have one claim, because its webhook URL names the claim.
  const claimId = randomUUID();
  let item = queued;
  try {
    const webhook = await batch.webhooks?.sign(slug, {
      submit: nameSubmit(batch, item, claimId),
    });
    const job = await submitJob(cloud, {
      slug,
      input: JSON.parse(item.input) as object,
      policy: policyOf(context, item),
      s3Config,
      webhook: webhook?.url,
      signal,
      beforeAttempt: async () => {
        item = await claim(context, item, claimId);
      },
      afterAttempt: async ({ result, serviceTime }) => {
        serviceClock.learn(serviceTime);
        if (result === "not carried out") item = await unclaim(context, item);
      },
    });
    context.resumeSubmits();
    return await accept(context, item, job);
  } catch (error) {
    await handleFailure(context, item, error);
    return undefined;
  }
}

function policyOf(
  { batch }: WorkContext,
  { policy }: ItemRecord,
): JobPolicy | undefined {
  return policy === null ? batch.policy : (JSON.parse(policy) as JobPolicy);
}

/** Makes it durable that an attempt may be sent now. */
async function claim(
  context: WorkContext,
  item: ItemRecord,
  claimId: string,
): Promise<ItemRecord> {
  const { batch, member, serviceClock, estimate } = context;
  const steadyStart = performance.now();
  const wallStart = Date.now();
  const reserved = estimate(item) ?? 0;
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
    await unclaim(context, result.item);
    throw isUnavailable(error) ? new NotSent("not in time") : error;
  }
  if (age <= MAX_CLAIM_AGE_MS) return result.item;
  await unclaim(context, result.item);
  throw new NotSent("not in time");
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
async function unclaim(
  context: WorkContext,
  item: ItemRecord,
): Promise<ItemRecord> {
  if (item.state !== "submitting") return item;
  const change: ItemChange = { state: "queued", claim: null, reserved: 0 };
  return (await persist(context, item, change)) ?? item;
}

/** Keeps the id of an accepted job. */
async function accept(
  context: WorkContext,
  item: ItemRecord,
  job: JobData,
): Promise<ItemRecord | undefined> {
  const { batch, member, keepUnsaved } = context;
  const { id: jobId, submittedAt = null } = job;
  try {
    for (let current: ItemRecord | undefined = item; current;) {
      // The change below was made, and its answer was lost.
      if (current.jobId === jobId)
        return current.worker === member.id ? current : undefined;
      // The next submit of the same item has a claim of its own.
      if (current.claim !== item.claim || current.jobId !== null) {
        await keepOtherJob(context, current, job);
        return undefined;
      }
      const running = await persist(context, current, {
        state: "running",
        worker: member.id,
        jobId,
        submittedAt,
        error: null,
      });
      if (running) return running;
      current = await insist(context, () => batch.store.read(item.key));
    }
  } catch (error) {
    keepUnsaved(job, error);
  }
  return undefined;
}

/** Cancels a job whose item was submitted once more meanwhile, and keeps its id with the item. */
async function keepOtherJob(
  context: WorkContext,
  item: ItemRecord,
  job: JobData,
): Promise<void> {
  const { batch, estimate } = context;
  batch.warn(
    `batch ${batch.name}: job ${job.id} of item ${JSON.stringify(item.key)} came after the item was settled; it is cancelled, and may be billed`,
  );
  const cost = estimate(item) ?? 0;
  for (let current: ItemRecord | undefined = item; current;) {
    const known = JSON.parse(current.otherJobs ?? "[]") as string[];
    const changed = await persist(context, current, {
      otherJobs: JSON.stringify([...known, job.id]),
      cost: current.cost + cost,
    });
    if (changed) break;
    current = await insist(context, () => batch.store.read(item.key));
  }
  await batch.cloud
    .job(job)
    .cancel()
    .catch(() => undefined);
}

async function handleFailure(
  context: WorkContext,
  item: ItemRecord,
  error: unknown,
): Promise<void> {
  const { batch, signal, refuse, pauseSubmits, reachCostLimit } = context;
  if (error instanceof NotSent) {
    if (error.reason === "over limit") reachCostLimit();
    if (error.reason !== "changed") await giveBackQueued(context, item);
    return;
  }
  const mayHaveArrived =
    item.state === "submitting" &&
    !(error instanceof CloudComputeError && !error.maybeSent);
  if (mayHaveArrived) {
    await persist(context, item, { state: "inDoubt", worker: null });
    batch.warn(
      `batch ${batch.name}: item ${JSON.stringify(item.key)} is in doubt: ${describeError(error).message}`,
    );
    return;
  }
  if (isRefusedInput(error)) {
    const { code, message } = describeError(error);
    await persist(context, item, failItem(code, message));
    return;
  }
  await unclaim(context, item);
  await giveBackQueued(context, item);
  if (signal.aborted) return;
  if (isOverSpendLimit(error)) reachCostLimit();
  else if (isOutage(error)) pauseSubmits();
  else refuse(error);
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

/** Whether another submit of the same input would be refused as well. */
function isRefusedInput(error: unknown): boolean {
  return (
    error instanceof InputError ||
    (error instanceof ResponseError && [400, 413, 422].includes(error.status))
  );
}

/** Whether the spend guard of the client has refused the submit. */
function isOverSpendLimit(error: unknown): boolean {
  return error instanceof CloudComputeError && error.code === "spend_limit";
}

/** Whether the service may take the submit when it is asked again. */
function isOutage(error: unknown): boolean {
  return (
    error instanceof CloudComputeError &&
    !(
      error instanceof ResponseError &&
      [401, 402, 403, 404].includes(error.status)
    )
  );
}
