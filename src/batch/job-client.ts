import type { JobPolicy, JobS3Config } from "../../generated/jobs/resources.js";
import type { Client } from "../client.js";
import type { JobData } from "../errors.js";
import { runWithHook, type AttemptOutcome } from "../jobs/submit-hook.js";

/** One submit, with what is done around each of its attempts. */
interface JobSubmit {
  readonly slug: string;
  readonly input: object;
  readonly policy: JobPolicy | undefined;
  readonly s3Config: JobS3Config | undefined;
  readonly webhook: string | undefined;
  /** Ends the submit unless it is being sent. */
  readonly signal: AbortSignal;
  /** Awaited immediately before each attempt. Where it throws, nothing is sent. */
  readonly before: () => Promise<void>;
  /** Awaited after each attempt that was sent. */
  readonly after: (outcome: AttemptOutcome) => Promise<void>;
}

/** Submits a job. */
export async function submitJob(
  cloud: Client,
  submit: JobSubmit,
): Promise<JobData> {
  const { slug, input, policy, s3Config, webhook, signal } = submit;
  const { before, after } = submit;
  const model = cloud.model<object>(slug);
  const options = { policy, s3Config, webhook, signal };
  const hook = { before, after };
  const job = await runWithHook(model, input, options, hook);
  return job.toJSON();
}
