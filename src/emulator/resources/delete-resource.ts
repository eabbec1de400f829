import type { Need } from "../time/agenda.js";
import type { Job, Lane } from "../jobs/job-records.js";
import { laneAt, release } from "../jobs/job-queue.js";
import { changed, type State } from "./state.js";

export function isFinal({ status }: Job): boolean {
  return status !== "IN_QUEUE" && status !== "IN_PROGRESS";
}

/** Leaves nothing of a job. One that is not over is called off. */
export function remove(state: State, job: Job): void {
  detach(state, job);
  if (!isFinal(job)) job.status = "CANCELLED";
  state.removals.get(job.id)?.();
  state.removals.delete(job.id);
  state.jobs.delete(job.id);
  touch(state, job);
}

/** Leaves nothing of a queue, its workers and its jobs. */
export function close(state: State, slug: string): void {
  const jobs = [...state.jobs.values()].filter((job) => job.slug === slug);
  for (const job of jobs) remove(state, job);
  state.lanes.delete(slug);
}

/** Tells everyone who waits for the job to look. */
export function touch(state: State, { id }: Job): void {
  for (const look of [...(state.watchers.get(id) ?? [])]) look();
  changed(state);
}

/** Takes a job out of its queue, or off its worker. */
export function detach(state: State, job: Job): Lane {
  for (const callOff of state.runs.get(job.id) ?? []) callOff();
  state.runs.delete(job.id);
  const lane = laneAt(state, job.slug);
  lane.queue.delete(job.id);
  release(state, job);
  return lane;
}

/** Sets the moment of the removal of a job, in the place of an earlier one. */
export function schedule(
  state: State,
  job: Job,
  moment: number,
  act: () => void,
): void {
  state.removals.get(job.id)?.();
  const strike = state.clock.at(moment, act, needOf(state, job));
  state.removals.set(job.id, strike);
}

/** Who is called by a job cannot look: a model of the user's own, a webhook. */
function needOf({ models }: State, job: Job): Need {
  const isAwaited = job.webhook !== undefined || models.has(job.slug);
  return isAwaited && !isFinal(job) ? "ring" : "look";
}
