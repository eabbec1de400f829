/** The call that an error belongs to. */
export interface CallContext {
  /** The name of the call in the client: `pods.update`, and `jobs.run` for a model's `run`. */
  readonly operation?: string | undefined;
  /** The route that was sent, as a template: `PATCH /pods/{podId}`. */
  readonly route?: string | undefined;
  /** @default false */
  readonly maybeSent?: boolean;
  readonly cause?: unknown;
}

/** The base of every error that this package throws. Its message is one line without key, body or variable. */
export class CloudComputeError extends Error {
  /** A stable, machine-readable code. It also works where two copies of this package make `instanceof` fail. */
  declare readonly code: string;
  /**
   * The name of the call in the client: `pods.update`, however the update is sent. A model and a job name the call of
   * the job API that they send: `jobs.run`.
   */
  declare readonly operation: string | undefined;
  /** The route that was sent, as a template: `PATCH /pods/{podId}`. */
  declare readonly route: string | undefined;
  /** Whether the service may have carried the call out. False means certainly not: sending the call again is safe. */
  declare readonly maybeSent: boolean;

  // On the prototype: a stack begins with the right name, and no instance has a member of its own for it.
  static {
    this.prototype.name = "CloudComputeError";
  }

  /** The name of the call, if there is one, precedes `problem` in the message. */
  constructor(
    code: string,
    problem: string,
    { operation, route, maybeSent = false, cause }: CallContext = {},
  ) {
    super(
      operation ? `${operation}: ${problem}` : problem,
      cause === undefined ? undefined : { cause },
    );
    Object.assign(this, { code, operation, route, maybeSent });
  }

  /** What a log may keep: never a header, a body or a cause. */
  toJSON(): object {
    const { name, message } = this;
    return { name, message, ...(this as object) };
  }
}

/** An argument or option is wrong; nothing was sent. */
export class InputError extends CloudComputeError {
  /** The option, parameter or field that is wrong. */
  declare readonly parameter: string;

  static {
    this.prototype.name = "InputError";
  }

  constructor(parameter: string, problem: string, call?: CallContext) {
    super("invalid_input", problem, call);
    this.parameter = parameter;
  }
}

/** No response came: the connection was refused or lost, or broke off in the middle of a response. `cause` says why. */
export class ConnectionError extends CloudComputeError {
  /** The status of a response that broke off in its body; undefined when no response began. */
  declare readonly status: number | undefined;

  static {
    this.prototype.name = "ConnectionError";
  }

  constructor(problem: string, call: CallContext, status?: number) {
    super("connection_failed", problem, call);
    this.status = status;
  }
}

/** A time limit ended before the response came, or before the job did. */
export class TimeoutError extends CloudComputeError {
  /** The limit that was reached, in milliseconds. */
  declare readonly timeout: number;
  /** The job that was waited for, if any: pass it to `cloud.job` to resume waiting. */
  declare readonly job: JobData | undefined;
  /** The status of that job which the last poll has shown; undefined if no poll has succeeded. */
  declare readonly lastStatus: string | undefined;
  /** The outcome of cancelling that job, if `onAbort: "cancel"` asked for it. */
  declare readonly cancellation: CancelOutcome | undefined;

  static {
    this.prototype.name = "TimeoutError";
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
  /** The parsed JSON, or the text when the body is no JSON; the key is redacted. */
  readonly body: unknown;
}

/** The service answered with a status other than 2xx, or with a body that cannot be read (`code: "invalid_response"`). */
export class ResponseError extends CloudComputeError {
  /** The HTTP status; 0 where a browser hides a redirect. */
  declare readonly status: number;
  /** The headers of the response, the key redacted; not enumerable. */
  declare readonly headers: Headers;
  /** The body of the response, the key redacted; not enumerable. */
  declare readonly body: unknown;

  static {
    this.prototype.name = "ResponseError";
  }

  constructor(
    problem: string,
    { status, headers, body }: KeptResponse,
    call: CallContext,
    code = "response_error",
  ) {
    super(code, problem, call);
    this.status = status;
    defineHidden(this, { headers, body });
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
  declare readonly status: number;
  /** The errors of the response, the key redacted; not enumerable. */
  declare readonly errors: readonly GraphQLErrorEntry[];
  /** The partial data of the response, if any, the key redacted; not enumerable. */
  declare readonly data: unknown;

  static {
    this.prototype.name = "GraphQLError";
  }

  constructor(
    problem: string,
    status: number,
    errors: readonly GraphQLErrorEntry[],
    data: unknown,
    call: CallContext,
  ) {
    super("graphql_error", problem, call);
    this.status = status;
    defineHidden(this, { errors, data });
  }
}

/** A job as plain JSON: everything that another process needs to resume it. */
export interface JobData {
  readonly slug: string;
  readonly id: string;
  /** When the job was submitted, in milliseconds since 1970; absent when only the id is known. */
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
}

/** The ways in which waiting for a job can fail. */
export type JobErrorCode =
  | "job_failed"
  | "job_cancelled"
  | "job_timed_out"
  | "job_expired"
  | "job_not_found";

/** The job ended with another status than COMPLETED, or the service does not know the job. */
export class JobError extends CloudComputeError {
  declare readonly code: JobErrorCode;
  declare readonly job: EndedJob;

  static {
    this.prototype.name = "JobError";
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

/** Defines members that can be read, but are not enumerable: neither JSON nor a copy contains them. */
function defineHidden(error: Error, members: Record<string, unknown>): void {
  for (const name in members)
    Object.defineProperty(error, name, { value: members[name] });
}
