import { randomUUID } from "node:crypto";
import type { JobPolicy } from "../../generated/jobs/resources.js";
import { CloudComputeError, InputError, type JobData } from "../errors.js";
import {
  claimItem,
  isRefusedForGood,
  releaseAfterFailure,
  mayHaveArrived,
  releaseClaim,
} from "./claim.js";
import { describeError } from "./describe-error.js";
import { submitJob } from "./job-client.js";
import { failItem } from "./finish.js";
import type { ItemChange, ItemRecord, ItemWithoutInput } from "./store.js";
import { BatchError } from "./types.js";
import { nameSubmit } from "./webhook.js";
import {
  callStoreUntilDone,
  persist,
  type WorkContext,
} from "./work-context.js";

/**
 * Submits a queued item once. The claim is durable before each attempt and taken back after each attempt that certainly
 * did not arrive. Resolves with the running item, or with undefined if the item is not running: the store then holds
 * the reason.
 */
export async function submitItem(
  context: WorkContext,
  queued: ItemRecord,
): Promise<ItemWithoutInput | undefined> {
  const { batch, signal, serviceClock } = context;
  const { cloud, model: slug, s3Config } = batch;
  // All attempts of this submit have one claim, because its webhook URL names the claim.
  const claimId = randomUUID();
  let item: ItemWithoutInput = queued;
  try {
    const input = JSON.parse(queued.input) as object;
    const webhook = await batch.webhooks?.sign(slug, {
      reference: nameSubmit(batch, item, claimId),
    });
    const job = await submitJob(cloud, {
      slug,
      input,
      policy: policyOf(context, item),
      s3Config,
      webhook: webhook?.url,
      signal,
      before: async () => {
        item = await claimItem(context, item, claimId, input);
      },
      after: async ({ result, serviceTime }) => {
        serviceClock.learn(serviceTime);
        if (result === "not carried out")
          item = await releaseClaim(context, item);
      },
    });
    context.resumeSubmits();
    return await accept(context, item, job);
  } catch (error) {
    // A failure may name a job: the service has accepted something, which must not be lost.
    if (error instanceof CloudComputeError && error.job)
      return accept(context, item, error.job);
    await handleFailure(context, item, error);
    return undefined;
  }
}

function policyOf(
  { batch }: WorkContext,
  { policy }: ItemWithoutInput,
): JobPolicy | undefined {
  return policy === null ? batch.policy : (JSON.parse(policy) as JobPolicy);
}

/** Keeps the id of an accepted job. */
async function accept(
  context: WorkContext,
  item: ItemWithoutInput,
  job: JobData,
): Promise<ItemWithoutInput | undefined> {
  const { batch, member, keepUnsaved, refuse } = context;
  const { id: jobId, submittedAt = null } = job;
  try {
    let current: ItemWithoutInput | undefined = item;
    while (current) {
      // The change below was made by an earlier call whose reply was lost.
      if (current.jobId === jobId)
        return current.worker === member.id ? current : undefined;
      // The next submit of the same item has a claim of its own.
      if (current.claim !== item.claim || current.jobId !== null) {
        await keepOtherJob(context, current, job, item.reserved);
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
      current = await callStoreUntilDone(context, () =>
        batch.store.read(item.key),
      );
    }
    refuse(
      new BatchError(
        "batch_store_failed",
        `the store of batch ${batch.name} has lost items that were submitted`,
      ),
    );
  } catch {
    // The store cannot keep the id of the job, so `work` reports the job when it ends.
  }
  keepUnsaved({ ...job, key: item.key });
  return undefined;
}

/**
 * Adds the id of a job to `otherJobs` of its item, which was submitted again meanwhile, and cancels the job. `cost` is what
 * the job may cost.
 */
async function keepOtherJob(
  context: WorkContext,
  item: ItemWithoutInput,
  job: JobData,
  cost: number,
): Promise<void> {
  const { batch } = context;
  let current: ItemWithoutInput | undefined = item;
  while (current) {
    const known = JSON.parse(current.otherJobs ?? "[]") as string[];
    const changed = await persist(context, current, {
      otherJobs: JSON.stringify([...known, job.id]),
      cost: current.cost + cost,
    });
    if (changed) break;
    current = await callStoreUntilDone(context, () =>
      batch.store.read(item.key),
    );
  }
  const outcome = await batch.cloud
    .job(job)
    .cancel()
    .then(
      () => "was cancelled",
      (error: unknown) =>
        `could not be cancelled (${describeError(error).message})`,
    );
  batch.warn(
    `batch ${batch.name}: job ${job.id} of item ${JSON.stringify(item.key)} was accepted when the item already had another submit or job: the job ${outcome}, and may be billed`,
  );
}

async function handleFailure(
  context: WorkContext,
  item: ItemWithoutInput,
  error: unknown,
): Promise<void> {
  const { batch } = context;
  if (mayHaveArrived(item, error)) {
    const inDoubt: ItemChange = { state: "inDoubt", worker: null };
    // A webhook may have supplied the job meanwhile.
    if (!(await persist(context, item, inDoubt))) return;
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
  await releaseAfterFailure(context, item, error);
}

/** Whether another submit of the same input would be refused as well. Other inputs may be right. */
function isRefusedInput(error: unknown): boolean {
  if (error instanceof InputError)
    return /^(input|policy)\b/.test(error.parameter);
  return isRefusedForGood(error);
}
