import { check, checkMilliseconds } from "../checks.js";
import { JobError } from "../errors.js";
import type { JobTrace } from "../tracing.js";
import { POLL_TIMEOUT_MS } from "./poll.js";
import type { JobService } from "./service.js";
import {
  isFinal,
  requireCompleted,
  type CompletedJob,
  type JobState,
} from "./state.js";
import { submit, type SubmitOptions } from "./submit.js";
import { TrackedJob } from "./tracked-job.js";
import { waitUntilCompleted, type WaitOptions } from "./wait.js";

/** How to submit a job and wait for it in one call. */
export interface RunSyncOptions<Output = unknown>
  extends SubmitOptions, WaitOptions<Output> {
  /**
   * How long the service holds the call for the result before it answers with a job that goes on: whole milliseconds
   * from 1000 to 280000.
   *
   * @default 90000, the service's own default
   */
  readonly wait?: number | undefined;
}

/** How long the service holds a call of `/runsync` by default. */
const DEFAULT_HOLD_MS = 90_000;
const MIN_HOLD_MS = 1000;
/** Node's fetch gives up after 300 s without a response, so a hold must be shorter. */
const MAX_HOLD_MS = 280_000;

/** Submits a job and waits for it, as `model.runSync` documents. */
export async function runSync<Output>(
  service: JobService,
  slug: string,
  input: object,
  options: RunSyncOptions<Output>,
): Promise<CompletedJob<Output>> {
  const { timeout, wait } = options;
  const holdMs = wait ?? DEFAULT_HOLD_MS;
  const call = { operation: "jobs.runSync" };
  check(
    Number.isInteger(holdMs) && holdMs >= MIN_HOLD_MS && holdMs <= MAX_HOLD_MS,
    "wait",
    `must be a whole number from ${MIN_HOLD_MS} to ${MAX_HOLD_MS}`,
    call,
  );
  checkMilliseconds("timeout", timeout, call);
  const trace = service.tracing?.startJob(slug, undefined);
  try {
    const job = await submitAndWait(service, slug, input, options, trace);
    trace?.end(job.status);
    return job;
  } catch (error) {
    const status = error instanceof JobError ? error.job.status : undefined;
    trace?.end(status, error);
    throw error;
  }
}

async function submitAndWait<Output>(
  service: JobService,
  slug: string,
  input: object,
  options: RunSyncOptions<Output>,
  trace: JobTrace | undefined,
): Promise<CompletedJob<Output>> {
  const { timeout, wait, signal, headers, onUpdate } = options;
  const holdMs = wait ?? DEFAULT_HOLD_MS;
  const startedAt = performance.now();
  const { response, data } = await submit(service, {
    kind: "runSync",
    slug,
    input,
    options,
    signal,
    headers,
    retries: undefined,
    timeout: Math.min(holdMs + POLL_TIMEOUT_MS, timeout ?? Infinity),
    limitsQueueTime: timeout !== undefined,
    send: (jobs, body, call) => jobs.runSync(slug, body, { wait }, call),
  });
  const elapsed = performance.now() - startedAt;
  if (isFinal(response.status)) {
    const state = response as JobState<Output>;
    onUpdate?.({ ...state, elapsed });
    return requireCompleted(state, data, service.redact);
  }
  const { interval, onAbort, onCancel } = options;
  const job = new TrackedJob<Output>(service, data, true);
  job.trace = trace;
  return waitUntilCompleted(job, {
    signal,
    headers,
    interval,
    onUpdate,
    onAbort,
    onCancel,
    timeout: timeout && Math.max(1, timeout - elapsed),
  });
}
