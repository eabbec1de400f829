/** What every failure tells of the call that failed. */
export interface CallContext {
  /** The name of the call in the client: `pods.update`, and `jobs.run` for a model's `run`. */
  readonly operation?: string | undefined;
  /** The route that was sent, as a template: `PATCH /pods/{podId}`. */
  readonly route?: string | undefined;
  /** @default false */
  readonly maybeSent?: boolean;
  readonly cause?: unknown;
}

/** The base of every error this package throws. Its message is one line and holds no key, no body and no variable. */
export class CloudComputeError extends Error {
  /** A stable name for what happened; it survives two copies of this package, where `instanceof` does not. */
  declare readonly code: string;
  /**
   * The name of the call in the client, the same for both spellings of an update: `pods.update`. What a model or a job
   * sends has the name of its call of the job API: `jobs.run`.
   */
  declare readonly operation: string | undefined;
  /** The route that was sent, as a template: `PATCH /pods/{podId}`. */
  declare readonly route: string | undefined;
  /** Whether the service may have carried the call out. False means: certainly not, so it is safe to send it again. */
  declare readonly maybeSent: boolean;

  // On the prototype, so that a stack begins with the right name and no instance repeats it.
  static {
    this.prototype.name = "CloudComputeError";
  }

  /** The message is what is `said`, after the name of the call where there is one. */
  constructor(
    code: string,
    said: string,
    { operation, route, maybeSent = false, cause }: CallContext = {},
  ) {
    super(
      operation ? `${operation}: ${said}` : said,
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

/** An argument or option cannot be right; nothing was sent. */
export class InputError extends CloudComputeError {
  /** The option, parameter or field at fault. */
  declare readonly parameter: string;

  static {
    this.prototype.name = "InputError";
  }

  constructor(parameter: string, said: string, call?: CallContext) {
    super("invalid_input", said, call);
    this.parameter = parameter;
  }
}

/** No answer came: the connection was refused, lost, or cut in the middle of the answer. `cause` is the network's fault. */
export class ConnectionError extends CloudComputeError {
  /** The status of an answer that was cut in its body; undefined when no answer began. */
  declare readonly status: number | undefined;

  static {
    this.prototype.name = "ConnectionError";
  }

  constructor(said: string, call: CallContext, status?: number) {
    super("connection_failed", said, call);
    this.status = status;
  }
}

/** Patience ended before the answer came. */
export class TimeoutError extends CloudComputeError {
  /** The bound that was reached, in milliseconds. */
  declare readonly timeout: number;
  /** The job that was waited for, if it was one: hand it to `cloud.job` to go on waiting. */
  declare readonly job: JobData | undefined;
  /** How the cancellation of that job went, where `onAbort: "cancel"` asked for one. */
  declare readonly cancellation: CancelOutcome | undefined;

  static {
    this.prototype.name = "TimeoutError";
  }

  constructor(said: string, timeout: number, call: CallContext, job?: JobData) {
    super("timeout", said, call);
    this.timeout = timeout;
    this.job = job;
    this.cancellation = undefined;
  }
}

/** How a cancellation went that followed an abort or a time-out. */
export interface CancelOutcome {
  readonly job: JobData;
  /** False where the job had ended before, or the call failed. */
  readonly cancelled: boolean;
  /** Why the call failed. */
  readonly error?: unknown;
}

/** An answer, as errors keep it. */
interface KeptAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON where it is JSON, else the text; the key is redacted. */
  readonly body: unknown;
}

/** The service answered, but not with success, or with something that cannot be read (`code: "invalid_response"`). */
export class ResponseError extends CloudComputeError {
  /** The HTTP status; 0 where a browser hides a redirect. */
  declare readonly status: number;
  /** The headers of the answer; not enumerable. */
  declare readonly headers: Headers;
  /** The body of the answer, the key redacted; not enumerable. */
  declare readonly body: unknown;

  static {
    this.prototype.name = "ResponseError";
  }

  constructor(
    said: string,
    { status, headers, body }: KeptAnswer,
    call: CallContext,
    code = "response_error",
  ) {
    super(code, said, call);
    this.status = status;
    hide(this, { headers, body });
  }
}

/** One entry of a GraphQL answer's `errors`. */
export interface GraphQLErrorEntry {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly {
    readonly line: number;
    readonly column: number;
  }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** GraphQL answered with errors; what data came with them is kept. */
export class GraphQLError extends CloudComputeError {
  declare readonly status: number;
  /** The errors of the answer, the key redacted; not enumerable. */
  declare readonly errors: readonly GraphQLErrorEntry[];
  /** The partial data of the answer, if any; not enumerable. */
  declare readonly data: unknown;

  static {
    this.prototype.name = "GraphQLError";
  }

  constructor(
    said: string,
    status: number,
    errors: readonly GraphQLErrorEntry[],
    data: unknown,
    call: CallContext,
  ) {
    super("graphql_error", said, call);
    this.status = status;
    hide(this, { errors, data });
  }
}

/** A job as plain JSON: everything another process needs to go on with it. */
export interface JobData {
  readonly slug: string;
  readonly id: string;
  /** When it was submitted, in milliseconds since 1970; absent where only the id is known. */
  readonly submittedAt?: number;
  /** How long the service keeps trying from then on, in milliseconds. */
  readonly ttl?: number;
}

/** What is known of a job that ended otherwise than COMPLETED. */
export interface EndedJob extends JobData {
  readonly status: string | undefined;
  /** The worker's own words. */
  readonly error?: string;
  /** Milliseconds in the queue (as observed). */
  readonly delayTime?: number;
  /** Milliseconds of execution (as observed). */
  readonly executionTime?: number;
}

/** How a job can fail its waiter. */
export type JobErrorCode =
  | "job_failed"
  | "job_cancelled"
  | "job_timed_out"
  | "job_expired"
  | "job_not_found";

/** The job ended otherwise than COMPLETED, or is no longer known to the service. */
export class JobError extends CloudComputeError {
  declare readonly code: JobErrorCode;
  declare readonly job: EndedJob;

  static {
    this.prototype.name = "JobError";
  }

  constructor(
    code: JobErrorCode,
    said: string,
    job: EndedJob,
    call: CallContext,
  ) {
    super(code, said, call);
    this.job = job;
  }
}

/** Readable, but neither printed nor copied. */
function hide(error: Error, members: Record<string, unknown>): void {
  for (const name in members)
    Object.defineProperty(error, name, { value: members[name] });
}
