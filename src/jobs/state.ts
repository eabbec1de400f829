import {
  defineHidden,
  JobError,
  ResponseError,
  toMessageText,
  type CallContext,
  type EndedJob,
  type JobData,
  type JobErrorCode,
} from "../errors.js";
import type { Redact } from "../http/redact.js";
import { STATUS_CALL } from "./job-calls.js";

/** What the state of a job may show that has not ended as `COMPLETED`. */
interface UncompletedJob {
  readonly id?: string;
  readonly output?: undefined;
  /** Milliseconds in the queue, before a worker took the job. */
  readonly delayTime?: number;
  /** Milliseconds that the worker spent on the job. */
  readonly executionTime?: number;
  /** The worker that ran the job. */
  readonly workerId?: string;
}

/** A job that has ended as `COMPLETED`. */
export interface CompletedJob<Output = unknown> {
  readonly id: string;
  readonly status: "COMPLETED";
  /** What the model made. The service keeps files that the output names for 7 days. */
  readonly output: Output;
  /** Milliseconds in the queue, before a worker took the job. */
  readonly delayTime: number;
  /** Milliseconds that the worker spent on the job. */
  readonly executionTime: number;
  /** The worker that ran the job. */
  readonly workerId: string;
  readonly error?: undefined;
}

/** A job that has ended as `FAILED`. A failed job is not charged. */
export interface FailedJob extends UncompletedJob {
  readonly status: "FAILED";
  /** The error message of the worker. */
  readonly error?: string;
}

/** A job that was cancelled, or that ran out of time. */
export interface StoppedJob extends UncompletedJob {
  readonly status: "CANCELLED" | "TIMED_OUT";
  readonly error?: string;
}

/** A job that waits in the queue, or runs. */
export interface OpenJob extends UncompletedJob {
  readonly status: "IN_QUEUE" | "IN_PROGRESS";
  readonly error?: undefined;
}

/** The first letters that no status known to this version of the package has. */
type OtherLetter =
  | "A"
  | "B"
  | "D"
  | "E"
  | "G"
  | "H"
  | "J"
  | "K"
  | "L"
  | "M"
  | "N"
  | "O"
  | "P"
  | "Q"
  | "R"
  | "S"
  | "U"
  | "V"
  | "W"
  | "X"
  | "Y"
  | "Z";

/**
 * A status that this version of the package does not know: `status === "PAUSED"` compiles. A type cannot exclude single
 * words from `string`. So this type is every text that begins with a letter with which no known status begins.
 */
export type OtherStatus = `${OtherLetter}${string}`;

/** A job whose status this version of the package does not know, or that shows none: the job goes on. */
export interface OtherJob extends UncompletedJob {
  readonly status: OtherStatus;
  readonly error?: undefined;
}

/**
 * The state of a job, as one status request shows it. Its `status` decides which members there are: with `"COMPLETED"`
 * there is an `output`.
 */
export type JobState<Output = unknown> =
  CompletedJob<Output> | FailedJob | StoppedJob | OpenJob | OtherJob;

/** One change of a job's status, as `job.watch` yields it and `onUpdate` receives it. */
export type JobUpdate<Output = unknown> = JobState<Output> & {
  /** Milliseconds since the submit, or since the wait began if the time of the submit is not known. */
  readonly elapsed: number;
};

export function isCompleted<Output>(
  state: JobState<Output>,
): state is CompletedJob<Output> {
  return state.status === "COMPLETED";
}

/** Whether the job was submitted by `/runsync`, which keeps results for 1 minute instead of 30. */
export function isFromRunSync({ id }: JobData): boolean {
  return id.startsWith("sync-");
}

/** The longest beginning of a name of the service that an error keeps, in characters. */
const MAX_NAME_LENGTH = 1000;

/** Redacts the beginning of a status, an id or the like. Redacting a name that is very long would take too long. */
export function redactName(name: string, redact: Redact): string {
  return redact(name.slice(0, MAX_NAME_LENGTH));
}

/** Names a job in the message of an error. An id may hold a piece of the key by chance: the piece is redacted. */
export function describeJob({ slug, id }: JobData, redact: Redact): string {
  const show = (name: string) => toMessageText(redactName(name, redact), 100);
  return `job ${show(id)} of ${show(slug)}`;
}

/** The function that a user called and that waits for a job. The errors of the wait name this function. */
export type WaitOperation =
  | "job.wait"
  | "job.watch"
  | "job.stream"
  | "job.outputs"
  | "model.runSync"
  | "model.map";

