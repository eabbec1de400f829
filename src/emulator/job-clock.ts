import type { Job } from "./records.js";
import type { State } from "./state.js";

/** How far a job has come: it follows from the clock, so a look is all that moves it. */
export type Status =
  | "IN_QUEUE"
  | "IN_PROGRESS"
  | "COMPLETED"
  | "FAILED"
  | "CANCELLED"
  | "TIMED_OUT";

export function statusOf(job: Job, state: State): Status {
  const now = Date.now();
  if (job.cancelledAt !== undefined) return "CANCELLED";
  if (now < startOf(job, state)) return "IN_QUEUE";
  return now < endOf(job, state) ? "IN_PROGRESS" : job.ending;
}

export function isFinal(job: Job, state: State): boolean {
  return !["IN_QUEUE", "IN_PROGRESS"].includes(statusOf(job, state));
}

/** The moment the job ends, in milliseconds since 1970; `Infinity` where nothing will take it up. */
export function endOf(job: Job, state: State): number {
  return job.cancelledAt ?? startOf(job, state) + job.executionMs / state.speed;
}

/** The moment a worker takes the job up. */
export function startOf(job: Job, { speed }: State): number {
  return job.queuedAt + job.delayMs / speed;
}

/** Whether its time to live, or the time its result is kept, is over. */
export function isGone(job: Job, state: State): boolean {
  const now = Date.now();
  return (
    now > job.queuedAt + job.ttlMs || now > endOf(job, state) + job.retentionMs
  );
}
