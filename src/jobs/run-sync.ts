import { check, type OptionNames } from "../checks.js";
import { createWaitableJob } from "./job.js";
import { POLL_TIMEOUT_MS } from "./poll.js";
import type { JobService } from "./service.js";
import { readState, type CompletedJob } from "./state.js";
import { noteRepeatedJob, noteShortTimeout, submit } from "./submit.js";
import {
  describeSubmit,
  SUBMIT_OPTIONS,
  writeSubmitBody,
  type SubmitOptions,
} from "./submit-body.js";
import { checkWaitOptions, WAIT_OPTIONS, type WaitOptions } from "./wait.js";

/** How to submit a job and wait for it in one call. */
export interface RunSyncOptions<Output = unknown, Progress = unknown>
  extends SubmitOptions, WaitOptions<Output, Progress> {
  /**
   * How long the service holds the call for the result before it answers with a job that goes on: whole milliseconds
   * from 1000 to 280000. The edge in front of the service ends a call without a response after about 100 s with a page of
   * status 524. The job may then be running, but its id is lost: for jobs that may take longer, use `run`.
   *
   * A `timeout` that ends before that response loses the id as well, and so does an abort: `onAbort: "cancel"` can cancel
   * the job only once the service has answered.
   *
   * @default 90000, the service's own default; four fifths of a `timeout` that is shorter
   */
  readonly wait?: number | undefined;
}

/** How long the service holds a call of `/runsync` by default. */
const DEFAULT_HOLD_MS = 90_000;
/** The part of the timeout for which the service holds the call: the rest is left for its answer, which has the job. */
const HOLD_SHARE = 0.8;
const MIN_HOLD_MS = 1000;
/** Node's fetch gives up after 300 s without a response, so a hold must be shorter. */
const MAX_HOLD_MS = 280_000;

const RUN_SYNC_OPTIONS: OptionNames<RunSyncOptions> = {
  ...SUBMIT_OPTIONS,
  ...WAIT_OPTIONS,
  wait: true,
};

/** Submits a job and waits for it, as `model.runSync` documents. */
export async function runSync<Output>(
  service: JobService,
  slug: string,
  input: object,
  options: RunSyncOptions<Output>,
): Promise<CompletedJob<Output>> {
  const call = describeSubmit("runSync");
  checkWaitOptions(options, call.operation, RUN_SYNC_OPTIONS);
  // The input is written before anything is awaited, because the caller may change the object afterwards.
  const submitBody = writeSubmitBody("runSync", input, options);
  const { timeout, signal } = options;
  const wait = options.wait ?? holdWithin(timeout);
  const holdMs = wait ?? DEFAULT_HOLD_MS;
  check(
    Number.isInteger(holdMs) && holdMs >= MIN_HOLD_MS && holdMs <= MAX_HOLD_MS,
    "wait",
    `must be a whole number from ${MIN_HOLD_MS} to ${MAX_HOLD_MS}`,
    call,
  );
  noteShortTimeout(service, timeout, call);
  const startedAt = performance.now();
  const submitted = await submit(service, {
    kind: "runSync",
    slug,
    submitBody,
    signal,
    timeout: Math.min(holdMs + POLL_TIMEOUT_MS, timeout ?? Infinity),
    limitsQueueTime: timeout !== undefined,
    wait,
  });
  const { data, response } = submitted;
  noteRepeatedJob(service, data, call);
  const { status } = response as { readonly status?: unknown };
  const shown = typeof status === "string" ? status : undefined;
  const state = readState<Output>({ ...response, status: shown }, slug);
  const { wait: waitForJob } = createWaitableJob<Output>(
    service,
    data,
    submitted,
  );
  // Each error of the wait has the job.
  return waitForJob("model.runSync", options, { startedAt, state });
}

/** For how long the service should hold a call that ends at a timeout; undefined for its own default. */
function holdWithin(timeout = Infinity): number | undefined {
  const holdMs = Math.max(MIN_HOLD_MS, Math.floor(timeout * HOLD_SHARE));
  return holdMs < DEFAULT_HOLD_MS ? holdMs : undefined;
}
