// A simple model of what the account should hold: maps, and a queue that moves in ticks of half a second.

export const TICK_MS = 500;
export const EXECUTION_TICKS = 2;
export const WORKERS = 2;
const RETENTION_TICKS = 3600;

interface ModelJob {
  status: string;
  /** Whether the job fails. */
  readonly isBad: boolean;
  /** Ticks in the present status. */
  age: number;
}

interface ModelPod {
  name: string;
  isRunning: boolean;
  isLocked: boolean;
  readonly networkVolumeId: string | undefined;
}

/** The state that follows from the calls so far. */
export class StateModel {
  readonly pods = new Map<string, ModelPod>();
  readonly volumes = new Map<string, { name: string; size: number }>();
  readonly jobs = new Map<string, ModelJob>();
  billedMs = 0;
  /** The ids of the waiting jobs, in order. */
  #queue: string[] = [];
  readonly #counts = { completed: 0, failed: 0, retried: 0 };

  submitJob(id: string, isBad: boolean): void {
    this.jobs.set(id, { status: "IN_QUEUE", isBad, age: 0 });
    this.#queue.push(id);
    this.#startJobs();
  }

  cancelJob(id: string): void {
    const job = this.jobs.get(id);
    if (!job || isFinal(job)) return;
    this.#queue = this.#queue.filter((other) => other !== id);
    setStatus(job, "CANCELLED");
    this.#startJobs();
  }

  /** Returns whether the job can be retried. */
  retryJob(id: string): boolean {
    const job = this.jobs.get(id);
    if (job?.status !== "FAILED") return false;
    setStatus(job, "IN_QUEUE");
    this.#counts.failed -= 1;
    this.#counts.retried += 1;
    this.#queue.push(id);
    this.#startJobs();
    return true;
  }

  /** Returns how many jobs were removed. */
  purgeQueue(): number {
    const { length } = this.#queue;
    for (const id of this.#queue) this.jobs.delete(id);
    this.#queue = [];
    return length;
  }

  advance(ticks: number): void {
    for (let tick = 0; tick < ticks; tick += 1) {
      for (const [id, job] of [...this.jobs]) this.#ageJob(id, job);
      this.#startJobs();
    }
    const running = [...this.pods.values()].filter((pod) => pod.isRunning);
    this.billedMs += running.length * ticks * TICK_MS;
  }

  /** What `/health` shows of the jobs. */
  countJobs() {
    const statuses = [...this.jobs.values()].map(({ status }) => status);
    const running = statuses.filter((status) => status === "IN_PROGRESS");
    const inQueue = this.#queue.length;
    return { ...this.#counts, inProgress: running.length, inQueue };
  }

  #ageJob(id: string, job: ModelJob): void {
    job.age += 1;
    if (job.status === "IN_PROGRESS" && job.age === EXECUTION_TICKS) {
      this.#counts[job.isBad ? "failed" : "completed"] += 1;
      setStatus(job, job.isBad ? "FAILED" : "COMPLETED");
    } else if (isFinal(job) && job.age === RETENTION_TICKS) {
      this.jobs.delete(id);
    }
  }

  #startJobs(): void {
    let { inProgress } = this.countJobs();
    for (; inProgress < WORKERS; inProgress += 1) {
      const job = this.jobs.get(this.#queue.shift() ?? "");
      if (job) setStatus(job, "IN_PROGRESS");
    }
  }
}

function isFinal({ status }: ModelJob): boolean {
  return status !== "IN_QUEUE" && status !== "IN_PROGRESS";
}

function setStatus(job: ModelJob, status: string): void {
  job.status = status;
  job.age = 0;
}
