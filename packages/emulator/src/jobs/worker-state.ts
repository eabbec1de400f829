import type { Endpoint } from "../state/records.js";
import type { Worker } from "../state/job.js";

export type WorkerState =
  | "running"
  | "idle"
  | "initializing"
  | "throttled"
  | "unhealthy";

/** A worker, with the number of requests to a load balancing endpoint that it answers now. */
export type CountedWorker = Worker & { readonly openRequests?: number };

/** What a worker does at a moment. */
export function workerState(
  { trouble, jobIds, readyAt, openRequests = 0 }: CountedWorker,
  now: number,
): WorkerState {
  if (trouble !== undefined) return trouble;
  if (readyAt > now) return "initializing";
  return jobIds.length + openRequests === 0 ? "idle" : "running";
}

/** How many workers are in each state at a moment. */
export function countWorkers(
  workers: readonly CountedWorker[],
  now: number,
): Record<WorkerState, number> {
  const counts = {
    running: 0,
    idle: 0,
    initializing: 0,
    throttled: 0,
    unhealthy: 0,
  };
  for (const worker of workers) counts[workerState(worker, now)] += 1;
  return counts;
}

/** Whether the container of a worker exits again and again. The health of an endpoint counts such a worker as idle. */
export function isCrashLooping({
  contact,
  exits = 0,
  trouble,
}: Worker): boolean {
  return contact === undefined && exits > 0 && trouble !== "throttled";
}

/** Whether a worker runs an older version of the settings than its endpoint now has. */
export function isStale(
  { version }: Worker,
  endpoint: Endpoint | undefined,
): boolean {
  return endpoint !== undefined && (version ?? Infinity) < endpoint.version;
}
