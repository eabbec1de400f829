import type { JobStatus } from "../../generated/jobs/resources.js";
import { JobError, ResponseError, type CallContext, type JobData } from "../errors.js";
import type { Redact } from "../http/redact.js";
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
/**
 * A job whose status has another name, or none: the job goes on. Nothing else is known of it. The type `never` keeps these
 * members out of the way of those of the other states.
 */
export interface OtherJob {
    readonly status: string;
    readonly id: never;
    readonly output: never;
    readonly delayTime: never;
    readonly executionTime: never;
    readonly workerId: never;
    readonly error: never;
}
/**
 * The state of a job, as one status request shows it. Its `status` tells which members there are: with `"COMPLETED"`
 * there is an `output`.
 */
export type JobState<Output = unknown> = CompletedJob<Output> | FailedJob | StoppedJob | OpenJob | OtherJob;
/** One change of a job's status, as `job.watch` yields it and `onUpdate` receives it. */
export type JobUpdate<Output = unknown> = JobState<Output> & {
    /** Milliseconds since the submit, or since the wait began if the time of the submit is not known. */
    readonly elapsed: number;
};
/** Whether a job has ended. A job with a status that is not known goes on. */
export declare function isFinal(status: JobStatus | undefined): boolean;
export declare function isCompleted<Output>(state: JobState<Output>): state is CompletedJob<Output>;
/** Whether the job was submitted by `/runsync`, which keeps results for 1 minute instead of 30. */
export declare function isFromRunSync({ id }: JobData): boolean;
/** Names a job in the message of an error. */
export declare function describeJob({ slug, id }: JobData): string;
/** The call that the errors of a wait name. */
export declare const WAIT_CALL: {
    readonly operation: "job.wait";
    readonly route: "GET /v2/{slug}/status/{jobId}";
    readonly maybeSent: true;
};
/**
 * Returns an error of ours with the job that it is about: a job that was accepted must not be lost with an error. Every
 * other value is returned as it is, and so is the reason of the signal.
 */
export declare function withJob(error: unknown, job: JobData, signal: AbortSignal | undefined): unknown;
/**
 * Returns the state of a job that has ended as that of a completed job.
 *
 * @throws JobError if the job ended otherwise
 */
export declare function requireCompleted<Output>(state: JobState<Output>, data: JobData, redact: Redact): CompletedJob<Output>;
/** Creates the error for a job that the service does not know: no longer if it `wasFound` before, or never. */
export declare function createNotFoundError(data: JobData, wasFound: boolean): JobError;
/** Throws a `ResponseError` unless a successful response is an object whose status, if there is one, is text. */
export declare function checkState(state: unknown, redact: Redact, call: CallContext): asserts state is object;
/** Creates the error for a successful response that holds `content` instead of what was promised. */
export declare function createInvalidResponseError(response: unknown, content: string, redact: Redact, call: CallContext): ResponseError;
export {};
//# sourceMappingURL=state.d.ts.map