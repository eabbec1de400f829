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
  | "ledger_needs_witness"
  | "ledger_unavailable"
  | "ledger_went_back"
  | "run_failed"
  | "run_stopped";

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
      maybeSent = jobs.length > 0,
    }: {
      jobs?: readonly UnsavedJob[];
      cause?: unknown;
      maybeSent?: boolean;
    } = {},
  ) {
    super(code, problem, { cause, maybeSent });
    this.jobs = jobs;
  }
}

/** Whether a ledger has failed. */
export function isOfLedger(error: unknown): boolean {
  return error instanceof BatchError && error.code.startsWith("ledger_");
}

/**
 * The submit of a key of `batch.run` may or may not have reached the service, and nobody knows its job; or nobody knows how
 * its job has ended.
 */
export class InDoubtError extends CloudComputeError {
  declare readonly code: "in_doubt";
  /** The key that was given to `run`. */
  declare readonly key: string;

  static {
    nameClass(this, "InDoubtError");
  }

  /** `reason` says how the submit ended, or why the job is lost. */
  constructor(batchName: string, key: string, reason: string, isLost = false) {
    const named = `the key ${JSON.stringify(key)} of batch ${batchName}`;
    const problem = isLost
      ? `nobody knows how the job of ${named} has ended`
      : `the submit of ${named} may or may not have been carried out`;
    super(
      "in_doubt",
      `${problem} (${reason}), so it is not sent again: call batch.settle with the result that batch.results({ keys }) gives, and { jobId } if you have found the job, "fail", which never pays twice, or "resubmit", which may pay twice`,
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
