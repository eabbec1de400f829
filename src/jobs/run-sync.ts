import { ConnectionError, InputError, TimeoutError } from "../errors.js";
import { checkMilliseconds } from "../checks.js";
import { createJob } from "./job.js";
import type { JobService } from "./service.js";
import {
  completed,
  isFinal,
  type CompletedJob,
  type JobState,
} from "./state.js";
import { submit, type SubmitOptions } from "./submit.js";
import type { WaitOptions } from "./wait.js";

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
/** What a held call may take beyond its hold, in milliseconds. */
const MARGIN = 20_000;

/** Submits and waits, as `Model` says. */
export async function runSync<Output>(
  service: JobService,
  slug: string,
  input: object,
  options: RunSyncOptions<Output>,
): Promise<CompletedJob<Output>> {
  const { signal, headers, timeout, wait, onUpdate } = options;
  const { jobs, budgets, blot } = service;
  if (wait !== undefined) checkHold(wait);
  if (timeout !== undefined)
    checkMilliseconds("timeout", timeout, { operation: "jobs.runSync" });
  const begun = performance.now();
  const held = Math.min((wait ?? HOLD) + MARGIN, timeout ?? Infinity);
  const query = wait === undefined ? {} : { wait };
  const { answer, data } = await submit(
    { operation: "jobs.runSync", slug, input, options, timeout: held, blot },
    budgets.holds(slug),
    (body, bound) =>
      jobs.runSync(slug, body, query, { ...bound, signal, headers }),
  ).catch((error: unknown) => {
    throw withFate(error);
  });
  const elapsed = performance.now() - begun;
  if (isFinal(answer.status)) {
    const state = answer as JobState<Output>;
    onUpdate?.({ ...state, elapsed });
    return completed(state, data, blot);
  }
  const left = timeout && Math.max(1, timeout - elapsed);
  const job = createJob<Output>(service, data, true);
  return job.wait({ ...options, timeout: left });
}

/** Says of a lost held call what became of its job: nobody knows, since the id comes only with the answer. */
function withFate(error: unknown): unknown {
  const isLost =
    error instanceof ConnectionError || error instanceof TimeoutError;
  if (!isLost || !error.maybeSent) return error;
  error.message += "; its job may run on, but the id is lost with the answer";
  return error;
}

function checkHold(wait: number): void {
  if (Number.isInteger(wait) && wait >= 1000 && wait <= LONGEST_HOLD) return;
  throw new InputError(
    "wait",
    `wait must be a whole number of milliseconds from 1000 to ${LONGEST_HOLD}`,
    { operation: "jobs.runSync" },
  );
}
