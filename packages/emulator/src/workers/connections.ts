import { emitChange, type AccountState } from "../state/account-state.js";
import {
  assignWorkers,
  queueOf,
  stopWorker,
  workerLimits,
} from "../jobs/assign-workers.js";
import { findModel, isExternal } from "../jobs/find-model.js";
import type { JobQueue, Worker, WorkerContact } from "../state/job.js";
import { redeliver } from "../jobs/lifecycle.js";
import { releaseMachine, takeMachine } from "../machines/worker-machine.js";

/** The time between two pings that a worker is asked for. */
export const PING_INTERVAL_MS = 10_000;
/** How long a worker may be silent: three pings. How long the service waits is not known. */
const MAX_SILENCE_MS = 3 * PING_INTERVAL_MS;

/** A worker that takes its jobs over HTTP. */
export type ExternalWorker = Worker & { readonly contact: WorkerContact };

/**
 * The worker that sends a request. At its first request the worker is added to the queue of the slug, and from the first
 * worker on the emulator runs no job of the slug itself. Throws 404 for a slug without a model.
 */
export function meetWorker(
  state: AccountState,
  slug: string,
  id: string,
): ExternalWorker {
  findModel(state, slug);
  const conditions = state.workerConditions.get(slug);
  if (!isExternal(state, slug)) {
    state.workerConditions.set(slug, { ...conditions, external: true });
    assignWorkers(state, slug);
  }
  const worker = findWorker(state, slug, id) ?? addWorker(state, slug, id);
  worker.contact.seenAt = state.clock.now();
  return worker;
}

/** The worker with an id; undefined where there is none, or where it was lost. */
export function findWorker(
  { jobQueues }: AccountState,
  slug: string,
  id: string,
): ExternalWorker | undefined {
  const workers = jobQueues.get(slug)?.workers ?? [];
  return workers.filter(hasContact).find((worker) => worker.id === id);
}

function hasContact(worker: Worker): worker is ExternalWorker {
  return worker.contact !== undefined;
}

function addWorker(
  state: AccountState,
  slug: string,
  id: string,
): ExternalWorker {
  const now = state.clock.now();
  const worker: ExternalWorker = {
    id,
    readyAt: now,
    trouble: "throttled",
    jobIds: [],
    idleSince: now,
    contact: { seenAt: now, hasPinged: false, jobsToStop: [] },
  };
  const queue = queueOf(state, slug);
  queue.workers.push(worker);
  updateMachine(state, queue, worker);
  watchSilence(state, slug, worker);
  emitChange(state);
  return worker;
}

/**
 * Gives a worker its machine, or takes the machine away: the first workers of a slug have one, up to the limit of the
 * endpoint. A worker without a machine is throttled, and gets no job.
 */
export function updateMachine(
  state: AccountState,
  queue: JobQueue,
  worker: ExternalWorker,
): void {
  const { slug, workers } = queue;
  const { max } = workerLimits(state, slug);
  const mayRun = workers.filter(hasContact).indexOf(worker) < max;
  if (worker.trouble === "throttled") {
    if (mayRun && takeMachine(state, slug, worker)) worker.trouble = undefined;
  } else if (!mayRun && worker.jobIds.length === 0) {
    releaseMachine(state, worker);
    worker.trouble = "throttled";
  }
}

/** Removes a worker that is silent for too long. */
function watchSilence(
  state: AccountState,
  slug: string,
  worker: ExternalWorker,
): void {
  const { clock } = state;
  const { contact } = worker;
  // Requests arrive in real time, however fast the clock runs.
  const maxSilenceMs = MAX_SILENCE_MS * clock.speed;
  const check = () => {
    if (findWorker(state, slug, worker.id) !== worker) return;
    const now = clock.now();
    const lostAt = silentSince(worker, now) + maxSilenceMs;
    if (now < lostAt) clock.schedule(lostAt, check);
    else removeWorker(state, slug, worker);
  };
  clock.schedule(contact.seenAt + maxSilenceMs, check);
}

/** A worker that sends no pings is not expected to be heard of while it runs a job. */
function silentSince(
  { contact, jobIds, idleSince }: ExternalWorker,
  now: number,
): number {
  if (contact.hasPinged) return contact.seenAt;
  return jobIds.length > 0 ? now : Math.max(contact.seenAt, idleSince);
}

/** The workers that are about to end: they get no further job. */
const draining = new WeakSet<ExternalWorker>();

/** Answers the open requests for jobs of the workers of a slug, and gives these workers no further job. */
export function drainWorkers(state: AccountState, slug: string): void {
  const workers = state.jobQueues.get(slug)?.workers ?? [];
  for (const worker of workers.filter(hasContact)) draining.add(worker);
  state.workerWatchers.notify(slug);
}

export function isDraining(worker: ExternalWorker): boolean {
  return draining.has(worker);
}

/** Removes a worker that is gone, and puts the jobs that it ran back in the queue. */
export function removeWorker(
  state: AccountState,
  slug: string,
  worker: ExternalWorker,
): void {
  stopWorker(state, queueOf(state, slug), worker);
  for (const id of worker.jobIds) {
    const job = state.jobs.get(id);
    if (job) redeliver(state, job);
  }
  assignWorkers(state, slug);
  emitChange(state);
}

/** Gives each worker of a restored account the time to be heard of again. */
export function resumeWorkers(state: AccountState): void {
  for (const { slug, workers } of state.jobQueues.values()) {
    for (const worker of workers.filter(hasContact)) {
      worker.contact.seenAt = state.clock.now();
      watchSilence(state, slug, worker);
    }
  }
}
