import { InputError, JobError } from "cloud-compute-sdk";
import { BatchError, InDoubtError } from "cloud-compute-sdk/batch";

/** Whether each further call of `once` with the same key ends in the same way, so that the engine shall not try again. */
export function isFinal(error: unknown): error is Error {
  if (error instanceof BatchError)
    return error.code === "once_failed" || error.code === "batch_key_conflict";
  return (
    error instanceof InDoubtError ||
    error instanceof JobError ||
    error instanceof InputError
  );
}
