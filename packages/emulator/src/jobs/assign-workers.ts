import { emitChange, type AccountState } from "../state/account-state.js";
import { hashText, idFrom } from "../random.js";
import { findModel, hasModel, isExternal } from "./find-model.js";
import type { Job, JobQueue, Worker } from "../state/job.js";
import { releaseMachine, takeMachine } from "../machines/worker-machine.js";
import { isStale } from "./worker-state.js";

/** How long an idle worker stays where no endpoint says so. */
const DEFAULT_IDLE_TIMEOUT_S = 5;
/** How many crashes the log of a worker shows. */
const MAX_KEPT_CRASHES = 100;
/** How long a worker whose container exited takes until it starts again. */
const RESTART_DELAY_MS = 10_000;

/** The queue of a slug. */
export function queueOf({ jobQueues }: AccountState, slug: string): JobQueue {
  const existing = jobQueues.get(slug);
  if (existing) return existing;
  const queue: JobQueue = {
    slug,
    waiting: new Set(),
    workers: [],
    startedWorkers: 0,
    counts: { completed: 0, failed: 0, retried: 0 },
  };
  jobQueues.set(slug, queue);
  return queue;
}

/**
 * Starts workers for the waiting jobs, up to the limit of the slug, and assigns each free worker a job, the oldest job
 * first. A new worker takes its first job when its cold start ends. Where workers take the jobs over HTTP, lets those that
 * wait take them instead. Does nothing for a slug without a model. To be called after every change that may free or add a
 * worker.
 */
export function assignWorkers(state: AccountState, slug: string): void {
  if (!hasModel(state, slug)) return;
  const queue = queueOf(state, slug);
  stopOtherWorkers(state, queue);
  state.workerWatchers.notify(slug);
  if (isExternal(state, slug)) return;
  // The time is read once: a worker without a cold start is ready at once.
  const now = state.clock.now();
  scaleUp(state, queue, now);
  for (const worker of queue.workers) {
    if (!isFree(worker) || worker.readyAt > now) continue;
    const [jobId] = queue.waiting;
    if (jobId === undefined) break;
    queue.waiting.delete(jobId);
    const job = state.jobs.get(jobId);
    if (!job) continue;
    worker.jobIds = [jobId];
    state.startJob(job, worker);
  }
}

/**
 * Starts the worker of a load balancing endpoint where there is none, and returns the moment from which the worker can get
 * requests: infinity while the worker has no machine. A worker without a cold start is there as soon as its program is.
 */
export function callWorker(state: AccountState, slug: string): number {
  if (workerLimits(state, slug).coldStartMs === 0) return 0;
  const queue = queueOf(state, slug);
  if (queue.workers.length === 0) {
    queue.workers.push(createWorker(state, queue, state.clock.now()));
    assignWorkers(state, slug);
    emitChange(state);
  }
  const [worker] = queue.workers;
  return worker && isFree(worker) ? worker.readyAt : Infinity;
}

/**
 * Counts a request to a load balancing endpoint as work of its workers, so that they do not stop, until the function that
 * this one returns is called.
 */
export function openRequest(state: AccountState, slug: string): () => void {
  const countRequests = (change: number) => {
    const open = state.openRequests.get(slug) ?? 0;
    state.openRequests.set(slug, open + change);
  };
  countRequests(1);
  return () => {
    countRequests(-1);
    for (const worker of state.jobQueues.get(slug)?.workers ?? []) {
      if (worker.readyAt > state.clock.now()) continue;
      worker.idleSince = state.clock.now();
      scheduleStop(state, slug, worker);
    }
  };
}

/** Whether a worker has a machine and no job. It may still be starting. */
function isFree({ jobIds, trouble }: Worker): boolean {
  return jobIds.length === 0 && trouble === undefined;
}

/**
 * Stops the idle workers that run no further job: those of an older version of the endpoint, and where the slug has begun to
 * leave its jobs to workers over HTTP, or has ceased to, those of the other kind. The busy ones are stopped when they become
 * idle.
 */
