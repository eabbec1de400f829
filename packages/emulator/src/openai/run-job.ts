import { cancelJob, submitJob, waitForJob } from "../jobs/jobs.js";
import type { OpenAIRoute } from "../http/operations.js";
import type { Call } from "../requests/handler.js";
import type { Job } from "../state/job.js";

/** A call that runs a job. */
export type PostCall = Call<Extract<OpenAIRoute, `POST ${string}`>>;

/** Submits a job for a call. Undefined where the caller has left: the job is cancelled, or not submitted at all. */
export async function runJob(
  { state, params: { slug }, origin, bodyBytes, signal }: PostCall,
  input: Readonly<Record<string, unknown>>,
  isDone?: (job: Job) => boolean,
): Promise<Job | undefined> {
  if (signal.aborted) return undefined;
  const submit = { slug, kind: "runsync", origin, bodyBytes } as const;
  const job = submitJob(state, submit, { input });
  const limit = { until: job.expiresAt, signal };
  await waitForJob(state, job, limit, () => isDone?.(job) ?? false);
  if (!hasLeft(signal)) return job;
  cancelJob(state, job);
  return undefined;
}

/** The compiler takes a signal that it has read once for unchanged. */
function hasLeft({ aborted }: AbortSignal): boolean {
  return aborted;
}

/** What `emulator.requests` shows for a call whose caller has left before its answer. Nobody reads this response. */
export function callerLeft(): Response {
  return new Response(null, { status: 499 });
}
