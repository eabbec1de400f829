import { CloudComputeError, InputError, type JobData } from "../errors.js";

/**
 * Returns an error of ours with the job that it is about: a job that was accepted must not be lost with an error. Every
 * other value is returned as it is, and so is the reason of the signal.
 */
export function withJob(
  error: unknown,
  job: JobData,
  signal: AbortSignal | undefined,
): unknown {
  const isOurs = error instanceof CloudComputeError && error !== signal?.reason;
  if (!isOurs || error.job !== undefined) return error;
  // An `InputError` promises that nothing was sent.
  const maybeSent = !(error instanceof InputError);
  return Object.assign(error, { job, maybeSent });
}