function stopOtherWorkers(state: AccountState, queue: JobQueue): void {
  const external = isExternal(state, queue.slug);
  const endpoint = state.endpoints.get(queue.slug);
  for (const worker of queue.workers) {
    const isOther =
      (worker.contact !== undefined) !== external || isStale(worker, endpoint);
    if (isOther && worker.jobIds.length === 0) stopWorker(state, queue, worker);
  }
}

/** The worker that runs a job. */
export function workerOf(
  { jobQueues }: AccountState,
  { slug, id }: Job,
): Worker | undefined {
  const workers = jobQueues.get(slug)?.workers ?? [];
  return workers.find(({ jobIds }) => jobIds.includes(id));
}

/** How many ids of jobs to stop a worker may leave unread: it may never ask for them. */
const MAX_JOBS_TO_STOP = 1000;

/**
 * Frees the worker of a job that has ended. A worker of the emulator stops when it has been idle for long enough. A worker
 * over HTTP learns that it has to stop the job, unless it has ended the job itself.
 */
export function releaseWorker(state: AccountState, job: Job): void {
  const worker = workerOf(state, job);
  if (!worker) return;
  const { slug, id } = job;
  worker.jobIds = worker.jobIds.filter((each) => each !== id);
  worker.idleSince = state.clock.now();
  const { contact } = worker;
  if (!contact) scheduleStop(state, slug, worker);
  else
    contact.jobsToStop = [...contact.jobsToStop, id].slice(-MAX_JOBS_TO_STOP);
}

/** Schedules anew when the workers of a queue become ready and when the idle ones stop. */
export function rescheduleWorkers(
  state: AccountState,
  { slug, workers, waiting }: JobQueue,
): void {
  for (const worker of workers) {
    if (worker.contact) continue;
    const isStarting = worker.readyAt > state.clock.now();
    if (worker.trouble === "unhealthy") scheduleRestart(state, slug, worker);
    else if (worker.trouble === "throttled") continue;
    else if (isStarting) scheduleReady(state, slug, worker);
    else if (worker.jobIds.length === 0) scheduleStop(state, slug, worker);
  }
  for (const jobId of waiting) {
    const job = state.jobs.get(jobId);
    if (job) scheduleScaling(state, job);
  }
}

/** Stops every worker of a queue that is removed. */
export function stopWorkers(state: AccountState, queue: JobQueue): void {
  for (const worker of queue.workers) releaseMachine(state, worker);
  queue.workers = [];
}

/** With `QUEUE_DELAY`, a job that has waited for `scalerValue` seconds starts a further worker. */
export function scheduleScaling(
  state: AccountState,
  { slug, queuedAt }: Job,
): void {
  const delayMs = queueDelayMs(state, slug);
  if (delayMs === 0) return;
  state.clock.schedule(queuedAt + delayMs, () => assignWorkers(state, slug));
}

/** How long a job waits before it starts a further worker. */
function queueDelayMs({ endpoints }: AccountState, slug: string): number {
  const settings = endpoints.get(slug)?.settings;
  return settings?.scalerType === "QUEUE_DELAY"
    ? settings.scalerValue * 1000
    : 0;
}

/** Whether an endpoint can have no worker: its limit is 0, or no machine is free for it. */
export function isWithoutWorkers(
  { endpoints, workerConditions }: AccountState,
  slug: string,
): boolean {
  const isThrottled = workerConditions.get(slug)?.throttled ?? false;
  return isThrottled || endpoints.get(slug)?.settings.workersMax === 0;
}

interface WorkerLimits {
  readonly min: number;
  readonly max: number;
  readonly coldStartMs: number;
  readonly idleTimeoutMs: number;
}

