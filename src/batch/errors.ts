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
  | "batch_deleted"
  | "lease_ended"
  | "ledger_failed"
  | "ledger_format_unknown"
  | "ledger_lacks_items"
  | "ledger_unavailable"
  | "ledger_went_back"
  | "once_failed";

/** A job that the service has accepted and a ledger could not keep. */
export interface UnsavedJob extends JobData {
  /** The key of the item: when the ledger can be written again, settle the item with `{ jobId: id }`. */
  readonly key: string;
}

/** A batch refuses a call because of what its ledger holds, or its ledger cannot be used. */
export class BatchError extends CloudComputeError {
  declare readonly code: BatchErrorCode;
  /** Jobs that the service has accepted and the ledger could not keep: save them. */
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

/** The submit of a key of `once` may or may not have reached the service, and nobody knows its job. */
export class InDoubtError extends CloudComputeError {
  declare readonly code: "in_doubt";
  /** The key that was given to `once`. */
  declare readonly key: string;

  static {
    nameClass(this, "InDoubtError");
  }

  constructor(key: string, slug: string) {
    super(
      "in_doubt",
      `the submit of the key ${JSON.stringify(key)} to ${slug} may or may not have been carried out, so it is not sent again: call settleOnce(ledger, key, model, settlement) with { jobId } if you have found the job, with "fail", which never pays twice, or with "resubmit", which may pay twice`,
      { maybeSent: true },
    );
    this.key = key;
  }
}

/** Why an item has no output. */
export interface ItemError {
  /** The code of the error: `job_failed`, `response_error`, `cancelled`, and so on. */
  readonly code: string;
  readonly message: string;
}

/** The code and the message of an error, as a ledger keeps them. */
export function describeError(error: unknown): ItemError {
  if (error instanceof CloudComputeError)
    return { code: error.code, message: error.message };
  return { code: "unknown", message: String(error) };
}
