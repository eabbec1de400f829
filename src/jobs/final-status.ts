import type { JobStatus } from "../../generated/jobs/resources.js";

const FINAL_STATUSES: readonly string[] = [
  "COMPLETED",
  "FAILED",
  "CANCELLED",
  "TIMED_OUT",
];

/** Whether a job has ended. A job with a status that is not known goes on. */
export function isFinal(status: JobStatus | undefined): boolean {
  return status !== undefined && FINAL_STATUSES.includes(status);
}
