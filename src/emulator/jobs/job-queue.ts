import { isServed, modelAt } from "./model.js";
import { hashText, idOf } from "../media/random.js";
import type { Job, Lane, Worker } from "./job-records.js";
import type { State } from "../resources/state.js";

/** What puts a job in the hands of a worker. */
type Start = (job: Job, worker: Worker) => void;

/** The queue and the workers of a slug. */
export function laneAt({ lanes }: State, slug: string): Lane {
  const found = lanes.get(slug);
  if (found) return found;
  const counts = { completed: 0, failed: 0, retried: 0 };
  const lane = {
    slug,
    queue: new Set<string>(),
    workers: [],
    hired: 0,
    counts,
  };
  lanes.set(slug, lane);
  return lane;
}

/**
 * Hires workers for the jobs that wait, up to the most the lane may have, and gives each free worker a job, the oldest
 * first. A new worker takes its first job when its cold start is over. Does nothing once the slug is gone.
 */
export function dispatch(state: State, slug: string, start: Start): void {
  if (!isServed(state, slug)) return;
  const lane = laneAt(state, slug);
  // One moment for all of it: a worker without a cold start is ready at once.
  const now = state.clock.now();
  hire(state, lane, now, start);
  for (const worker of lane.workers) {
    const [id] = lane.queue;
    if (id === undefined) break;
    if (worker.jobId !== undefined || worker.readyAt > now) continue;
    lane.queue.delete(id);
    const job = state.jobs.get(id);
    if (!job) continue;
    worker.jobId = id;
    start(job, worker);
  }
}

/** Frees the worker of a job that is over. It goes when it has been idle for long enough. */
export function release(state: State, { slug, id }: Job): void {
  const worker = laneAt(state, slug).workers.find(({ jobId }) => jobId === id);
  if (!worker) return;
  worker.jobId = undefined;
  worker.idleSince = state.clock.now();
  watchIdle(state, slug, worker);
}

/** Sets the times again at which workers come up and go. */
export function wakeWorkers(state: State, lane: Lane, start: Start): void {
  for (const worker of lane.workers) {
    if (worker.readyAt > state.clock.now())
      watchStart(state, lane, worker, start);
    else if (worker.jobId === undefined) watchIdle(state, lane.slug, worker);
  }
}

interface Capacity {
  readonly min: number;
  readonly max: number;
  readonly coldStartMs: number;
  readonly idleMs: number;
}

/** An endpoint's settings say how many workers it has; idle ones stay for its `idleTimeout`, elsewhere 5 seconds. */
function capacityOf(state: State, slug: string): Capacity {
  const { coldStartMs, workers } = modelAt(state, slug);
  const endpoint = state.endpoints.get(slug)?.settings;
  return {
    min: endpoint?.workersMin ?? 0,
    max: endpoint?.workersMax ?? workers,
    coldStartMs,
    idleMs: (endpoint?.idleTimeout ?? 5) * 1000,
  };
}

/** One worker for each waiting job that has none coming; a job of low priority waits for one that is up already. */
function hire(state: State, lane: Lane, now: number, start: Start): void {
  const { min, max, coldStartMs } = capacityOf(state, lane.slug);
  const surplus = lane.workers.length - max;
  if (surplus > 0) dismiss(lane, surplus);
  if (lane.workers.length >= max) return;
  const waiting = [...lane.queue].filter(
    (id) => state.jobs.get(id)?.lowPriority === false,
  );
  const free = lane.workers.filter(({ jobId }) => jobId === undefined);
  const wanted = Math.max(
    lane.workers.length + waiting.length - free.length,
    min,
  );
  while (lane.workers.length < Math.min(wanted, max)) {
    lane.hired += 1;
    const id = idOf(hashText(`${state.seed} ${lane.slug} ${lane.hired}`));
    const worker: Worker = {
      ...{ id, readyAt: now + coldStartMs, jobId: undefined, idleSince: now },
    };
    lane.workers.push(worker);
    if (coldStartMs > 0) watchStart(state, lane, worker, start);
    else watchIdle(state, lane.slug, worker);
  }
}

/** Lets so many workers go that have nothing to do; others go when they are free. */
function dismiss(lane: Lane, surplus: number): void {
  let left = surplus;
  lane.workers = lane.workers.filter(
    ({ jobId }) => jobId !== undefined || left-- <= 0,
  );
}

function watchStart(
  state: State,
  { slug }: Lane,
  worker: Worker,
  start: Start,
): void {
  state.clock.at(worker.readyAt, () => {
    worker.idleSince = worker.readyAt;
    watchIdle(state, slug, worker);
    dispatch(state, slug, start);
  });
}

function watchIdle(state: State, slug: string, worker: Worker): void {
  const lane = state.lanes.get(slug);
  if (!lane) return;
  const since = worker.idleSince;
  const { idleMs, min } = capacityOf(state, slug);
  state.clock.at(since + idleMs, () => {
    const isIdle = worker.jobId === undefined && worker.idleSince === since;
    if (!isIdle || lane.workers.length <= min) return;
    lane.workers = lane.workers.filter((other) => other !== worker);
  });
}
