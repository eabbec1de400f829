import type { components } from "../../../generated/jobs/types.js";
import type { Job } from "./job-records.js";

type JobView = components["schemas"]["Job"];

/** A job as it stands now. Addresses of output files begin with `origin`: by default where it was submitted to. */
export function jobView(job: Job, origin = job.origin): JobView {
  const { id, status, queuedAt, startedAt, endedAt, workerId, outcome } = job;
  return {
    ...{ id, status },
    ...(startedAt === undefined
      ? {}
      : { delayTime: Math.round(startedAt - queuedAt) }),
    ...(startedAt === undefined || endedAt === undefined
      ? {}
      : { executionTime: Math.round(endedAt - startedAt) }),
    ...(workerId === undefined ? {} : { workerId }),
    ...(outcome && "output" in outcome
      ? { output: outputOf(outcome, origin) }
      : {}),
    ...(outcome && "error" in outcome ? { error: outcome.error } : {}),
  };
}

function outputOf(
  { output, file }: Extract<Job["outcome"], { readonly output: unknown }>,
  origin: string,
): unknown {
  if (!file) return output;
  const url = `${origin}/files/${file.name}`;
  return { [file.member]: url, ...(output as object) };
}

/** A job as it is told of inside the process. Times are milliseconds since 1970 on the emulator's clock. */
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

export function reportOf(job: Job): JobReport {
  const { id, slug, status, submittedAt, startedAt, endedAt } = job;
  return {
    ...jobView(job),
    ...{ id, slug, status, submittedAt },
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(endedAt === undefined ? {} : { endedAt }),
    ...{ input: job.input, retries: job.retries },
  };
}
