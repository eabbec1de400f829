/** The call that an error belongs to. */
export interface CallContext {
  /** The name of the call in the client: `pods.update`, and `model.run` for a model's `run`. */
  readonly operation?: string | undefined;
  /** The route that was sent, as a template: `PATCH /pods/{podId}`. */
  readonly route?: string | undefined;
  /** @default false */
  readonly maybeSent?: boolean;
  /** The service's own id of the request. */
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** A longer message is cut, so that a log stays readable. */
const MAX_MESSAGE_LENGTH = 2000;
/** The longest text that is searched for control characters. What follows is never shown. */
const MAX_SEARCHED_LENGTH = 8192;

/**
 * One printable line of at most `maxLength` characters. Line breaks, control characters, characters that change the
 * direction of a text, and halves of characters become spaces.
 */
export function toMessageText(
  text: string,
  maxLength = MAX_MESSAGE_LENGTH,
): string {
  const line = text
    .slice(0, MAX_SEARCHED_LENGTH)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ")
    .trim();
  const isWhole = line.length <= maxLength && text.length < MAX_SEARCHED_LENGTH;
  if (isWhole) return line;
  // The cut may leave half of a character.
  return `${line.slice(0, maxLength - 1).replace(/\p{Cs}$/u, "")}…`;
}

/**
 * Whether a value is an error, also one of another realm: under Jest, each test file has an `Error` of its own, and the
 * errors of the platform are no instances of it. A DOMException is an error.
 */
export function isError(value: unknown): value is Error {
  const tag = Object.prototype.toString.call(value);
  return value instanceof Error || /^\[object (Error|DOMEx\w+)\]$/.test(tag);
}

/** The key of the names of an error's classes: the same in every copy of this package that a process loads. */
const CLASS_NAMES = Symbol.for("cloud-compute-sdk.error-classes");

/**
 * The base of every error that this package throws. Its message is one line, and never shows the key. `instanceof`
 * also works for an error of another copy of this package, such as the CommonJS copy beside that of ES modules.
 *
 * @example
 * ```ts
 * try {
 *   await cloud.v2.pods.create({ name: "trainer", image: "ubuntu:24.04", gpu: { id: "NVIDIA L4", count: 1 } });
 * } catch (error) {
 *   if (error instanceof CloudComputeError && !error.maybeSent) console.log("safe to call again");
 *   else throw error;
 * }
 * ```
 */
export class CloudComputeError extends Error {
  /** A stable, machine-readable code. */
  declare readonly code: string;
  /**
   * The function that you called: `pods.update`, however the update is sent, `model.run`, `job.wait`. A refused poll of a
   * wait names `job.status`.
   */
  declare readonly operation: string | undefined;
  /** The route that was sent, as a template: `PATCH /pods/{podId}`. */
  declare readonly route: string | undefined;
  /**
   * Whether the service may have carried the call out. False means certainly not: sending the call again is safe. A call
   * or a wait that only reads may be repeated anyway; for these, true means only that a request was sent.
   */
  declare readonly maybeSent: boolean;
  /** The service's own id of the request, from `x-request-id` and the like: name it to the service's support. */
  declare readonly requestId?: string;
  /** The job that a failed wait or `runSync` was for, once its id is known: pass it to `cloud.job` to go on. */
  declare readonly job?: JobData | undefined;
  /** The jobs that were under way when a `map` ended with this error: pass each to `cloud.job` to go on. */
  declare readonly jobs?: readonly JobData[] | undefined;

  static {
    nameClass(this, "CloudComputeError");
    Object.defineProperty(this, Symbol.hasInstance, { value: hasInstance });
  }

  /** The name of the call, if there is one, precedes `problem` in the message. */
  constructor(
    code: string,
    problem: string,
    { operation, route, maybeSent = false, requestId, cause }: CallContext = {},
  ) {
    super(
      toMessageText(operation ? `${operation}: ${problem}` : problem),
      cause === undefined ? undefined : { cause },
    );
    Object.assign(this, { code, operation, route, maybeSent });
    if (requestId !== undefined) this.requestId = requestId;
  }

