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
/**
 * One printable line of at most `maxLength` characters. Line breaks, control characters, characters that change the
 * direction of a text, and halves of characters become spaces.
 */
export declare function toMessageText(text: string, maxLength?: number): string;
/**
 * The base of every error that this package throws. Its message is one line without key, body or variable. `instanceof`
 * also works for an error of another copy of this package, such as the CommonJS copy beside that of ES modules.
 */
export declare class CloudComputeError extends Error {
    /** A stable, machine-readable code. */
    readonly code: string;
    /**
     * The name of the call in the client: `pods.update`, however the update is sent. A model and a job name the call of
     * the job API that they send: `jobs.run`.
     */
    readonly operation: string | undefined;
    /** The route that was sent, as a template: `PATCH /pods/{podId}`. */
    readonly route: string | undefined;
    /** Whether the service may have carried the call out. False means certainly not: sending the call again is safe. */
    readonly maybeSent: boolean;
    /** The job that a failed wait or `runSync` was for, once its id is known: pass it to `cloud.job` to go on. */
    readonly job?: JobData | undefined;
    /** The jobs that were under way when a `map` ended with this error: pass each to `cloud.job` to go on. */
    readonly jobs?: readonly JobData[] | undefined;
    /** The name of the call, if there is one, precedes `problem` in the message. */
    constructor(code: string, problem: string, { operation, route, maybeSent, cause }?: CallContext);
    /** What a log may keep: never a header, a body or a cause. */
    toJSON(): object;
}
/** An argument or option is wrong; nothing was sent. */
export declare class InputError extends CloudComputeError {
    /** The option, parameter or field that is wrong. */
    readonly parameter: string;
    constructor(parameter: string, problem: string, call?: CallContext);
}
/** No response came: the connection was refused or lost, or broke off in the middle of a response. `cause` says why. */
export declare class ConnectionError extends CloudComputeError {
    /** The status of a response that broke off in its body; undefined when no response began. */
    readonly status: number | undefined;
    constructor(problem: string, call: CallContext, status?: number);
}
/** A time limit ended before the response came, or before the job did. */
export declare class TimeoutError extends CloudComputeError {
    /** The limit that was reached, in milliseconds. */
    readonly timeout: number;
    /** The job that was waited for, if any: pass it to `cloud.job` to resume waiting. */
    readonly job: JobData | undefined;
    /** The outcome of cancelling that job, if `onAbort: "cancel"` asked for it. */
    readonly cancellation: CancelOutcome | undefined;
    constructor(problem: string, timeout: number, call: CallContext, job?: JobData);
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
export declare class ResponseError extends CloudComputeError {
    /** The HTTP status; 0 where a browser hides a redirect. */
    readonly status: number;
    /** The headers of the response, the key redacted; not enumerable. */
    readonly headers: Headers;
    /** The body of the response, the key redacted; not enumerable. */
    readonly body: unknown;
    constructor(problem: string, { status, headers, body }: KeptResponse, call: CallContext, code?: string);
}
/** One entry of `errors` in a GraphQL response. Its members other than `message` are not enumerable. */
export interface GraphQLErrorEntry {
    /** The service's words; a note in their place where they repeat what was sent. The error's `body` holds them all. */
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly locations?: readonly {
        readonly line: number;
        readonly column: number;
    }[];
    readonly extensions?: Readonly<Record<string, unknown>>;
}
/** The GraphQL response holds errors; the error keeps the data that came with them. */
export declare class GraphQLError extends CloudComputeError {
    readonly status: number;
    /** The first hundred errors of the response, the key redacted; not enumerable. */
    readonly errors: readonly GraphQLErrorEntry[];
    /** The partial data of the response, if any, the key redacted at the first reading; not enumerable. */
    readonly data: unknown;
    /** The body of the response as parsed JSON, the key redacted at the first reading; not enumerable. */
    readonly body: unknown;
    constructor(problem: string, status: number, hidden: {
        readonly errors: () => readonly GraphQLErrorEntry[];
        readonly data: () => unknown;
        readonly body: () => unknown;
    }, call: CallContext);
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
    /** The worker that ran the job. */
    readonly workerId?: string;
    /**
     * What the job had made before it ended, the key redacted; not enumerable. Output that is longer than 64 kB as JSON is
     * the beginning of that JSON, as text.
     */
    readonly output?: unknown;
}
/** The ways in which waiting for a job can fail. */
export type JobErrorCode = "job_failed" | "job_cancelled" | "job_timed_out" | "job_expired" | "job_not_found";
/** The job ended with another status than COMPLETED, or the service does not know the job. */
export declare class JobError extends CloudComputeError {
    readonly code: JobErrorCode;
    readonly job: EndedJob;
    constructor(code: JobErrorCode, problem: string, job: EndedJob, call: CallContext);
}
/** The code of the caller that a wait or a `map` calls. */
export type CallbackName = "onSubmit" | "onProgress" | "onUpdate" | "interval" | "apiKey" | "inputs";
/**
 * Code of the caller failed during a wait or a `map`: a callback, the function of the key, or the source of the inputs.
 * `cause` is the error of that code. Nothing more was submitted.
 */
export declare class CallbackError extends CloudComputeError {
    /** The callback that failed; `inputs` is the source of the inputs of a `map`. */
    readonly callback: CallbackName;
    /** The jobs that were under way: pass each to `cloud.job` to go on. */
    readonly jobs: readonly JobData[];
    constructor(callback: CallbackName, cause: unknown, jobs: readonly JobData[], call: CallContext);
}
/**
 * Defines members that can be read, but are not enumerable: neither JSON nor a copy contains them. Each is computed at
 * its first reading.
 */
export declare function defineHidden(target: object, members: Readonly<Record<string, () => unknown>>): void;
export {};
//# sourceMappingURL=errors.d.ts.map