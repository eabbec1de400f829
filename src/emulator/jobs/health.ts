import type { components } from "../../../generated/jobs/types.js";
import { laneAt } from "./job-queue.js";
import { modelAt } from "./model.js";
import type { State } from "../resources/state.js";

type Health = components["schemas"]["EndpointHealth"];

/** Counts jobs and workers. Of the jobs ended it counts all there ever were; one that was cancelled counts nowhere. */
export function healthOf(state: State, slug: string): Health {
  modelAt(state, slug);
  const { queue, workers, counts } = laneAt(state, slug);
  const now = state.clock.now();
  const running = workers.filter(({ jobId }) => jobId !== undefined).length;
  const ready = workers.filter(({ readyAt }) => readyAt <= now).length;
  return {
    jobs: { ...counts, inProgress: running, inQueue: queue.size },
    workers: {
      ...{ idle: ready - running, initializing: workers.length - ready },
      ...{ ready, running, throttled: 0 },
    },
  };
}
