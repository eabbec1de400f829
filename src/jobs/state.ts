import type {
  Job as JobAnswer,
  JobStatus,
  ModelOutput,
} from "../../generated/jobs.js";
import { oneLine } from "../answer.js";
import {
  JobError,
  type EndedJob,
  type JobData,
  type JobErrorCode,
} from "../errors.js";
import type { Blot } from "../secrets.js";

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

/** How long the service keeps a result after the job has ended, in milliseconds: 30 minutes, 1 minute for `/runsync`. */
function retentionOf(id: string): number {
  return id.startsWith("sync-") ? 60_000 : 1_800_000;
}

const FAILURES: Readonly<Record<string, JobErrorCode>> = {
  FAILED: "job_failed",
  CANCELLED: "job_cancelled",
  TIMED_OUT: "job_timed_out",
};

/** Whether the job goes on: any status that is not known as final does. */
export function isFinal(status: JobStatus | undefined): boolean {
  return (
    status === "COMPLETED" ||
    (status !== undefined && Object.hasOwn(FAILURES, status))
  );
}

/** The call that every failure of a wait names. */
export const WAIT = {
  operation: "job.wait",
  route: "GET /v2/{slug}/status/{jobId}",
} as const;

/** The state as that of a completed job; throws a `JobError` where it ended otherwise. */
export function completed<Output>(
  state: JobState<Output>,
  data: JobData,
  blot: Blot,
): CompletedJob<Output> {
  const code = FAILURES[state.status ?? ""];
  if (code === undefined) return state as CompletedJob<Output>;
  const { status, delayTime, executionTime } = state;
  const error = blot(state.error);
  const known = Object.entries({ error, delayTime, executionTime }).filter(
    ([, value]) => value !== undefined,
  );
  const job: EndedJob = { ...data, status, ...Object.fromEntries(known) };
  const said =
    typeof error === "string" && error !== "" ? `: ${oneLine(error, 300)}` : "";
  throw new JobError(
    code,
    `job ${data.id} of ${data.slug} ended ${status}${said}`,
    job,
    WAIT,
  );
}

/** The error for a job that the service knows no more, or never knew. */
export function lostJob(data: JobData, seen: boolean): JobError {
  const { submittedAt, id, slug } = data;
  const kept = retentionOf(id);
  const isGone =
    seen || (submittedAt !== undefined && Date.now() - submittedAt > kept);
  const named = `job ${id} of ${slug}`;
  const said = isGone
    ? `${named} is gone: results are kept for ${kept / 60_000} ${kept > 60_000 ? "minutes" : "minute"} after the end`
    : `the service knows no ${named}`;
  return new JobError(
    isGone ? "job_expired" : "job_not_found",
    said,
    { ...data, status: undefined },
    WAIT,
  );
}
