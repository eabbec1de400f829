import { CloudComputeError, nameClass, type JobData } from "../errors.js";

/** The ways in which a batch refuses something. */
export type BatchErrorCode =
  | "batch_closed"
  | "batch_definition_differs"
  | "batch_key_conflict"
  | "batch_item_changed"
  | "batch_in_use"
  | "batch_job_of_other_item"
  | "batch_job_unknown"
  | "batch_jobs_not_cancelled"
  | "batch_store_failed"
  | "batch_store_unavailable"
  | "batch_deleted"
  | "lease_ended"
  | "ledger_failed"
  | "ledger_format_unknown"
  | "ledger_unavailable"
  | "ledger_went_back";

/** A job that the service has accepted and a store could not keep. */
export interface UnsavedJob extends JobData {
  /** The key of the item: when the store can be written again, settle the item with `{ jobId: id }`. */
  readonly key: string;
}

/** A batch refuses a call because of what its store holds, or its store cannot be written. */
export class BatchError extends CloudComputeError {
  declare readonly code: BatchErrorCode;
  /** Jobs that the service has accepted and the store could not keep: save them. */
  declare readonly jobs: readonly UnsavedJob[];

  static {
    nameClass(this, "BatchError");
  }

  constructor(
    code: BatchErrorCode,
    problem: string,
    {
      jobs = [],
      cause,
    }: { jobs?: readonly UnsavedJob[]; cause?: unknown } = {},
  ) {
    super(code, problem, { cause, maybeSent: jobs.length > 0 });
    this.jobs = jobs;
  }
}
