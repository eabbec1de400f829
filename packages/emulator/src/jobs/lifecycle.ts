import { emitChange, type AccountState } from "../state/account-state.js";
import { costOfOutput } from "./cost-of-output.js";
import { chargeModelJob } from "../machines/billing.js";
import type { Urgency } from "../time/schedule.js";
import {
  assignWorkers,
  queueOf,
  releaseWorker,
  rescheduleWorkers,
  scheduleScaling,
  stopWorkers,
  workerOf,
} from "./assign-workers.js";
import type { ModelResult } from "./built-in-models.js";
import { hasModel } from "./find-model.js";
import {
  isFinal,
  type Job,
  type JobQueue,
  type JobResult,
  type JobStatus,
  type Worker,
} from "../state/job.js";
import { runModel } from "./run-model.js";
import { scheduleWebhook } from "./send-webhook.js";

/** Puts a job at the end of its queue. */
export function enqueue(state: AccountState, job: Job): void {
  job.status = "IN_QUEUE";
  queueOf(state, job.slug).waiting.add(job.id);
  scheduleRemoval(state, job, job.expiresAt);
  scheduleScaling(state, job);
  assignWorkers(state, job.slug);
  notifyWatchers(state, job);
}

/** Gives the throttled workers of every slug another try: a machine or the balance may be free again. */
export function retryThrottledWorkers(state: AccountState): void {
  for (const { slug, workers } of state.jobQueues.values()) {
    const isWaiting = workers.some(({ trouble }) => trouble === "throttled");
    if (isWaiting) assignWorkers(state, slug);
  }
}

/** Ends that workers over HTTP run the jobs of a slug. */
export function runJobsHere(state: AccountState, slug: string): void {
  const conditions = state.workerConditions.get(slug);
  if (conditions?.external)
    state.workerConditions.set(slug, { ...conditions, external: false });
}

/** Applies new limits of workers, or a new idle timeout, to the workers of a slug. */
export function applyWorkerSettings(state: AccountState, slug: string): void {
  rescheduleWorkers(state, queueOf(state, slug));
  assignWorkers(state, slug);
}

/** Ends a job that has not ended: keeps its result for a while, charges for it and sends its webhook. */
export function endJob(
  state: AccountState,
  job: Job,
  status: Exclude<JobStatus, "IN_QUEUE" | "IN_PROGRESS">,
  result?: JobResult,
): void {
  if (isFinal(job)) return;
  const now = state.clock.now();
  const { counts } = detach(state, job);
  if (status === "COMPLETED") counts.completed += 1;
  if (status === "FAILED" || status === "TIMED_OUT") counts.failed += 1;
  job.status = status;
  job.result = isEmptyStreamOutput(job, result) ? undefined : result;
  job.endedAt = now;
  chargeForJob(state, job);
  dropLargeJobs(state, job);
  dropOldJobs(state, job);
  scheduleRemoval(state, job, Math.min(job.expiresAt, now + job.retentionMs));
  if (job.webhook !== undefined) {
    job.nextWebhookAt = now;
    scheduleWebhook(state, job);
  }
  notifyWatchers(state, job);
  assignWorkers(state, job.slug);
}

/**
 * Whether a worker has streamed parts and sends an empty list as the output, as it does unless it collects the parts as well.
 * The service was seen to show no output then.
 */
function isEmptyStreamOutput({ chunks }: Job, result?: JobResult): boolean {
  const output = result && "output" in result ? result.output : undefined;
  return chunks.length > 0 && Array.isArray(output) && output.length === 0;
}

/** Puts a job that failed or timed out back in its queue, and clears what its last run has set. */
export function requeue(state: AccountState, job: Job): void {
  queueOf(state, job.slug).counts.failed -= 1;
  state.largeJobs.delete(job);
  state.endedJobs.delete(job);
  job.queuedAt = state.clock.now();
  restart(state, job);
}

/**
 * Puts the job of a lost worker, or of a worker that has refused the job, back in its queue. Its time in the queue counts
 * from the submit on.
 */
export function redeliver(state: AccountState, job: Job): void {
  detach(state, job);
  restart(state, job);
}

function restart(state: AccountState, job: Job): void {
  queueOf(state, job.slug).counts.retried += 1;
  job.startedAt = undefined;
  job.endedAt = undefined;
  job.workerId = undefined;
  job.progress = undefined;
  job.result = undefined;
  job.chunks = [];
  job.deliveredChunks = 0;
  job.retries += 1;
  job.webhookAttempts = 0;
  job.nextWebhookAt = undefined;
  enqueue(state, job);
}

