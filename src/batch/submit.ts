import {
  CloudComputeError,
  InputError,
  type JobData,
  ResponseError,
} from "../errors.js";
import { askedPause } from "../http/retry.js";
import { runWithHook } from "../jobs/submit-hook.js";
import { callUntilDone, findByJob } from "./call-ledger.js";
import { policyOf, timeToLiveMs } from "./context.js";
import { BatchError, describeError } from "./errors.js";
import { doubtItem, failItem, requeueItem } from "./finish.js";
import type { Item, ItemReport, ItemWithInput } from "./ledger.js";
import { createLostItems, type Reporter } from "./reporter.js";
import { MAX_TIMES } from "./turned-away.js";
import { nameSubmit } from "./webhook.js";
import type { WorkContext } from "./work-context.js";

/**
 * The longest time from a claim to its submit, in milliseconds, by the steady clock and by the wall clock: well below the
 * lease.
 */
const MAX_CLAIM_AGE_MS = 8000;

/** For how long a webhook URL is valid beyond the time to live of its job, in milliseconds. */
const WEBHOOK_MARGIN_MS = 60 * 60_000;

/** The pause after a submit that was turned away without saying for how long, in milliseconds. */
const DEFAULT_PAUSE_MS = 1000;

/** When a claim was asked for, by the two clocks of the process. */
export interface ClaimTime {
  readonly steady: number;
  readonly wall: number;
}

export function readClaimTime(): ClaimTime {
  return { steady: performance.now(), wall: Date.now() };
}

/** The claim is too old to be sent: a process that was stopped meanwhile may no longer have its lease. */
class ClaimTooOld extends Error {
  constructor() {
    super(
      `it was not ready ${MAX_CLAIM_AGE_MS / 1000} seconds after its claim: the function apiKey, the store of the spend guard or the signing of the webhook is slow, or the process was stopped`,
    );
  }
}

/**
 * Submits a claimed item once. An attempt that certainly did not arrive queues the item again. Resolves with the running
 * item, or with the ended one if a webhook was faster than the answer; with undefined if this process is not to wait for a
 * job of the item: the ledger then holds the reason.
 */
export async function submitItem(
  context: WorkContext,
  item: ItemWithInput,
  claimedAt: ClaimTime,
): Promise<Item | undefined> {
  const { batch, signal, serviceClock } = context;
  const { runner, s3Config } = batch;
  const { input: json, ...claimed } = item;
  const attempt = { isSent: false, isRepeated: false, sentAt: 0 };
  try {
    const input = JSON.parse(json) as object;
    const webhook = await batch.webhooks?.sign(runner.slug, {
      reference: nameSubmit(batch, claimed),
      expiresIn: timeToLiveMs(batch, claimed) + WEBHOOK_MARGIN_MS,
    });
    const options = {
      policy: policyOf(batch, claimed).policy,
      s3Config,
      webhook: webhook?.url,
      signal,
      // Each attempt has a claim of its own.
      retries: 0,
    };
    const job = await runWithHook(runner, input, options, {
      before: () => {
        assertYoung(claimedAt);
        attempt.isSent = true;
        attempt.sentAt = performance.now();
        return Promise.resolve();
      },
      after: ({ result, serviceTime }) => {
        serviceClock.learn(serviceTime);
        if (result === "not carried out") attempt.isSent = false;
        return Promise.resolve();
      },
      onRepeated: () => {
        attempt.isRepeated = true;
      },
    });
    const roundTripMs = performance.now() - attempt.sentAt;
    const { isRepeated } = attempt;
    const running = await acceptJob(context, claimed, job.toJSON(), isRepeated);
    const submitMs = performance.now() - claimedAt.steady;
    context.claims.window.accept(roundTripMs, submitMs);
    return running;
  } catch (error) {
    // A failure may name a job: the service has accepted something, which must not be lost.
    if (error instanceof CloudComputeError && error.job)
      return acceptJob(context, claimed, error.job);
    const isMaybeSent =
      attempt.isSent &&
      !(error instanceof CloudComputeError && !error.maybeSent);
    if (isMaybeSent)
      await keepInDoubt(context, claimed, describeError(error).message, error);
    else await releaseItem(context, claimed, error);
    return undefined;
  }
}