/** The settings of an endpoint take precedence over those of the model. */
export function workerLimits(state: AccountState, slug: string): WorkerLimits {
  const { coldStartMs, workers } = findModel(state, slug);
  const settings = state.endpoints.get(slug)?.settings;
  const idleTimeoutS = settings?.idleTimeout ?? DEFAULT_IDLE_TIMEOUT_S;
  return {
    min: settings?.workersMin ?? 0,
    max: settings?.workersMax ?? workers,
    coldStartMs: state.workerConditions.get(slug)?.coldStartMs ?? coldStartMs,
    idleTimeoutMs: idleTimeoutS * 1000,
  };
}

/**
 * Starts the workers that the waiting jobs call for. Where the limit was lowered, idle workers above the limit are
 * stopped. A worker that gets no machine stays throttled, and requests a machine at each further call.
 */
function scaleUp(state: AccountState, queue: JobQueue, now: number): void {
  const { min, max, coldStartMs } = workerLimits(state, queue.slug);
  const called = wantedWorkers(state, queue, now, max);
  const wanted = Math.min(Math.max(called, min), max);
  dropThrottled(queue, wanted);
  if (queue.workers.length > max)
    stopIdleWorkers(state, queue, queue.workers.length - max);
  while (queue.workers.length < wanted)
    queue.workers.push(createWorker(state, queue, now));
  for (const worker of queue.workers) {
    if (worker.trouble !== "throttled") continue;
    if (!takeMachine(state, queue.slug, worker)) break;
    worker.trouble = undefined;
    worker.readyAt = now + coldStartMs;
    worker.idleSince = worker.readyAt;
    // A schedule for the present would run only at the next read of the state.
    const isReady = coldStartMs === 0 && !isCrashing(state, queue.slug);
    if (isReady) scheduleStop(state, queue.slug, worker);
    else scheduleReady(state, queue.slug, worker);
  }
}

/**
 * How many workers there should be: at an endpoint one for each `scalerValue` jobs with `REQUEST_COUNT`, or one for each
 * job that has waited too long with `QUEUE_DELAY`; else one for each job. A job of low priority starts no worker. The
 * waiting jobs are counted only as far as `max` workers call for, because a hundred thousand may wait.
 */
function wantedWorkers(
  state: AccountState,
  { slug, waiting, workers }: JobQueue,
  now: number,
  max: number,
): number {
  if (workers.length >= max || waiting.size === 0) return workers.length;
  const settings = state.endpoints.get(slug)?.settings;
  const busy = workers.filter(({ jobIds }) => jobIds.length > 0).length;
  const free = workers.length - busy;
  if (settings?.scalerType === "REQUEST_COUNT") {
    const { scalerValue } = settings;
    const jobs = countWaiting(state, waiting, max * scalerValue);
    const target = Math.ceil((jobs + busy) / scalerValue);
    return Math.max(target, workers.length);
  }
  const delayMs = queueDelayMs(state, slug);
  const delayed = countWaiting(state, waiting, max + free, now - delayMs);
  const needed = workers.length + Math.max(0, delayed - free);
  // The first worker of a queue starts at once.
  return Math.max(needed, countWaiting(state, waiting, 1));
}

/** How many waiting jobs may start a worker, of those that were queued by a moment. Counts up to `limit`. */
function countWaiting(
  { jobs }: AccountState,
  waiting: ReadonlySet<string>,
  limit: number,
  queuedBy = Infinity,
): number {
  let count = 0;
  for (const id of waiting) {
    if (count >= limit) break;
    const job = jobs.get(id);
    if (!job || job.lowPriority) continue;
    if (job.queuedAt <= queuedBy) count += 1;
  }
  return count;
}

/** The id of a worker follows from the seed, the slug and the worker's number. */
function createWorker(
  state: AccountState,
  queue: JobQueue,
  now: number,
): Worker {
  queue.startedWorkers += 1;
  const name = `${state.seed} ${queue.slug} ${queue.startedWorkers}`;
  return {
    id: idFrom(hashText(name)),
    readyAt: now,
    trouble: "throttled",
    jobIds: [],
    idleSince: now,
  };
}

