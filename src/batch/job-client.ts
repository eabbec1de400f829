import type { JobPolicy, JobS3Config } from "../../generated/jobs/resources.js";
import type { Client } from "../client.js";
import type { JobData } from "../errors.js";

/** One submit, with what is done around each of its attempts. */
export interface JobSubmit {
  readonly slug: string;
  readonly input: object;
  readonly policy: JobPolicy | undefined;
  readonly s3Config: JobS3Config | undefined;
  /** Ends the submit unless it is being sent. */
  readonly signal: AbortSignal;
  /** Awaited immediately before each attempt. Where it throws, nothing is sent. */
  readonly beforeAttempt: () => Promise<void>;
  /** Awaited after each attempt that certainly did not arrive. */
  readonly afterRefusedAttempt: () => Promise<void>;
}

/** Submits a job. */
export async function submitJob(
  cloud: Client,
  { slug, input, policy, s3Config, signal, beforeAttempt }: JobSubmit,
): Promise<JobData> {
  await beforeAttempt();
  const job = await cloud
    .model(slug)
    .run(input as never, { policy, s3Config, signal });
  return job.toJSON();
}