/** Removes a job. A job that has not ended is cancelled first. */
export function removeJob(state: AccountState, job: Job): void {
  detach(state, job);
  if (!isFinal(job)) job.status = "CANCELLED";
  state.jobRemovals.get(job.id)?.();
  state.jobRemovals.delete(job.id);
  state.jobs.delete(job.id);
  state.largeJobs.delete(job);
  state.endedJobs.delete(job);
  notifyWatchers(state, job);
}

/** Removes the queue of a slug with its workers and all of its jobs. */
export function removeQueue(state: AccountState, slug: string): void {
  const jobs = [...state.jobs.values()].filter((job) => job.slug === slug);
  for (const job of jobs) removeJob(state, job);
  const queue = state.jobQueues.get(slug);
  if (queue) stopWorkers(state, queue);
  state.jobQueues.delete(slug);
  state.workerWatchers.notify(slug);
}

/** Continues every job, webhook and worker of a restored account. */
export function resumeJobs(state: AccountState): void {
  for (const job of state.jobs.values()) {
    const keptUntil = (job.endedAt ?? Infinity) + job.retentionMs;
    scheduleRemoval(state, job, Math.min(job.expiresAt, keptUntil));
    if (isFinal(job)) state.endedJobs.add(job);
    if (job.status === "IN_PROGRESS") resumeJob(state, job);
    if (job.nextWebhookAt !== undefined) scheduleWebhook(state, job);
  }
  for (const { slug } of state.jobQueues.values()) {
    if (hasModel(state, slug)) applyWorkerSettings(state, slug);
  }
}

/** The user may not have registered the model of the job yet: the job then waits in its queue for the model. */
function resumeJob(state: AccountState, job: Job): void {
  if (hasModel(state, job.slug)) {
    runJob(state, job);
    return;
  }
  const queue = queueOf(state, job.slug);
  stopWorkers(state, queue);
  queue.waiting.add(job.id);
  job.status = "IN_QUEUE";
  job.startedAt = undefined;
}

/** Starts a waiting job on a worker. */
export function startJob(state: AccountState, job: Job, worker: Worker): void {
  job.status = "IN_PROGRESS";
  job.startedAt = state.clock.now();
  job.workerId = worker.id;
  runJob(state, job);
  notifyWatchers(state, job);
}

/** Runs a job until its time limit: its model, unless a worker over HTTP has taken the job. */
function runJob(state: AccountState, job: Job): void {
  const cleanups: (() => void)[] = [];
  state.runningJobs.set(job.id, cleanups);
  const startedAt = job.startedAt ?? state.clock.now();
  if (!workerOf(state, job)?.contact) runModelOf(state, job, cleanups);
  const timeOut = () => endJob(state, job, "TIMED_OUT");
  cleanups.push(state.clock.schedule(startedAt + job.timeoutMs, timeOut));
}

/** How long the service waits for the result of a job that the worker has refused. */
const REFUSED_JOB_MS = 41_000;

/**
 * Whether the worker of an endpoint, or of a registered model, refuses a job: the workers of the service take an empty input
 * for a missing one.
 */
export function isRefusedByWorker(
  { endpoints, customModels }: AccountState,
  { slug, input }: Pick<Job, "slug" | "input">,
): boolean {
  const isOwn = endpoints.has(slug) || customModels.has(slug);
  return isOwn && Object.keys(input).length === 0;
}

/** The worker has refused the job and sends no result. The service gives the job to a worker once more, and then up. */
function giveUpOnWorker(state: AccountState, job: Job): void {
  const { retries } = job;
  if (retries === 0) {
    redeliver(state, job);
    return;
  }
  const error = `job timed out after ${retries} retries`;
  endJob(state, job, "FAILED", { error });
}

/** Runs the model of a job. Nothing of the run has an effect after the end of the job. */
function runModelOf(
  state: AccountState,
  job: Job,
  cleanups: (() => void)[],
): void {
  if (isRefusedByWorker(state, job)) {
    const startedAt = job.startedAt ?? state.clock.now();
    const giveUp = () => giveUpOnWorker(state, job);
    cleanups.push(state.clock.schedule(startedAt + REFUSED_JOB_MS, giveUp));
    return;
  }
  const isRunning = () => state.runningJobs.get(job.id) === cleanups;
  runModel(state, job, {
    schedule: (time, run) => cleanups.push(state.clock.schedule(time, run)),
    onStop: (cleanup) => cleanups.push(cleanup),
    addChunk: (chunk) => {
      if (isRunning()) addChunk(state, job, chunk);
    },
    reportProgress: (output) => {
      if (isRunning()) reportProgress(state, job, output);
    },
    finish: (result) => {
      if (isRunning()) finishJob(state, job, result);
    },
  });
}

/** Adds a part to what a running job has streamed. */
export function addChunk(state: AccountState, job: Job, chunk: unknown): void {
  job.chunks = [...job.chunks, chunk];
  notifyWatchers(state, job);
}

