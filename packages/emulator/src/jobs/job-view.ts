import type { JobsComponents as components } from "cloud-compute-sdk";
import { isRecord } from "../check-arguments.js";
import type { Job, JobResult } from "../state/job.js";

type JobView = components["schemas"]["Job"];

/** A job as the job API shows it. File addresses start with `origin`: by default with the origin of the submit. */
export function jobView(job: Job, origin = job.origin): JobView {
  const {
    id,
    status,
    queuedAt,
    startedAt,
    endedAt,
    workerId,
    progress,
    result,
    retries,
    hidesWorker = false,
  } = job;
  const view: JobView = { id, status };
  if (startedAt !== undefined) {
    // Each retry adds a millisecond: without it, two ends of a job on the manual clock could be equal.
    view.delayTime = Math.round(startedAt - queuedAt) + retries;
    if (endedAt !== undefined)
      view.executionTime = Math.round(endedAt - startedAt);
  }
  if (workerId !== undefined && !hidesWorker) view.workerId = workerId;
  if (retries > 0) view.retries = retries;
  if (status === "IN_PROGRESS" && progress) view.output = progress.output;
  if (result && "output" in result) view.output = outputOf(result, origin);
  if (result && "error" in result) view.error = result.error;
  return view;
}

function outputOf(
  { output, file }: Extract<JobResult, { readonly output: unknown }>,
  origin: string,
): unknown {
  if (!file) return output;
  const url = `${origin}/files/${file.name}`;
  const addresses = file.members.map((member) => [member, url] as const);
  const others = isRecord(output) ? Object.entries(output) : [];
  // The service sorts the members by their names.
  return Object.fromEntries([...addresses, ...others].sort());
}

/** A job as `emulator.jobs()` reports it. Times are milliseconds since 1970 on the emulator's clock. */
export interface JobReport extends JobView {
  readonly id: string;
  readonly slug: string;
  readonly status: Job["status"];
  readonly submittedAt: number;
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly input: Readonly<Record<string, unknown>>;
  readonly retries: number;
}

/** File addresses start with `origin`: by default with the origin of the submit. */
export function jobReport(job: Job, origin?: string): JobReport {
  const { id, slug, status, submittedAt, startedAt, endedAt, workerId } = job;
  return {
    ...jobView(job, origin),
    ...(workerId === undefined ? {} : { workerId }),
    id,
    slug,
    status,
    submittedAt,
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(endedAt === undefined ? {} : { endedAt }),
    input: job.input,
    retries: job.retries,
  };
}
