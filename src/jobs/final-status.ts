const FINAL_STATUSES: readonly unknown[] = [
  "COMPLETED",
  "FAILED",
  "CANCELLED",
  "TIMED_OUT",
];

/** Whether a job has ended. A job with a status that is not known goes on. */
export function isFinal(status: unknown): boolean {
  return FINAL_STATUSES.includes(status);
}
