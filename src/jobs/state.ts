import {
  CloudComputeError,
  InputError,
  JobError,
  ResponseError,
  toMessageText,
  type CallContext,
  type EndedJob,
  type JobData,
  type JobErrorCode,
} from "../errors.js";
import { requestIdOf } from "../http/call-errors.js";
import { findReason, showReason } from "../http/reason.js";
import { redactHeaders, redactJson, type Redact } from "../http/redact.js";
import { showLimit } from "../http/timeout.js";
import {
  hasPromisedMember,
  promisedMember,
  readModelOutput,
} from "../models/output.js";
import { DEFAULT_TTL_MS, retentionMs } from "./service-times.js";

/** The calls of a job and of a model, as errors name them. */
export const STATUS_CALL = {
  operation: "job.status",
  route: "GET /v2/{slug}/status/{jobId}",
} as const;

export const RETRY_CALL = {
  operation: "job.retry",
  route: "POST /v2/{slug}/retry/{jobId}",
} as const;

export const CANCEL_CALL = {
  operation: "job.cancel",
  route: "POST /v2/{slug}/cancel/{jobId}",
} as const;

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
  /** How many times the service has given the job to a worker again; absent until that happens. */
  readonly retries?: number;
}

/** A job that has ended as `COMPLETED`. */
export interface CompletedJob<Output = unknown> {
  readonly id: string;
  readonly status: "COMPLETED";
  /** What the model made. The service keeps files that the output names for 7 days. */
  readonly output: Output;
  /**
   * The output of a public model as the service sent it. Present only where the service sent it in another form than
   * `output` has, such as a list.
   */
  readonly rawOutput?: unknown;
  /** Milliseconds in the queue, before a worker took the job. */
  readonly delayTime: number;
  /** Milliseconds that the worker spent on the job. */
  readonly executionTime: number;
  /** The worker that ran the job. */
  readonly workerId: string;
  /** How many times the service has given the job to a worker again; absent where one worker sufficed. */
  readonly retries?: number;
  readonly error?: undefined;
}

