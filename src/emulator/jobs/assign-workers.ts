import type { AccountState } from "../account-state.js";
import { hashText, idFrom } from "../random.js";
import { findModel, hasModel } from "./find-model.js";
import type { Job, JobQueue, Worker } from "./job.js";

/** Starts a job on a worker. */
type StartJob = (job: Job, worker: Worker) => void;

/** How long an idle worker stays where no endpoint says so. */
const DEFAULT_IDLE_TIMEOUT_S = 5;

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
 * first. A new worker takes its first job when its cold start ends. Does nothing for a slug without a model.
 */
export function assignWorkers(
  state: AccountState,
  slug: string,
  startJob: StartJob,
): void {
  if (!hasModel(state, slug)) return;
  const queue = queueOf(state, slug);
  // The time is read once: a worker without a cold start is ready at once.
  const now = state.clock.now();
  scaleUp(state, queue, now, startJob);
  for (const worker of queue.workers) {
    const [jobId] = queue.waiting;
    if (jobId === undefined) break;
    if (worker.jobId !== undefined || worker.readyAt > now) continue;
    queue.waiting.delete(jobId);
    const job = state.jobs.get(jobId);
    if (!job) continue;
    worker.jobId = jobId;
    startJob(job, worker);
  }
}

/** Frees the worker of a job that has ended. The worker stops when it has been idle for long enough. */
export function releaseWorker(state: AccountState, { slug, id }: Job): void {
  const { workers } = queueOf(state, slug);
  const worker = workers.find(({ jobId }) => jobId === id);
  if (!worker) return;
  worker.jobId = undefined;
  worker.idleSince = state.clock.now();
  scheduleStop(state, slug, worker);
}

/** Schedules anew when the workers of a queue become ready and when the idle ones stop. */
export function rescheduleWorkers(
  state: AccountState,
  { slug, workers }: JobQueue,
  startJob: StartJob,
): void {
  for (const worker of workers) {
    const isStarting = worker.readyAt > state.clock.now();
    if (isStarting) scheduleReady(state, slug, worker, startJob);
    else if (worker.jobId === undefined) scheduleStop(state, slug, worker);
  }
}

interface WorkerLimits {
  readonly min: number;
  readonly max: number;
  readonly coldStartMs: number;
  readonly idleTimeoutMs: number;
}

/** The settings of an endpoint take precedence over those of the model. */
function workerLimits(state: AccountState, slug: string): WorkerLimits {
  const { coldStartMs, workers } = findModel(state, slug);
  const settings = state.endpoints.get(slug)?.settings;
  const idleTimeoutS = settings?.idleTimeout ?? DEFAULT_IDLE_TIMEOUT_S;
  return {
    min: settings?.workersMin ?? 0,
    max: settings?.workersMax ?? workers,
    coldStartMs,
    idleTimeoutMs: idleTimeoutS * 1000,
  };
}

/**
 * Starts one worker for each waiting job that no free worker can take. A job of low priority starts no worker. Where the
 * limit was lowered, idle workers above the limit are stopped.
 */
function scaleUp(
  state: AccountState,
  queue: JobQueue,
  now: number,
  startJob: StartJob,
): void {
  const { min, max, coldStartMs } = workerLimits(state, queue.slug);
  const running = queue.workers.length;
  if (running > max) stopIdleWorkers(queue, running - max);
  if (queue.workers.length >= max) return;
  const waiting = [...queue.waiting].filter(
    (id) => state.jobs.get(id)?.lowPriority === false,
  );
  const free = queue.workers.filter(({ jobId }) => jobId === undefined);
  const needed = running + waiting.length - free.length;
  const wanted = Math.min(Math.max(needed, min), max);
  while (queue.workers.length < wanted) {
    const worker = createWorker(state, queue, now, coldStartMs);
    queue.workers.push(worker);
    if (coldStartMs > 0) scheduleReady(state, queue.slug, worker, startJob);
    else scheduleStop(state, queue.slug, worker);
  }
}

/** The id of a worker follows from the seed, the slug and the worker's number. */
function createWorker(
  state: AccountState,
  queue: JobQueue,
  now: number,
  coldStartMs: number,
): Worker {
  queue.startedWorkers += 1;
  const name = `${state.seed} ${queue.slug} ${queue.startedWorkers}`;
  return {
    id: idFrom(hashText(name)),
    readyAt: now + coldStartMs,
    jobId: undefined,
    idleSince: now,
  };
}

/** Stops so many idle workers. Busy ones stop when they become idle. */
function stopIdleWorkers(queue: JobQueue, count: number): void {
  const stopped = queue.workers
    .filter(({ jobId }) => jobId === undefined)
    .slice(0, count);
  queue.workers = queue.workers.filter((worker) => !stopped.includes(worker));
}

function scheduleReady(
  state: AccountState,
  slug: string,
  worker: Worker,
  startJob: StartJob,
): void {
  state.clock.schedule(worker.readyAt, () => {
    worker.idleSince = worker.readyAt;
    scheduleStop(state, slug, worker);
    assignWorkers(state, slug, startJob);
  });
}

/** Stops a worker that stays idle for the idle timeout, unless the slug has no more than its minimum. */
function scheduleStop(state: AccountState, slug: string, worker: Worker): void {
  const queue = state.jobQueues.get(slug);
  if (!queue) return;
  const { idleSince } = worker;
  const { idleTimeoutMs, min } = workerLimits(state, slug);
  state.clock.schedule(idleSince + idleTimeoutMs, () => {
    const isIdle = worker.jobId === undefined && worker.idleSince === idleSince;
    if (!isIdle || queue.workers.length <= min) return;
    queue.workers = queue.workers.filter((other) => other !== worker);
  });
}
