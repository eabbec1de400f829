import type { JobData } from "../errors.js";
import { check, checkMilliseconds } from "../checks.js";
import type { Job } from "./job.js";
import type { JobService } from "./service.js";
import {
  completed,
  isFinal,
  type CompletedJob,
  type JobState,
} from "./state.js";
import { submit, type SubmitOptions } from "./submit.js";
import { PATIENCE, type WaitOptions } from "./wait.js";

/** How to submit a job and wait for it. */
export interface RunSyncOptions<Output = unknown>
  extends SubmitOptions, WaitOptions<Output> {
  /**
   * How long the service holds the call for the result before it answers with a job that goes on, in milliseconds
   * from 1000 to 280000.
   * @default the service's own: 90000
   */
  readonly wait?: number | undefined;
}

/** The service's own hold of `/runsync`, in milliseconds. */
const HOLD = 90_000;
/** Node's fetch gives up at 300 s without an answer: a hold stays below. */
const LONGEST_HOLD = 280_000;

/** Submits and waits, as `Model` says; `createJob` makes the handle of a job that goes on. */
export async function runSync<Output>(
  service: JobService,
  slug: string,
  input: object,
  options: RunSyncOptions<Output>,
  createJob: (service: JobService, data: JobData, fresh: true) => Job<Output>,
): Promise<CompletedJob<Output>> {
  const { timeout, wait: hold = HOLD } = options;
  const call = { operation: "jobs.runSync" };
  check(
    Number.isInteger(hold) && hold >= 1000 && hold <= LONGEST_HOLD,
    "wait",
    `must be a whole number from 1000 to ${LONGEST_HOLD}`,
    call,
  );
  checkMilliseconds("timeout", timeout, call);
  const held = Math.min(hold + PATIENCE, timeout ?? Infinity);
  const begun = performance.now();
  const [answer, data] = await submit(
    service,
    "runSync",
    slug,
    input,
    options,
    held,
    (jobs, body, call) =>
      jobs.runSync(slug, body, { wait: options.wait }, call),
  );
  const elapsed = performance.now() - begun;
  if (isFinal(answer.status)) {
    const state = answer as JobState<Output>;
    options.onUpdate?.({ ...state, elapsed });
    return completed(state, data, service.redact);
  }
  const job = createJob(service, data, true);
  return job.wait({
    ...options,
    timeout: timeout && Math.max(1, timeout - elapsed),
  });
}
