import type {
  Job as JobAnswer,
  JobStatus,
  ModelOutput,
} from "../../generated/jobs/resources.js";
import { oneLine } from "../http/response.js";
import {
  JobError,
  ResponseError,
  type CallContext,
  type EndedJob,
  type JobData,
  type JobErrorCode,
} from "../errors.js";
import type { Redact } from "../http/redact.js";

/** What one look at a job shows. */
export interface JobState<Output = ModelOutput> extends Omit<
  JobAnswer,
  "output"
> {
  /** Present once the job is `COMPLETED`. */
  readonly output?: Output;
}

/** A job that ended well. */
export interface CompletedJob<Output = ModelOutput> extends Omit<
  JobAnswer,
  "output" | "status"
> {
  readonly status: "COMPLETED";
  /** What the model made. Its URLs live for 7 days. */
  readonly output: Output;
}

/** One change of status, as `watch` and `onUpdate` tell it. */
export interface JobUpdate<Output = ModelOutput> extends JobState<Output> {
  /** Milliseconds since the submit, or since the wait began where the submit's time is not known. */
  readonly elapsed: number;
}

/** Whether the job has ended: any status that is not known as final means that it goes on. */
export function isFinal(status: JobStatus = ""): boolean {
  return /^(COMPLETED|FAILED|CANCELLED|TIMED_OUT)$/.test(status);
}

/** Whether `/runsync` took the job: its result is kept for a minute only. */
export function isHeld({ id }: JobData): boolean {
  return id.startsWith("sync-");
}

export function nameOf({ slug, id }: JobData): string {
  return `job ${id} of ${slug}`;
}

/** The call that every failure of a wait names. */
export const WAIT = {
  operation: "job.wait",
  route: "GET /v2/{slug}/status/{jobId}",
  maybeSent: true,
} as const;

/** The state as that of a completed job; throws a `JobError` where it ended otherwise. */
export function completed<Output>(
  state: JobState<Output>,
  data: JobData,
  redact: Redact,
): CompletedJob<Output> {
  const { status = "" } = state;
  if (status === "COMPLETED") return state as CompletedJob<Output>;
  const { delayTime, executionTime } = state;
  // As JSON, which leaves out what is undefined; undefined itself where it is nested deeper than can be written.
  const known = redact({ error: state.error, delayTime, executionTime });
  const { error } = Object(known) as typeof known;
  const said =
    error && typeof error === "string" ? `: ${oneLine(error, 300)}` : "";
  throw new JobError(
    `job_${status.toLowerCase()}` as JobErrorCode,
    `${nameOf(data)} ended ${status}${said}`,
    { ...data, ...known, status } as EndedJob,
    WAIT,
  );
}

/** The error for a job that the service knows no more, or never knew. */
export function lostJob(data: JobData, seen: boolean): JobError {
  const minutes = isHeld(data) ? 1 : 30;
  const { submittedAt = Infinity } = data;
  const isGone = seen || Date.now() - submittedAt > minutes * 60_000;
  return new JobError(
    isGone ? "job_expired" : "job_not_found",
    isGone
      ? `${nameOf(data)} is gone: results are kept for ${minutes} min after the end`
      : `the service knows no ${nameOf(data)}`,
    { ...data, status: undefined },
    WAIT,
  );
}

/** The error for a success whose answer holds something else than was promised. */
export function unreadable(
  answer: unknown,
  what: string,
  redact: Redact,
  call: CallContext,
): ResponseError {
  return new ResponseError(
    `${call.route} answered 200 with ${what}`,
    { status: 200, headers: new Headers(), body: redact(answer) },
    { ...call, maybeSent: true },
    "invalid_response",
  );
}
