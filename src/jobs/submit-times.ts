import type { JobData } from "../errors.js";

/** When a job was submitted, on the clock of `performance.now()`. */
export interface SubmitTimes {
  /** When the submit was sent; undefined if that is not known. */
  readonly submittedAt: number | undefined;
  /** When this client received the response to the submit; undefined if another handle submitted the job. */
  readonly acceptedAt: number | undefined;
}

/** The times of a job. `sentAt` is when this client has just sent its submit; undefined if it has not. */
export function findSubmitTimes(
  data: JobData,
  sentAt: number | undefined,
): SubmitTimes {
  return sentAt === undefined
    ? { submittedAt: findSubmitTime(data), acceptedAt: undefined }
    : { submittedAt: sentAt, acceptedAt: performance.now() };
}

/** When a job was submitted that another handle submitted. The wall clock is read once: from then on it may be set. */
function findSubmitTime({ submittedAt }: JobData): number | undefined {
  if (submittedAt === undefined) return undefined;
  return performance.now() - Math.max(0, Date.now() - submittedAt);
}
