// What the account should look like: maps, and a queue that moves in ticks of half a second.

export const TICK = 500;
/** Ticks a job runs for, ticks a result is kept for, and jobs worked on at once. */
const [RUNS, KEPT, WORKERS] = [2, 3600, 2];

interface ModelJob {
  status: string;
  readonly isBad: boolean;
  /** Ticks in the present status. */
  age: number;
}

/** The state that the calls so far should have led to. */
interface StateModel {
  readonly pods: Map<string, ModelPod>;
  readonly volumes: Map<string, { name: string; size: number }>;
  readonly templates: Map<string, string>;
  readonly endpoints: Map<string, { templateId: string; workersMax: number }>;
  readonly auths: Map<string, string>;
  readonly jobs: Map<string, ModelJob>;
  /** The ids of the jobs that wait, in order. */
  queue: string[];
  readonly counts: { completed: number; failed: number; retried: number };
  billedMs: number;
}

interface ModelPod {
  name: string;
  isRunning: boolean;
  isLocked: boolean;
  readonly networkVolumeId: string | undefined;
}

export function createStateModel(): StateModel {
  return {
    ...{ pods: new Map(), volumes: new Map(), templates: new Map() },
    ...{ endpoints: new Map(), auths: new Map(), jobs: new Map() },
    ...{ queue: [], counts: { completed: 0, failed: 0, retried: 0 } },
    billedMs: 0,
  };
}

export function submitted(model: StateModel, id: string, isBad: boolean): void {
  model.jobs.set(id, { status: "IN_QUEUE", isBad, age: 0 });
  model.queue.push(id);
  takeUp(model);
}

export function cancelled(model: StateModel, id: string): void {
  const job = model.jobs.get(id);
  if (!job || !isOpen(job)) return;
  model.queue = model.queue.filter((other) => other !== id);
  Object.assign(job, { status: "CANCELLED", age: 0 });
  takeUp(model);
}

/** Whether a retry was allowed. */
export function retried(model: StateModel, id: string): boolean {
  const job = model.jobs.get(id);
  if (job?.status !== "FAILED") return false;
  Object.assign(job, { status: "IN_QUEUE", age: 0 });
  model.counts.failed -= 1;
  model.counts.retried += 1;
  model.queue.push(id);
  takeUp(model);
  return true;
}

export function purged(model: StateModel): number {
  const { length } = model.queue;
  for (const id of model.queue) model.jobs.delete(id);
  model.queue = [];
  return length;
}

export function passed(model: StateModel, ticks: number): void {
  for (let tick = 0; tick < ticks; tick += 1) {
    for (const [id, job] of [...model.jobs]) grow(model, id, job);
    takeUp(model);
  }
  const running = [...model.pods.values()].filter((pod) => pod.isRunning);
  model.billedMs += running.length * ticks * TICK;
}

export function countJobs(model: StateModel): Record<string, number> {
  const statuses = [...model.jobs.values()].map(({ status }) => status);
  const running = statuses.filter((status) => status === "IN_PROGRESS");
  const inQueue = model.queue.length;
  return { ...model.counts, inProgress: running.length, inQueue };
}

function isOpen({ status }: ModelJob): boolean {
  return status === "IN_QUEUE" || status === "IN_PROGRESS";
}

function grow(model: StateModel, id: string, job: ModelJob): void {
  job.age += 1;
  if (job.status === "IN_PROGRESS" && job.age === RUNS) {
    model.counts[job.isBad ? "failed" : "completed"] += 1;
    Object.assign(job, { status: job.isBad ? "FAILED" : "COMPLETED", age: 0 });
  } else if (!isOpen(job) && job.age === KEPT) model.jobs.delete(id);
}

function takeUp(model: StateModel): void {
  let { inProgress = 0 } = countJobs(model);
  for (; inProgress < WORKERS; inProgress += 1) {
    const job = model.jobs.get(model.queue.shift() ?? "");
    if (job) Object.assign(job, { status: "IN_PROGRESS", age: 0 });
  }
}
