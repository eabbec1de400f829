import type { components } from "../../../generated/jobs/types.js";
import { end, enqueue, restart } from "./job-lifecycle.js";
import { isFinal, remove } from "../resources/delete-resource.js";
import { modelAt } from "./model.js";
import { Refusal } from "../server/refused-error.js";
import type { Job } from "./job-records.js";
import type { State } from "../resources/state.js";

type JobRequest = components["schemas"]["JobRequest"];
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Where a submit comes to, and whether it is held. */
interface Submit {
  readonly slug: string;
  readonly kind: "run" | "runsync";
  readonly origin: string;
}

/**
 * Puts a job in the queue of its slug; 404 where nothing answers there. A result is kept as long as in the service by
 * the clock of the caller: on a clock that goes faster than real, that is so many times longer.
 */
export function submit(
  state: State,
  { slug, kind, origin }: Submit,
  { input, policy, webhook }: JobRequest,
): Job {
  modelAt(state, slug);
  const now = state.clock.now();
  const kept = kind === "runsync" ? minuteMs : 30 * minuteMs;
  const endpoint = state.endpoints.get(slug)?.settings;
  const job: Job = {
    id: `${kind === "runsync" ? "sync-" : ""}${state.newId()}`,
    ...{ slug, origin, input, webhook },
    lowPriority: policy?.lowPriority ?? false,
    timeoutMs:
      policy?.executionTimeout ?? endpoint?.executionTimeoutMs ?? 600_000,
    retentionMs: kept * Math.max(1, state.clock.speed),
    ...{ submittedAt: now, diesAt: now + (policy?.ttl ?? dayMs) },
    ...{ status: "IN_QUEUE", queuedAt: now, startedAt: undefined },
    ...{ endedAt: undefined, workerId: undefined, outcome: undefined },
    ...{ pieces: [], delivered: 0, retries: 0, calls: 0, callAt: undefined },
  };
  state.jobs.set(job.id, job);
  enqueue(state, job);
  return job;
}

/** The job of this slug and id; 404 where there is none, or none any more. */
export function findJob(state: State, slug: string, id: string): Job {
  modelAt(state, slug);
  const job = state.jobs.get(id);
  if (job?.slug === slug) return job;
  throw new Refusal(404, `there is no job with the id "${id}"`);
}

/** Calls off a job that is not over; one that is stays as it ended. */
export function cancel(state: State, job: Job): void {
  end(state, job, "CANCELLED");
}

/** Puts a job that failed or timed out back in the queue. */
export function retry(state: State, job: Job): void {
  const { status } = job;
  if (status !== "FAILED" && status !== "TIMED_OUT") {
    throw new Refusal(
      400,
      `only a FAILED or TIMED_OUT job can be retried (it is ${status})`,
    );
  }
  restart(state, job);
}

/** Removes every job that waits; returns how many there were. */
export function purge(state: State, slug: string): number {
  modelAt(state, slug);
  const ids = [...(state.lanes.get(slug)?.queue ?? [])];
  for (const id of ids) {
    const job = state.jobs.get(id);
    if (job) remove(state, job);
  }
  return ids.length;
}

/**
 * Waits until the job is over, or `isDone` says so; until the moment has come, the job is gone, or the caller is.
 * Leaves nothing behind.
 */
export function hold(
  state: State,
  job: Job,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
  isDone: () => boolean = () => false,
): Promise<void> {
  return new Promise((resolve) => {
    const watchers = state.watchers.get(job.id) ?? new Set();
    const leave = () => {
      strike();
      watchers.delete(look);
      if (watchers.size === 0) state.watchers.delete(job.id);
      signal.removeEventListener("abort", leave);
      resolve();
    };
    const look = () => {
      const isGone = state.jobs.get(job.id) !== job;
      if (isFinal(job) || isGone || isDone() || signal.aborted) leave();
    };
    const strike = state.clock.at(until, leave, "hold");
    state.watchers.set(job.id, watchers.add(look));
    signal.addEventListener("abort", leave);
    look();
  });
}
