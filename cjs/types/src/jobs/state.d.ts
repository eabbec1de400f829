import type { Job as JobResponse, JobStatus } from "../../generated/jobs/resources.js";
import { JobError, ResponseError, type CallContext, type JobData } from "../errors.js";
import type { Redact } from "../http/redact.js";
/** The state of a job, as one status request shows it. */
export interface JobState<Output = unknown> extends Omit<JobResponse, "output"> {
    /** What the model made. Present once the job is `COMPLETED`. */
    readonly output?: Output;
}
/** A job that has ended as `COMPLETED`. */
export interface CompletedJob<Output = unknown> extends Omit<JobResponse, "output" | "status"> {
    readonly status: "COMPLETED";
    /** What the model made. The service keeps files that the output names for 7 days. */
    readonly output: Output;
}
/** One change of a job's status, as `job.watch` yields it and `onUpdate` receives it. */
export interface JobUpdate<Output = unknown> extends JobState<Output> {
    /** Milliseconds since the submit, or since the wait began if the time of the submit is not known. */
    readonly elapsed: number;
}
/** Whether a job has ended. A job with a status that is not known goes on. */
export declare function isFinal(status: JobStatus | undefined): boolean;
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
 * Returns the state of a job that has ended as that of a completed job.
 *
 * @throws JobError if the job ended otherwise
 */
export declare function requireCompleted<Output>(state: JobState<Output>, data: JobData, redact: Redact): CompletedJob<Output>;
/** Creates the error for a job that the service does not know: no longer if it `wasFound` before, or never. */
export declare function createNotFoundError(data: JobData, wasFound: boolean): JobError;
/** Creates the error for a successful response that holds `content` instead of what was promised. */
export declare function createInvalidResponseError(response: unknown, content: string, redact: Redact, call: CallContext): ResponseError;
//# sourceMappingURL=state.d.ts.map