/**
 * A job that has ended as `FAILED`. A failed job of a public model is not charged. At your own endpoint, the time of the
 * worker is charged whatever becomes of the job.
 */
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
export interface OpenJob<Progress = unknown> extends UncompletedJob {
  readonly status: "IN_QUEUE" | "IN_PROGRESS";
  /** The latest progress that the worker has reported, if it reports any. Only the worker decides about its form. */
  readonly progress?: Progress;
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
export type JobState<Output = unknown, Progress = unknown> =
  | CompletedJob<Output>
  | FailedJob
  | StoppedJob
  | OpenJob<Progress>
  | OtherJob;

/** One change of a job, as `job.watch` yields it and `onUpdate` receives it. */
export type JobUpdate<Output = unknown, Progress = unknown> = JobState<
  Output,
  Progress
> & {
  /** Milliseconds since the submit, or since the wait began if the time of the submit is not known. */
  readonly elapsed: number;
};

/**
 * The state that a response of the service shows. While a job runs, the service has the progress of the job where it has
 * the output of a job that has ended. The output of a public model is read by `readModelOutput`.
 */
export function readState<Output, Progress = unknown>(
  answer: object,
  slug: string,
): JobState<Output, Progress> {
  const { output, ...state } = answer as JobState<Output, Progress>;
  if (output === undefined) return answer as JobState<Output, Progress>;
  if (state.status === "IN_PROGRESS")
    return { ...state, progress: output as Progress };
  const read = readModelOutput(slug, output);
  const raw = read === output ? {} : { rawOutput: output };
  return { ...state, output: read, ...raw } as JobState<Output, Progress>;
}

/** The progress that a state shows; undefined where it shows none. */
export function progressOf<Progress>(
  state: JobState<unknown, Progress>,
): Progress | undefined {
  return "progress" in state ? state.progress : undefined;
}

export function isCompleted<Output>(
  state: JobState<Output>,
): state is CompletedJob<Output> {
  return state.status === "COMPLETED";
}

/** Names a job in the message of an error. */
export function describeJob({ slug, id }: JobData): string {
  return `job ${toMessageText(id, 100)} of ${toMessageText(slug, 100)}`;
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
 * @throws JobError if the job ended in any other state
 */
export function requireCompleted<Output>(
  state: JobState<Output>,
  data: JobData,
  redact: Redact,
  call: CallContext,
): CompletedJob<Output> {
  // A worker of an endpoint may return nothing.
  if (isCompleted(state) && hasPromisedMember(data.slug, state.output))
    return state;
  if (isCompleted(state)) throw createNoOutputError(state, data, redact, call);
  const { status } = state;
  const job = describeEnd(state, data, redact);
  // A worker may also put its reason into the output.
  const found =
    findReason(job.error) ||
    findReason(job.output) ||
    writeAny(job.error) ||
    (status === "TIMED_OUT" ? TIME_LIMIT : "");
  const reason = toMessageText(found, MAX_REASON_LENGTH);
  const advice = REFUSED_BY_WORKER.test(found) ? REFUSED_ADVICE : "";
  throw new JobError(
    `job_${status.toLowerCase()}` as JobErrorCode,
    `${describeJob(data)} ended as ${status}${reason && `: ${reason}`}${advice}`,
    job,
    call,
  );
}

/** The error for a public model that has made nothing, or something else than it promises. The job keeps what came. */
function createNoOutputError(
  state: CompletedJob,
  data: JobData,
  redact: Redact,
  call: CallContext,
): JobError {
  const { output, rawOutput = output, ...ended } = state;
  const end = describeEnd({ ...ended, output: undefined }, data, redact);
  return new JobError(
    "no_output",
    `${describeJob(data)} ${describeNoOutput(data.slug, rawOutput, redact)}`,
    // The output is paid for, so all of it is kept.
    { ...end, output: redactJson(rawOutput ?? undefined, redact) },
    call,
  );
}

/** Says that a job of a public model has not made what its model promises, and shows the output as it came. */
export function describeNoOutput(
  slug: string,
  rawOutput: unknown,
  redact: Redact = (text) => text,
): string {
  const written = redact(writeAny(rawOutput));
  if (written === "") return "ended as COMPLETED without an output";
  const shown = toMessageText(written, MAX_REASON_LENGTH);
  return `ended as COMPLETED without output.${promisedMember(slug)}: the output is ${shown}`;
}

/** What has no usual form, such as an error `137` or `{ code: "OOM" }`, as JSON. */
function writeAny(value: unknown): string {
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

/** The service's words for a job that its worker refused each time. They read as if the job had run for too long. */
const REFUSED_BY_WORKER = /^job timed out after \d+ retries$/;
const REFUSED_ADVICE =
  " (its worker refused it, as it does an empty input: the log of the worker says why)";

/** The service itself names no limit. Its documents give the default. */
const TIME_LIMIT =
  "it ran for longer than its policy.executionTimeout, or its endpoint, permits; the default is 10 minutes";
/** A longer reason is cut in a message. */
const MAX_REASON_LENGTH = 300;
/** The longest text of a failed job that is kept, in characters. */
const MAX_KEPT_CHARACTERS = 2 ** 16;

/** What a `JobError` keeps of a job that has ended. The key is redacted in what the worker wrote. */
export function describeEnd(
  state: JobState,
  data: JobData,
  redact: Redact,
): EndedJob {
  const { status, delayTime, executionTime, workerId, retries } = state;
  const error = redactJson(cut(state.error), redact);
  const output = redactJson(cut(state.output), redact);
  return {
    ...data,
    ...(error !== undefined && { error }),
    ...(typeof delayTime === "number" && { delayTime }),
    ...(typeof executionTime === "number" && { executionTime }),
    ...(typeof workerId === "string" && { workerId: redact(workerId) }),
    ...(typeof retries === "number" && { retries }),
    status,
    ...(output !== undefined && { output }),
  } as EndedJob;
}

/** A value that may be long: text is cut, and any other value becomes text if its JSON is too long. */
function cut(value: unknown): unknown {
  if (value === undefined) return undefined;
  try {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const isLong = text.length > MAX_KEPT_CHARACTERS;
    return isLong ? text.slice(0, MAX_KEPT_CHARACTERS) : value;
  } catch {
    // A worker may nest an output too deeply to be written as JSON.
    return undefined;
  }
}

/**
 * Creates the error for a job that the service does not know: `job_expired` if the job `wasFound` before, or if it or its
 * result may have expired, otherwise `job_not_found`.
 */
export function createNotFoundError(
  data: JobData,
  wasFound: boolean,
  call: CallContext,
): JobError {
  const keptMs = retentionMs(data);
  const { submittedAt, ttl = DEFAULT_TTL_MS } = data;
  const ageMs = submittedAt === undefined ? 0 : Date.now() - submittedAt;
  const isExpired = wasFound || ageMs > Math.min(keptMs, ttl);
  const kept = `the service keeps a result for ${keptMs / 60_000} min after the end`;
  const alive =
    ageMs > ttl
      ? `, and a job that has not ended for ${showLimit(ttl)} (policy.ttl)`
      : "";
  const unsure = submittedAt === undefined ? `, or no longer: ${kept}` : "";
  return new JobError(
    isExpired ? "job_expired" : "job_not_found",
    isExpired
      ? `${describeJob(data)} no longer exists: ${kept}${alive}`
      : `the service does not know ${describeJob(data)}${unsure}`,
    { ...data, status: undefined },
    call,
  );
}

/** Says that a success is not the state of this job: it has no status, or the id of another job. */
export function findStateProblem(data: object, jobId: string): string {
  const { status, id = jobId } = data as {
    readonly status?: unknown;
    readonly id?: unknown;
  };
  if (typeof status !== "string") return "something other than a job";
  return id === jobId ? "" : "the state of another job";
}

/** A success that holds something else than was promised. */
interface InvalidResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** What the response holds instead. */
  readonly problem: string;
  /** The end of the message. */
  readonly end: string;
}

/** Creates the error for a success that is only found out to be invalid after its call has ended. */
export function createInvalidResponseError(
  { status, headers, body, problem, end }: InvalidResponse,
  redact: Redact,
  call: CallContext,
): ResponseError {
  const reason = showReason(body, redact);
  return new ResponseError(
    `${call.route} answered ${status} with ${redact(problem)}${reason && `: ${reason}`}${end}`,
    {
      status,
      headers: redactHeaders(headers, redact),
      body: redactJson(cut(body), redact),
    },
    { ...call, maybeSent: true, requestId: requestIdOf(headers, redact) },
    "invalid_response",
  );
}

const FINAL_STATUSES: readonly unknown[] = [
  "COMPLETED",
  "FAILED",
  "CANCELLED",
  "TIMED_OUT",
];

/** Whether a value is a status of a job that this version of the package knows. */
export function isStatus(value: unknown): boolean {
  return isFinal(value) || value === "IN_QUEUE" || value === "IN_PROGRESS";
}

/** Whether a job has ended. A job with a status that is not known goes on. */
export function isFinal(status: unknown): boolean {
  return FINAL_STATUSES.includes(status);
}

/**
 * Returns an error of ours with the job that it is about, which its message then names: a job that was accepted must not
 * be lost with an error. Every other value is returned as it is, and so is the reason of the signal, which is the caller's
 * own, whatever its class.
 *
 * @param isSubmitted whether the error is about the submit of the job or a wait for it: the service may have carried out that submit
 */
export function withJob(
  error: unknown,
  job: JobData,
  signal: AbortSignal | undefined,
  redact: Redact,
  isSubmitted = true,
): unknown {
  const isOurs = error instanceof CloudComputeError && error !== signal?.reason;
  if (!isOurs || error.job !== undefined) return error;
  // An `InputError` promises that nothing was sent.
  if (error instanceof InputError) return Object.assign(error, { job });
  if (!error.message.includes(job.id))
    extendMessage(error, redact(` (${describeJob(job)})`));
  return Object.assign(error, { job }, isSubmitted && { maybeSent: true });
}

/** Adds to the message of an error, which its stack repeats. */
export function extendMessage(error: Error, addition: string): void {
  const { message, stack } = error;
  error.message = message + addition;
  if (stack !== undefined)
    error.stack = stack.replace(message, () => error.message);
}