/** Keeps what a running job reports, in the place of what it reported before. */
export function reportProgress(
  state: AccountState,
  job: Job,
  output: unknown,
): void {
  job.progress = { output, count: (job.progress?.count ?? 0) + 1 };
  notifyWatchers(state, job);
}

function finishJob(state: AccountState, job: Job, result: ModelResult): void {
  if ("error" in result) {
    endJob(state, job, "FAILED", { error: result.error });
    return;
  }
  const { output, file } = result;
  if (!file) {
    endJob(state, job, "COMPLETED", { output });
    return;
  }
  const { members, source } = file;
  const name = `${job.id}.${source.kind}`;
  state.files.set(name, { source, createdAt: state.clock.now() });
  dropOldFiles(state);
  endJob(state, job, "COMPLETED", { output, file: { members, name } });
}

/** Takes the cost of a finished job of a public model from the balance. Workers of endpoints cost by time. */
function chargeForJob(state: AccountState, { slug, result }: Job): void {
  if (state.endpoints.has(slug) || state.customModels.has(slug)) return;
  const output = result && "output" in result ? result.output : undefined;
  const cost = costOfOutput(output);
  if (cost !== undefined) chargeModelJob(state, cost);
}

/** How many files are kept, and for how long: a day after they can no longer be fetched. */
const MAX_FILES = 100_000;
const FILE_KEPT_MS = 8 * 24 * 3_600_000;

/** Drops the oldest files where there are too many, and those that have expired. */
function dropOldFiles({ files, clock }: AccountState): void {
  const now = clock.now();
  for (const [name, { createdAt }] of files) {
    if (files.size <= MAX_FILES && createdAt + FILE_KEPT_MS > now) break;
    files.delete(name);
  }
}

/** A job above this size counts as large. */
export const LARGE_JOB_BYTES = 64 * 1024;
/** How many bytes of large ended jobs are kept. */
const MAX_LARGE_JOB_BYTES = 128 * 2 ** 20;

/** Removes the oldest large ended jobs early, if all large ended jobs together take too much memory. */
function dropLargeJobs(state: AccountState, ended: Job): void {
  if ((ended.sizeBytes ?? 0) <= LARGE_JOB_BYTES) return;
  const { largeJobs } = state;
  largeJobs.add(ended);
  let total = 0;
  for (const { sizeBytes = 0 } of largeJobs) total += sizeBytes;
  for (const job of largeJobs) {
    if (total <= MAX_LARGE_JOB_BYTES || job === ended) break;
    total -= job.sizeBytes ?? 0;
    removeJob(state, job);
  }
}

/** Removes the jobs early that ended first, if there are too many. */
function dropOldJobs(state: AccountState, ended: Job): void {
  const { endedJobs, jobLimits } = state;
  endedJobs.add(ended);
  for (const job of endedJobs) {
    if (endedJobs.size <= jobLimits.ended) break;
    removeJob(state, job);
  }
}

/** Takes a job out of its queue, or from its worker. */
function detach(state: AccountState, job: Job): JobQueue {
  for (const cleanup of state.runningJobs.get(job.id) ?? []) cleanup();
  state.runningJobs.delete(job.id);
  const queue = queueOf(state, job.slug);
  queue.waiting.delete(job.id);
  releaseWorker(state, job);
  return queue;
}

/** Schedules when a job is removed, in the place of an earlier schedule. */
function scheduleRemoval(state: AccountState, job: Job, time: number): void {
  state.jobRemovals.get(job.id)?.();
  const scheduledAt = performance.now();
  const remove = () => removeAfterPolls(state, job, scheduledAt);
  const cancel = state.clock.schedule(time, remove, removalUrgency(state, job));
  state.jobRemovals.set(job.id, cancel);
}

/** Removes a job: at once, or after a promise where polls did not have the time yet to find the end of the job. */
function removeAfterPolls(
  state: AccountState,
  job: Job,
  scheduledAt: number,
): Promise<void> | undefined {
  const remove = () => {
    if (state.jobs.get(job.id) !== job) return;
    removeJob(state, job);
    assignWorkers(state, job.slug);
  };
  const { clock } = state;
  const wait = isFinal(job) ? clock.waitForPolls(scheduledAt) : undefined;
  if (!wait) remove();
  return wait?.then(remove);
}

/** A handler of the user, or the receiver of a webhook, waits for the end of the job without reading the state. */
function removalUrgency({ customModels }: AccountState, job: Job): Urgency {
  const isAwaited = job.webhook !== undefined || customModels.has(job.slug);
  return isAwaited && !isFinal(job) ? "onTime" : "onRead";
}

/** Notifies every caller that waits for the job, and the subscribers of the account. */
function notifyWatchers(state: AccountState, { id }: Job): void {
  state.jobWatchers.notify(id);
  emitChange(state);
}
