import type { Meter } from "@opentelemetry/api";

/** What is measured. Durations are seconds, as the conventions have them. */
export type Instruments = ReturnType<typeof createInstruments>;

export function createInstruments(meter: Meter) {
  return {
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