  /** What a log may keep: everything but headers and the cause. A long body is cut. */
  toJSON(): object {
    const { name, message } = this;
    const members: Record<string, unknown> = {
      name,
      message,
      ...(this as object),
    };
    delete members["headers"];
    if ("body" in members) members["body"] = cutBody(members["body"]);
    return members;
  }
}

/** The longest body in the JSON of an error, in characters. */
const MAX_LOGGED_BODY = 4096;

/** A body for a log: the beginning of its JSON, as text, if it is long. */
function cutBody(body: unknown): unknown {
  // `JSON.stringify` returns undefined for undefined, whatever its type says.
  const text = (JSON.stringify(body) as string | undefined) ?? "";
  return text.length > MAX_LOGGED_BODY
    ? `${text.slice(0, MAX_LOGGED_BODY)}…`
    : body;
}

/** An argument or option is wrong; nothing was sent. */
export class InputError extends CloudComputeError {
  declare readonly code: "invalid_input";
  /** The option, parameter or field that is wrong. */
  declare readonly parameter: string;

  static {
    nameClass(this, "InputError");
  }

  constructor(parameter: string, problem: string, call?: CallContext) {
    super("invalid_input", problem, call);
    this.parameter = parameter;
  }
}

/** No response came: the connection was refused or lost, or broke off in the middle of a response. `cause` says why. */
export class ConnectionError extends CloudComputeError {
  declare readonly code: "connection_failed";
  /** The status of a response that broke off in its body; undefined when no response began. */
  declare readonly status: number | undefined;

  static {
    nameClass(this, "ConnectionError");
  }

  constructor(problem: string, call: CallContext, status?: number) {
    super("connection_failed", problem, call);
    this.status = status;
  }
}

/** A time limit ended before the response came, or before the job did. */
export class TimeoutError extends CloudComputeError {
  declare readonly code: "timeout";
  /** The limit that was reached, in milliseconds. */
  declare readonly timeout: number;
  /** The job that was waited for, if any: pass it to `cloud.job` to resume waiting. */
  declare readonly job: JobData | undefined;
  /** The status of that job which the last poll has shown; undefined if no poll has succeeded. */
  declare readonly lastStatus: string | undefined;
  /** The outcome of cancelling that job, if `onAbort: "cancel"` asked for it. */
  declare readonly cancellation: CancelOutcome | undefined;

  static {
    nameClass(this, "TimeoutError");
  }

  constructor(
    problem: string,
    timeout: number,
    call: CallContext,
    job?: JobData,
    lastStatus?: string,
  ) {
    super("timeout", problem, call);
    this.timeout = timeout;
    this.job = job;
    this.lastStatus = lastStatus;
    this.cancellation = undefined;
  }
}

/** The outcome of a cancellation that followed an abort or a time-out. */
export interface CancelOutcome {
  readonly job: JobData;
  /** False when the job had ended before, or the call failed. */
  readonly cancelled: boolean;
  /** Why the call failed. */
  readonly error?: unknown;
}

/** A response, as errors keep it. */
interface KeptResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON, or the text when the body is no JSON; secrets are redacted. */
  readonly body: unknown;
}

/**
 * Why the service refuses to make something: no machine is free, the balance of the account does not suffice, or a quota
 * is full. The same reason of the service has the same code on every surface, whatever its status.
 */
export type RefusalCode =
  | "no_capacity"
  | "insufficient_balance"
  | "quota_exceeded";

/** What a `ResponseError` is about. `response_error` is every refusal that is none of the others. */
export type ResponseErrorCode =
  | RefusalCode
  | "response_error"
  /** The body cannot be read, or is not what the call promises. */
  | "invalid_response"
  /** The host of a file has deleted the file, or its address has expired. */
  | "output_expired"
  /** The host of a file does not know the file. */
  | "output_not_found"
  /** A network volume has no such file, or no such upload. */
  | "file_not_found"
  /** A network volume has no space left. */
  | "volume_full";

/**
 * The service answered with a status other than 2xx, or with a body that cannot be read. The message shows the service's
 * reason.
 */
