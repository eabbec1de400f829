import {
  createNoopMeter,
  type Counter,
  type Histogram,
  type Meter,
  type UpDownCounter,
} from "@opentelemetry/api";

/** What is measured. Durations are seconds, as the conventions have them. */
export interface Instruments {
  /** False where nobody collects measurements. */
  readonly areUsed: boolean;
  readonly callDuration: Histogram;
  readonly retries: Counter;
  readonly polls: Counter;
  readonly activeJobs: UpDownCounter;
  readonly jobDuration: Histogram;
}

export function createInstruments(meter: Meter): Instruments {
  return {
    areUsed: meter !== createNoopMeter(),
    callDuration: meter.createHistogram("cloud_compute.call.duration", {
      unit: "s",
      description: "Duration of calls, retries included.",
    }),
    retries: meter.createCounter("cloud_compute.call.retries", {
      unit: "{retry}",
      description: "Attempts after the first one of a call.",
    }),
    polls: meter.createCounter("cloud_compute.job.polls", {
      unit: "{poll}",
      description: "Successful polls of jobs that are waited for.",
    }),
    activeJobs: meter.createUpDownCounter("cloud_compute.job.active", {
      unit: "{job}",
      description: "Jobs that this process waits for.",
    }),
    jobDuration: meter.createHistogram("cloud_compute.job.duration", {
      unit: "s",
      description:
        "Time from the submit of a job to its end, as a wait sees it.",
    }),
  };
}