function assertYoung({ steady, wall }: ClaimTime): void {
  const age = Math.max(performance.now() - steady, Math.abs(Date.now() - wall));
  if (age > MAX_CLAIM_AGE_MS) throw new ClaimTooOld();
}

/** Keeps the id of an accepted job. Resolves with the item if this process is to wait for the job, or to pass its result. */
async function acceptJob(
  context: WorkContext,
  item: Item,
  job: JobData,
  isRepeated = false,
): Promise<Item | undefined> {
  context.warnings.endOutage();
  context.turnedAway.accept(item.id);
  if (isRepeated) {
    await refuseJob(context, item, job.id);
    return undefined;
  }
  const running = await keepJob(context, item, job);
  if (running) await context.limits.observe({ kind: "answered" });
  return running;
}

/** The key of the item that has a job in the ledger. */
async function findOwner(
  context: WorkContext,
  jobId: string,
): Promise<string | undefined> {
  const { ledger } = context.batch;
  const owner = await callUntilDone(context, () => findByJob(ledger, jobId));
  return owner?.key;
}

/** Puts an item in doubt whose submit was answered with the job of another submit. */
async function refuseJob(
  context: WorkContext,
  item: Item,
  jobId: string,
): Promise<void> {
  const owner = await findOwner(context, jobId);
  const whose =
    owner === undefined
      ? "which an earlier submit of this client has got"
      : `which belongs to the item ${JSON.stringify(owner)}`;
  const problem = `the service answered with the job ${jobId}, ${whose}: a cache on the way may have answered`;
  await keepInDoubt(context, item, problem, problem);
}

async function keepJob(
  context: WorkContext,
  item: Item,
  job: JobData,
): Promise<Item | undefined> {
  const { batch, worker, reporter, keepUnsaved, refuse } = context;
  const { id: jobId, submittedAt = null } = job;
  try {
    let current: Item | undefined = item;
    while (current) {
      // A webhook was faster. It leaves an item whose job it has ended to nobody.
      if (current.jobId === jobId)
        return [worker.id, null].includes(current.worker) ? current : undefined;
      if (current.retries > item.retries) return undefined;
      // The next submit of the same item has a claim of its own.
      const isSame = isSameSubmit(current, item);
      if (!isSame || current.jobId !== null) {
        // A submit that was followed by another one is counted already.
        await cancelOtherJob(context, current, job, isSame ? item.reserved : 0);
        return undefined;
      }
      const running = await reporter.report({
        ...current,
        state: "running",
        attempt: item.attempt,
        claim: item.claim,
        claimedAt: item.claimedAt,
        reserved: item.reserved,
        worker: worker.id,
        jobId,
        submittedAt,
        errorCode: null,
        errorMessage: null,
        finishedAt: null,
      });
      if (running) return running;
      current = await reporter.read(item.key);
      const owner = await findOwner(context, jobId);
      if (owner !== undefined && owner !== item.key) {
        await refuseJob(context, item, jobId);
        return undefined;
      }
    }
    refuse(createLostItems(batch.name));
  } catch {
    // The ledger cannot keep the id of the job, so `work` reports the job when it ends.
  }
  keepUnsaved({ ...job, key: item.key });
  return undefined;
}

/** Whether a row shows a submit, or has lost it: the ledger went back, and may have been adopted. */
function isSameSubmit(row: Item, submitted: Item): boolean {
  if (row.claim !== null) return row.claim === submitted.claim;
  if (row.attempt < submitted.attempt) return true;
  return row.state === "inDoubt" && row.attempt === submitted.attempt;
}