export class ResponseError extends CloudComputeError {
  declare readonly code: ResponseErrorCode;
  /** The HTTP status; 0 where a browser hides a redirect. */
  declare readonly status: number;
  /** The body of the response, at most 64 KiB; the key and secrets that the call sent are redacted. */
  declare readonly body: unknown;
  /** The headers of the response, with the same redaction. */
  declare readonly headers: Headers;

  static {
    nameClass(this, "ResponseError");
  }

  constructor(
    problem: string,
    { status, headers, body }: KeptResponse,
    call: CallContext,
    code: ResponseErrorCode = "response_error",
  ) {
    super(code, problem, call);
    Object.assign(this, { status, body, headers });
  }
}

/** One entry of `errors` in a GraphQL response. */
export interface GraphQLErrorEntry {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly {
    readonly line: number;
    readonly column: number;
  }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** The GraphQL response holds errors; the error keeps the data that came with them. */
export class GraphQLError extends CloudComputeError {
  declare readonly code: RefusalCode | "graphql_error";
  declare readonly status: number;
  /**
   * The body of the response; the key and secrets that the call sent are redacted. Of a response of more than 256 Ki
   * characters, the beginning of its text.
   */
  declare readonly body: unknown;

  static {
    nameClass(this, "GraphQLError");
  }

  constructor(
    problem: string,
    { status, body }: Pick<KeptResponse, "status" | "body">,
    call: CallContext,
    code: GraphQLError["code"] = "graphql_error",
  ) {
    super(code, problem, call);
    Object.assign(this, { status, body });
  }

  /** The errors of the response. */
  get errors(): readonly GraphQLErrorEntry[] {
    const { errors = [] } = Object(this.body) as { readonly errors?: unknown };
    const list: unknown = Array.isArray(errors) ? errors : [errors];
    return list as readonly GraphQLErrorEntry[];
  }

  /** The partial data of the response, if any. */
  get data(): unknown {
    return (Object(this.body) as { readonly data?: unknown }).data;
  }
}

/** A job as plain JSON: everything that another process needs to resume it. */
export interface JobData {
  readonly slug: string;
  readonly id: string;
  /**
   * When the job was submitted, in milliseconds since 1970; absent when only the id is known. Without it, a wait counts the
   * time to live from its own start.
   */
  readonly submittedAt?: number;
  /** The time to live of the job in milliseconds, counted from `submittedAt`; then the service gives the job up. */
  readonly ttl?: number;
}

/** A job that ended with another status than COMPLETED. */
export interface EndedJob extends JobData {
  readonly status: string | undefined;
  /** The error message of the worker. */
  readonly error?: string;
  /** Milliseconds in the queue, as the service reports them. */
  readonly delayTime?: number;
  /** Milliseconds of execution, as the service reports them. */
  readonly executionTime?: number;
  /** The worker that ran the job. */
  readonly workerId?: string;
  /** How many times the service has given the job to a worker again; absent where one worker sufficed. */
  readonly retries?: number;
  /**
   * What the job had made before it ended, the key redacted. Output that is longer than 64 kB as JSON is the beginning of
   * that JSON, as text. With the code `no_output`, this is the whole output as the service sent it.
   */
  readonly output?: unknown;
}

/** The ways in which waiting for a job can fail. */
export type JobErrorCode =
  | "job_failed"
  | "job_cancelled"
  | "job_timed_out"
  /** The job is COMPLETED, but its output does not fit the contract of the model. */
  | "job_output_refused"
  /**
   * The service no longer knows the job: the wait has seen the job before, its result may have expired, which is kept for 30
   * minutes (for one minute after `runSync`), or its `policy.ttl` is over.
   */
  | "job_expired"
  /**
   * The service does not know the job, and no result can have expired yet; or the handle was made from an id alone, so that
   * nobody knows how old the job is.
   */
  | "job_not_found"
  /** The job of a public model ended as COMPLETED, but its output has no address, or no text. `job.output` has what came. */
  | "no_output";

/** The job ended with another status than COMPLETED or without its output, or the service does not know the job. */
export class JobError extends CloudComputeError {
  declare readonly code: JobErrorCode;
  declare readonly job: EndedJob;

  static {
    nameClass(this, "JobError");
  }