/** The call that the errors of a wait name. `route` is the route of its polls. */
export function describeWait(
  operation: WaitOperation,
  route: string = STATUS_CALL.route,
): CallContext {
  return { operation, route, maybeSent: true };
}

/**
 * Returns the state of a job that has ended as the state of a completed job.
 *
 * @throws JobError if the job ended otherwise
 */
export function requireCompleted<Output>(
  state: JobState<Output>,
  data: JobData,
  redact: Redact,
  call: CallContext,
): CompletedJob<Output> {
  if (isCompleted(state)) return state;
  const { status } = state;
  const job = describeEnd(state, data, redact);
  const { error }: { readonly error?: unknown } = job;
  const reason =
    typeof error === "string" && error !== ""
      ? `: ${toMessageText(error, 300)}`
      : "";
  throw new JobError(
    `job_${status.toLowerCase()}` as JobErrorCode,
    `${describeJob(data, redact)} ended as ${status}${reason}`,
    job,
    call,
  );
}

/** The longest text of a failed job that is redacted and kept, in characters. */
const MAX_KEPT_CHARACTERS = 2 ** 16;

/** What a `JobError` keeps of a job that has ended. The key is redacted in what the worker wrote. */
function describeEnd(state: JobState, data: JobData, redact: Redact): EndedJob {
  const { status, delayTime, executionTime, workerId } = state;
  const error = redact(cut(state.error));
  const job = {
    ...data,
    ...(error !== undefined && { error }),
    ...(typeof delayTime === "number" && { delayTime }),
    ...(typeof executionTime === "number" && { executionTime }),
    ...(typeof workerId === "string" && {
      workerId: redactName(workerId, redact),
    }),
    status,
  } as EndedJob;
  if (state.output !== undefined)
    defineHidden(job, { output: () => redact(cut(state.output)) });
  return job;
}

/** A value that may be long: text is cut, and any other value becomes text if its JSON is too long. */
function cut(value: unknown): unknown {
  if (typeof value === "string") return value.slice(0, MAX_KEPT_CHARACTERS);
  try {
    const text = (JSON.stringify(value) as string | undefined) ?? "";
    const isLong = text.length > MAX_KEPT_CHARACTERS;
    return isLong ? text.slice(0, MAX_KEPT_CHARACTERS) : value;
  } catch {
    // The value is nested too deeply to be written as JSON.
    return undefined;
  }
}

/**
 * Creates the error for a job that the service does not know: `job_expired` if the job `wasFound` before or its result
 * may have expired, otherwise `job_not_found`.
 */
export function createNotFoundError(
  data: JobData,
  wasFound: boolean,
  redact: Redact,
  call: CallContext,
): JobError {
  const keptMinutes = isFromRunSync(data) ? 1 : 30;
  const { submittedAt = Infinity } = data;
  const isExpired = wasFound || Date.now() - submittedAt > keptMinutes * 60_000;
  return new JobError(
    isExpired ? "job_expired" : "job_not_found",
    isExpired
      ? `${describeJob(data, redact)} no longer exists: the service keeps a result for ${keptMinutes} min after the end`
      : `the service does not know ${describeJob(data, redact)}`,
    { ...data, status: undefined },
    call,
  );
}

/**
 * Throws a `ResponseError` unless a successful response is an object whose status, if there is one, is text, and whose id,
 * if there is one, is that of the job.
 */
export function checkState(
  state: unknown,
  job: JobData,
  redact: Redact,
  call: CallContext,
): asserts state is object {
  const isObject =
    typeof state === "object" && state !== null && !Array.isArray(state);
  const { status, id = job.id } = Object(state) as {
    readonly status?: unknown;
    readonly id?: unknown;
  };
  const isState =
    isObject && (status === undefined || typeof status === "string");
  if (!isState)
    throw createInvalidResponseError(
      state,
      "something other than a job",
      redact,
      call,
    );
  if (id !== job.id)
    throw createInvalidResponseError(
      state,
      "the state of another job",
      redact,
      call,
    );
}

/** Creates the error for a successful response that holds `content` instead of what was promised. */
export function createInvalidResponseError(
  response: unknown,
  content: string,
  redact: Redact,
  call: CallContext,
): ResponseError {
  return new ResponseError(
    `${call.route} answered 200 with ${content}`,
    { status: 200, headers: new Headers(), body: redact(cut(response)) },
    { ...call, maybeSent: true },
    "invalid_response",
  );
}