/** Cancels the job of an item that has another submit or job by now. `cost` is what the job may cost on top. */
async function cancelOtherJob(
  { batch, reporter }: WorkContext,
  item: Item,
  job: JobData,
  cost: number,
): Promise<void> {
  let current: Item | undefined = item;
  while (
    current &&
    !(await reporter.report({ ...current, cost: current.cost + cost }))
  )
    current = await reporter.read(item.key);
  const outcome = await batch.runner
    .job(job.id)
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

async function keepInDoubt(
  { reporter, limits, claims, warnings }: WorkContext,
  item: Item,
  message: string,
  error: unknown,
): Promise<void> {
  claims.window.close();
  // A webhook may have supplied the job meanwhile.
  if (await reporter.report(doubtItem(item, message)))
    warnings.outage(
      `item ${JSON.stringify(item.key)} is in doubt, and so is each further item whose submit ends like this`,
      error,
    );
  await limits.observe({ kind: "unclear", reason: message });
}

/** Queues or fails an item whose submit certainly did not arrive. Pauses or ends the other submits if these are concerned. */
async function releaseItem(
  context: WorkContext,
  item: Item,
  error: unknown,
): Promise<void> {
  const { reporter, limits, claims, signal, refuseSubmits, warnings } = context;
  const reason = describeError(error);
  if (isRefusedInput(error)) {
    await reportUnsent(reporter, item, (row) => failItem(row, reason));
    // The service answers: what it says of one input is no reason to hold back others.
    if (error instanceof ResponseError)
      await limits.observe({ kind: "answered" });
    return;
  }
  if (isOverSpendLimit(error)) {
    await reportUnsent(reporter, item, requeueItem);
    claims.holdBack(error);
    return;
  }
  const isTooOld = error instanceof ClaimTooOld;
  if (!isTooOld && !isPassing(error)) {
    await reportUnsent(reporter, item, requeueItem);
    if (!signal.aborted) refuseSubmits(error);
    return;
  }
  const pauseMs = pauseOf(error);
  await reportUnsent(reporter, item, turnAway(context, item, error, pauseMs));
  if (isTooOld) {
    warnings.outage("a submit was not sent, and is tried again", error);
    return;
  }
  if (error instanceof ResponseError) claims.window.turnAway();
  else claims.window.close();
  warnings.outage(
    "a submit was not carried out, and is sent again after a pause",
    error,
  );
  await limits.observe(
    error instanceof ResponseError
      ? { kind: "turned away", pauseMs, reason: reason.message }
      : { kind: "unclear", reason: reason.message },
  );
}

/**
 * Stores the row of a claim whose submit did not arrive, also where another process has found this one silent and made the
 * item doubtful.
 */
async function reportUnsent(
  reporter: Reporter,
  item: Item,
  toRow: (current: Item) => ItemReport,
): Promise<void> {
  let current: Item | undefined = item;
  while (current?.state === "submitting" || current?.state === "inDoubt") {
    if (current.claim !== item.claim) return;
    if (await reporter.report(toRow(current))) return;
    current = await reporter.read(item.key);
  }
}

/**
 * The next row of an item whose submit was certainly not carried out: it is queued, and waits after a 429. An item that is
 * turned away too often while nearly all others are accepted fails.
 */
function turnAway(
  { turnedAway }: WorkContext,
  item: Item,
  error: unknown,
  askedMs: number,
): (row: Item) => ItemReport {
  if (!(error instanceof ResponseError)) return requeueItem;
  const waitMs = turnedAway.nextPauseMs(item.id, askedMs);
  if (waitMs !== undefined) return (row) => ({ ...requeueItem(row), waitMs });
  const { message } = describeError(error);
  const problem = `the service has turned away the item ${MAX_TIMES} times while it accepted others: ${message}`;
  return (row) => failItem(row, { code: "turned_away", message: problem });
}

/** Whether another submit of the same input would be refused as well. Other inputs may be right. */
function isRefusedInput(error: unknown): boolean {
  if (error instanceof InputError)
    return /^(input|policy)\b/.test(error.parameter);
  if (!(error instanceof ResponseError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && !SHARED_OR_PASSING.includes(status);
}

/** The statuses of 4xx that concern more than one request, or that pass. */
const SHARED_OR_PASSING = [401, 402, 403, 404, 408, 425, 429];

/** Whether the spend guard of the client has refused the submit. */
function isOverSpendLimit(error: unknown): boolean {
  return error instanceof CloudComputeError && error.code === "spend_limit";
}

/** Whether the same submit may succeed when it is sent again. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof CloudComputeError &&
    // What is wrong with the client or its options, such as a missing address, stays wrong.
    !(error instanceof InputError) &&
    error.code !== "spend_unknown" &&
    !(error instanceof BatchError) &&
    !(
      error instanceof ResponseError &&
      [401, 402, 403, 404].includes(error.status)
    )
  );
}

/** The pause that the service asks for, in milliseconds. */
function pauseOf(error: unknown): number {
  if (!(error instanceof ResponseError)) return DEFAULT_PAUSE_MS;
  return askedPause(error.headers) ?? DEFAULT_PAUSE_MS;
}