function isCrashing({ workerConditions }: AccountState, slug: string): boolean {
  return workerConditions.get(slug)?.crash ?? false;
}

/** Drops throttled workers that no job calls for any more. */
function dropThrottled(queue: JobQueue, wanted: number): void {
  const surplus = queue.workers.length - wanted;
  if (surplus <= 0 && queue.waiting.size > 0) return;
  const dropped = queue.workers
    .filter(({ trouble }) => trouble === "throttled")
    .slice(0, queue.waiting.size > 0 ? surplus : Infinity);
  queue.workers = queue.workers.filter((worker) => !dropped.includes(worker));
}

/** Stops so many idle workers. Busy ones stop when they become idle. */
function stopIdleWorkers(
  state: AccountState,
  queue: JobQueue,
  count: number,
): void {
  const stopped = queue.workers
    .filter(({ jobIds }) => jobIds.length === 0)
    .slice(0, count);
  for (const worker of stopped) stopWorker(state, queue, worker);
}

/** Removes a worker, and returns its machine. */
export function stopWorker(
  state: AccountState,
  queue: JobQueue,
  worker: Worker,
): void {
  releaseMachine(state, worker);
  queue.workers = queue.workers.filter((other) => other !== worker);
}

function scheduleReady(
  state: AccountState,
  slug: string,
  worker: Worker,
): void {
  const { readyAt } = worker;
  state.clock.schedule(readyAt, () => {
    if (!isCurrent(state, slug, worker) || worker.readyAt !== readyAt) return;
    if (isCrashing(state, slug)) {
      crashWorker(state, slug, worker);
      return;
    }
    worker.idleSince = readyAt;
    scheduleStop(state, slug, worker);
    assignWorkers(state, slug);
  });
}

/** The container of a worker exits. Its machine is returned until the container starts again. */
function crashWorker(state: AccountState, slug: string, worker: Worker): void {
  worker.trouble = "unhealthy";
  worker.exits = (worker.exits ?? 0) + 1;
  worker.idleSince = state.clock.now();
  const { startedAt = worker.readyAt, readyAt: exitedAt } = worker;
  const crashes = [...(worker.crashes ?? []), { startedAt, exitedAt }];
  worker.crashes = crashes.slice(-MAX_KEPT_CRASHES);
  releaseMachine(state, worker);
  scheduleRestart(state, slug, worker);
  emitChange(state);
}

function scheduleRestart(
  state: AccountState,
  slug: string,
  worker: Worker,
): void {
  const exits = worker.exits;
  state.clock.schedule(worker.idleSince + RESTART_DELAY_MS, () => {
    if (!isCurrent(state, slug, worker) || worker.exits !== exits) return;
    // Like a new worker, it waits for a machine.
    worker.trouble = "throttled";
    assignWorkers(state, slug);
  });
}

/** Whether a worker still belongs to its queue. */
function isCurrent(state: AccountState, slug: string, worker: Worker): boolean {
  return state.jobQueues.get(slug)?.workers.includes(worker) ?? false;
}

/** Stops a worker that stays idle for the idle timeout, unless the slug has no more than its minimum. */
function scheduleStop(state: AccountState, slug: string, worker: Worker): void {
  const queue = state.jobQueues.get(slug);
  if (!queue) return;
  const { idleSince } = worker;
  const { idleTimeoutMs } = workerLimits(state, slug);
  state.clock.schedule(idleSince + idleTimeoutMs, () => {
    const isIdle = isFree(worker) && worker.idleSince === idleSince;
    if (!isIdle || !isCurrent(state, slug, worker)) return;
    if ((state.openRequests.get(slug) ?? 0) > 0) return;
    if (queue.workers.length <= workerLimits(state, slug).min) return;
    stopWorker(state, queue, worker);
  });
}
