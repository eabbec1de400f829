import type { Job } from "../jobs/job.js";
import type { JobState } from "../jobs/state.js";

/** What every event has. */
interface EventBase<Output> {
  /** What `sign` took, or made, for this submit. The event has it even if the response to the submit was lost. */
  readonly reference: string;
  /** The handle of the job. */
  readonly job: Job<Output>;
  /** Milliseconds in the queue, as the service reports them. */
  readonly delayTime?: number | undefined;
  /** Milliseconds of execution, as the service reports them. */
  readonly executionTime?: number | undefined;
  /** How many times the service has given the job to a worker again; undefined where one worker sufficed. */
  readonly retries?: number | undefined;
  /** The `traceparent` header of the delivery, if it has a valid one. */
  readonly traceparent?: string | undefined;
}

/** The end of a job that completed. */
export interface CompletedEvent<Output = unknown> extends EventBase<Output> {
  readonly status: "COMPLETED";
  /** What the model made. */
  readonly output: Output;
  /** The output of a public model as the service sent it, where the service sent it in another form than `output` has. */
  readonly rawOutput?: unknown;
}

/** The end of a job that did not complete. */
export interface FailedEvent<Output = unknown> extends EventBase<Output> {
  readonly status: "FAILED" | "CANCELLED" | "TIMED_OUT";
  /** The error message of the worker. */
  readonly error?: string | undefined;
}

/** The end of a job. `status` says which: only a COMPLETED job has an `output`. */
export type WebhookEvent<Output = unknown> =
  | CompletedEvent<Output>
  | FailedEvent<Output>;

/** The state of a job that has ended, of which nothing but its status is checked. */
export type EndedState<Output> = Pick<
  JobState<Output>,
  "delayTime" | "executionTime" | "workerId" | "retries" | "error"
> & {
  readonly status: WebhookEvent["status"];
  readonly output?: Output;
  readonly rawOutput?: unknown;
};

/** Creates the event for the end of a job. */
export function createEvent<Output>(
  reference: string,
  job: Job<Output>,
  state: EndedState<Output>,
  traceparent: string | undefined,
): WebhookEvent<Output> {
  const { status, delayTime, executionTime, retries } = state;
  const times = { delayTime, executionTime, retries };
  const base = { reference, job, ...times, traceparent };
  const { error, rawOutput } = state;
  if (status === "COMPLETED") {
    const raw = rawOutput === undefined ? {} : { rawOutput };
    return { ...base, status, output: state.output as Output, ...raw };
  }
  return {
    ...base,
    status,
    error: typeof error === "string" ? error : undefined,
  };
}

/**
 * Names one end of a job: a job that was retried ends again, with other times or on another worker. The name begins with
 * the status, because the first two characters of the JSON are left out.
 */
export function nameEnd({
  status,
  delayTime,
  executionTime,
  workerId,
}: EndedState<unknown>): string {
  const parts = [status, delayTime, executionTime, workerId];
  return JSON.stringify(parts).slice(2, 200);
}

/** The header as W3C Trace Context defines it. */
export function readTraceparent(headers: Headers): string | undefined {
  const value = headers.get("traceparent") ?? "";
  return /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(value)
    ? value
    : undefined;
}
