import { InputError } from "cloud-compute-sdk";
import { BatchError, InDoubtError } from "cloud-compute-sdk/batch";

/** Whether each further call of `batch.run` with the same key ends in the same way, so that the engine shall not try again. */
export function isFinal(error: unknown): error is Error {
  if (error instanceof BatchError)
    return error.code === "run_failed" || error.code === "batch_key_conflict";
  return error instanceof InDoubtError || error instanceof InputError;
}