  constructor(
    code: JobErrorCode,
    problem: string,
    job: EndedJob,
    call: CallContext,
  ) {
    super(code, problem, call);
    this.job = job;
  }
}

/** The code of the caller that a wait or a `map` calls. */
export type CallbackName =
  | "onSubmit"
  | "onProgress"
  | "onUpdate"
  | "interval"
  | "apiKey"
  | "inputs";

/**
 * Code of the caller failed during a wait or a `map`: a callback, the function of the key, or the source of the inputs.
 * `cause` is the error of that code. Nothing more was submitted.
 */
export class CallbackError extends CloudComputeError {
  declare readonly code: "callback_failed";
  /** The callback that failed; `inputs` is the source of the inputs of a `map`. */
  declare readonly callback: CallbackName;
  /** The jobs that were under way: pass each to `cloud.job` to go on. */
  declare readonly jobs: readonly JobData[];

  static {
    nameClass(this, "CallbackError");
  }

  constructor(
    callback: CallbackName,
    cause: unknown,
    jobs: readonly JobData[],
    call: CallContext,
  ) {
    const problem = `${callback} failed: see \`cause\``;
    super("callback_failed", problem, { ...call, cause });
    Object.assign(this, { callback, jobs });
  }
}

/** A file that `download.toFolder` could not save. */
export interface UnsavedFile {
  /** The URL of the file; undefined if the result of the job names no file. */
  readonly url: string | undefined;
  /** The `index` of a result of `map`; else the place of its job, or output, among those that were given, from 0. */
  readonly index: number;
  /** The job, or output, as it was given: a result of `map` has its `input`, and a result of a batch its `key`. */
  readonly source: string | object;
  /** The error of the download, or that of the result of `map`: a `JobError` for a job that has failed. */
  readonly error: unknown;
}

/**
 * A file could not be written or read (`file_not_written`, `file_not_read`; `cause` is the error of the file system), a
 * file was changed during its upload (`file_changed`), or `download.toFolder` has saved all files but those of `unsaved`
 * (`files_not_saved`).
 */
export class FileError extends CloudComputeError {
  declare readonly code:
    | "file_not_written"
    | "file_not_read"
    | "file_changed"
    | "files_not_saved";
  /** The path of the file, or of the folder. */
  declare readonly path: string;
  /** What `download.toFolder` could not save, each with its error; empty for a single file. */
  declare readonly unsaved: readonly UnsavedFile[];

  static {
    nameClass(this, "FileError");
  }

  constructor(
    code: FileError["code"],
    problem: string,
    path: string,
    call: CallContext,
    unsaved: readonly UnsavedFile[] = [],
  ) {
    super(code, problem, call);
    Object.assign(this, { path, unsaved });
  }
}

/** What the prototype of an error class holds. */
interface ErrorPrototype {
  name: string;
  /** The names of the class and of the classes that it extends. */
  readonly [CLASS_NAMES]?: readonly string[];
}

/**
 * Sets the name of an error class: on the prototype, because a stack begins with that name and no instance has its own
 * `name`; and on the class itself, because Node prints the name of the class, which a bundler may have changed.
 */
export function nameClass(
  errorClass: { prototype: ErrorPrototype },
  name: string,
) {
  const { prototype } = errorClass;
  Object.defineProperty(errorClass, "name", { value: name });
  const names = [...(prototype[CLASS_NAMES] ?? []), name];
  Object.defineProperty(prototype, CLASS_NAMES, { value: names });
  prototype.name = name;
}

/** Whether a value is an instance of an error class of this package, in this copy or another one. */
function hasInstance(
  this: (abstract new () => unknown) & { prototype: ErrorPrototype },
  value: unknown,
): boolean {
  if (Function.prototype[Symbol.hasInstance].call(this, value)) return true;
  const { prototype } = this;
  // A class that a user derives has no names of its own: the check of the prototype chain above decides for that class.
  if (!Object.hasOwn(prototype, CLASS_NAMES)) return false;
  const names = (Object(value) as Partial<ErrorPrototype>)[CLASS_NAMES];
  return names?.includes(prototype.name) ?? false;
}
