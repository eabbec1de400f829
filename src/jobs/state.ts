import type {
  Job as JobResponse,
  JobStatus,
} from "../../generated/jobs/resources.js";
import {
  JobError,
  ResponseError,
  toMessageText,
  type CallContext,
  type EndedJob,
  type JobData,
  type JobErrorCode,
} from "../errors.js";
import type { Redact } from "../http/redact.js";

/** The state of a job, as one status request shows it. */
export interface JobState<Output = unknown> extends Omit<
  JobResponse,
  "output"
> {
  /** What the model made. Present once the job is `COMPLETED`. */
  readonly output?: Output;
}

/** A job that has ended as `COMPLETED`. */
export interface CompletedJob<Output = unknown> extends Omit<
  JobResponse,
  "output" | "status"
> {
  readonly status: "COMPLETED";
  /** What the model made. The service keeps files that the output names for 7 days. */
  readonly output: Output;
}

/** One change of a job's status, as `job.watch` yields it and `onUpdate` receives it. */
export interface JobUpdate<Output = unknown> extends JobState<Output> {
  /** Milliseconds since the submit, or since the wait began if the time of the submit is not known. */
  readonly elapsed: number;
}

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

/** Whether the job was submitted by `/runsync`, which keeps results for 1 minute instead of 30. */
export function isFromRunSync({ id }: JobData): boolean {
  return id.startsWith("sync-");
}

/** Names a job in the message of an error. */
export function describeJob({ slug, id }: JobData): string {
  return `job ${toMessageText(id, 100)} of ${toMessageText(slug, 100)}`;
}

/** The call that the errors of a wait name. */
export const WAIT_CALL = {
  operation: "job.wait",
  route: "GET /v2/{slug}/status/{jobId}",
  maybeSent: true,
} as const;

/**
 * Returns the state of a job that has ended as that of a completed job.
 *
 * @throws JobError if the job ended otherwise
 */
export function requireCompleted<Output>(
  state: JobState<Output>,
  data: JobData,
  redact: Redact,
): CompletedJob<Output> {
  const { status = "" } = state;
  if (status === "COMPLETED") return state as CompletedJob<Output>;
  const { delayTime, executionTime } = state;
  // `redact` goes through JSON, which drops undefined members. It returns undefined if the error is nested too deeply.
  const details = redact({ error: state.error, delayTime, executionTime });
  const { error } = Object(details) as typeof details;
  const reason =
    error && typeof error === "string" ? `: ${toMessageText(error, 300)}` : "";
  throw new JobError(
    `job_${status.toLowerCase()}` as JobErrorCode,
    `${describeJob(data)} ended as ${status}${reason}`,
    { ...data, ...details, status } as EndedJob,
    WAIT_CALL,
  );
}

/** Creates the error for a job that the service does not know: no longer if it `wasFound` before, or never. */
export function createNotFoundError(
  data: JobData,
  wasFound: boolean,
): JobError {
  const keptMinutes = isFromRunSync(data) ? 1 : 30;
  const { submittedAt = Infinity } = data;
  const isExpired = wasFound || Date.now() - submittedAt > keptMinutes * 60_000;
  return new JobError(
    isExpired ? "job_expired" : "job_not_found",
    isExpired
      ? `${describeJob(data)} no longer exists: the service keeps a result for ${keptMinutes} min after the end`
      : `the service does not know ${describeJob(data)}`,
    { ...data, status: undefined },
    WAIT_CALL,
  );
}

/** Creates the error for a successful response that holds `content` instead of what was promised. */
export function createInvalidResponseError(
  response: unknown,
  content: string,
  redact: Redact,
  call: CallContext,
): ResponseError {
  return new ResponseError(
    `${call.route} answered 200 with ${content}`,
    { status: 200, headers: new Headers(), body: redact(response) },
    { ...call, maybeSent: true },
    "invalid_response",
  );
}
