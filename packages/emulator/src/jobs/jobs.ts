import type { JobsComponents as components } from "cloud-compute-sdk";
import type { AccountState } from "../state/account-state.js";
import { requireBalance } from "../machines/balance.js";
import { uuidOf } from "../random.js";
import { Refusal } from "../refusals/refusal.js";
import { ApiError } from "../http/api-error.js";
import { findModel, isOfPublicModel } from "./find-model.js";
import { isFinal, type Job } from "../state/job.js";
import {
  endJob,
  enqueue,
  LARGE_JOB_BYTES,
  removeJob,
  requeue,
} from "./lifecycle.js";

type JobRequest = components["schemas"]["JobRequest"];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DEFAULT_TIMEOUT_MS = 10 * MINUTE_MS;
/** How long a result is kept after the end of its job. */
const RETENTION_MS = { run: 30 * MINUTE_MS, runsync: MINUTE_MS };

interface Submit {
  readonly slug: string;
  readonly kind: "run" | "runsync";
  /** Where the request was sent to. */
  readonly origin: string;
  readonly bodyBytes?: number;
  /** The id of the job. @default a new one */
  readonly id?: string | undefined;
}

/**
 * Puts a job in the queue of its slug. Throws 404 for a slug without a model, 402 without balance, and 429 without memory.
 * A result is kept as long as in the service, measured by the caller's clock: where the emulator's clock runs faster, that
 * is longer on the emulator's clock.
 */
export function submitJob(
  state: AccountState,
  { slug, kind, origin, bodyBytes = 0, id }: Submit,
  { input, policy, webhook }: JobRequest,
): Job {
  findModel(state, slug);
  requireBalance(state);
  requireMemory(state, bodyBytes);
  const now = state.clock.now();
  const settings = state.endpoints.get(slug)?.settings;
  const ownTimeoutMs = settings?.executionTimeoutMs;
  const isUnset = ownTimeoutMs === undefined || ownTimeoutMs === 0;
  const defaultTimeoutMs = isUnset ? DEFAULT_TIMEOUT_MS : ownTimeoutMs;
  const job: Job = {
    id: id ?? newJobId(state, slug, kind),
    slug,
    origin,
    input,
    webhook,
    hidesWorker:
      state.modelOutputs === "captured" && isOfPublicModel(state, slug),
    sizeBytes: bodyBytes,
    lowPriority: policy?.lowPriority ?? false,
    timeoutMs: policy?.executionTimeout ?? defaultTimeoutMs,
    retentionMs: RETENTION_MS[kind] * Math.max(1, state.clock.speed),
    submittedAt: now,
    expiresAt: now + (policy?.ttl ?? DAY_MS),
    status: "IN_QUEUE",
    queuedAt: now,
    startedAt: undefined,
    endedAt: undefined,
    workerId: undefined,
    result: undefined,
    chunks: [],
    deliveredChunks: 0,
    retries: 0,
    webhookAttempts: 0,
    nextWebhookAt: undefined,
  };
  state.jobs.set(job.id, job);
  enqueue(state, job);
  return job;
}

/** The id of a job as the service writes it: a UUID with a region, and `sync-` in front where the submit was held. */
function newJobId(
  state: AccountState,
  slug: string,
  kind: Submit["kind"],
): string {
  const prefix = kind === "runsync" ? "sync-" : "";
  const region = state.endpoints.has(slug) ? "u1" : "e1";
  return `${prefix}${uuidOf(state.newId())}-${region}`;
}

/** How many bytes the bodies of all jobs that have not ended may have. */
const MAX_OPEN_JOBS_BYTES = 256 * 2 ** 20;

/** Throws 429 for a job for which the emulator has no memory until other jobs have ended. */
function requireMemory(state: AccountState, bodyBytes: number): void {
  const { jobs, endedJobs, jobLimits } = state;
  if (jobs.size - endedJobs.size >= jobLimits.open)
    throw noMemory(`${jobLimits.open} jobs`);
  if (bodyBytes <= LARGE_JOB_BYTES) return;
  let total = bodyBytes;
  for (const job of jobs.values())
    if (!isFinal(job)) total += job.sizeBytes ?? 0;
  if (total <= MAX_OPEN_JOBS_BYTES) return;
  throw noMemory(`${MAX_OPEN_JOBS_BYTES} bytes of jobs`);
}

function noMemory(limit: string): ApiError {
  const rule = `the emulator keeps at most ${limit} that have not ended`;
  return new ApiError(429, `${rule}: wait until some of them have ended`, {
    "retry-after": "1",
  });
}

/** The job of a slug with this id. Throws 404 where there is none, or where the job was removed. */
export function findJob(state: AccountState, slug: string, id: string): Job {
  findModel(state, slug);
  const job = state.jobs.get(id);
  if (job?.slug === slug) return job;
  throw new Refusal("unknownJob");
}

/** Cancels a job. A job that has ended keeps its status. */
export function cancelJob(state: AccountState, job: Job): void {
  endJob(state, job, "CANCELLED");
}

/** Ends a job as COMPLETED before its model has ended. A job that has ended keeps its status. */
export function completeJob(
  state: AccountState,
  job: Job,
  output: unknown,
): void {
  endJob(state, job, "COMPLETED", { output });
}

/** Puts a job that failed or timed out back in its queue. Throws 400 for any other job. */
export function retryJob(state: AccountState, job: Job): void {
  const { status } = job;
  if (status !== "FAILED" && status !== "TIMED_OUT") {
    const rule = "only a FAILED or TIMED_OUT job can be retried";
    throw new Refusal("brokenRule", `${rule} (it is ${status})`);
  }
  requeue(state, job);
}

/** Removes every waiting job of a slug, and returns how many there were. */
export function purgeQueue(state: AccountState, slug: string): number {
  findModel(state, slug);
  const ids = [...(state.jobQueues.get(slug)?.waiting ?? [])];
  for (const id of ids) {
    const job = state.jobs.get(id);
    if (job) removeJob(state, job);
  }
  return ids.length;
}

interface Wait {
  /** When the wait ends at the latest. */
  readonly until: number;
  readonly signal: AbortSignal;
}

/** Waits until the job has ended or was removed, until `isDone` returns true, until the time is up, or until the signal aborts. */
export function waitForJob(
  { clock, jobs, jobWatchers }: AccountState,
  job: Job,
  { until, signal }: Wait,
  isDone: () => boolean = () => false,
): Promise<void> {
  const limit = { clock, until, signal };
  return jobWatchers.wait(job.id, limit, () => {
    const isRemoved = jobs.get(job.id) !== job;
    return isFinal(job) || isRemoved || isDone();
  });
}
