import type { Job as JobResponse, JobPolicy, JobRequest, JobS3Config, JobsResource, JobStatus } from "../../generated/jobs/resources.js";
import { type CallContext, type JobData } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { JobService } from "./service.js";
import type { SubmitHook } from "./submit-hook.js";
import { type WrittenSubmit } from "./written-submit.js";
/** What a submit may say about its job, apart from the input. */
export interface SubmitOptions {
    /** A URL that the service calls when the job ends. */
    readonly webhook?: string | undefined;
    /** How long the job may wait and run, in milliseconds, and how it ranks in the queue. */
    readonly policy?: JobPolicy | undefined;
    /** S3-compatible storage that the worker uploads large results to. */
    readonly s3Config?: JobS3Config | undefined;
    /**
     * Whether the input is checked before it is sent: names, types, ranges and allowed values, for the public models that
     * this version of the package knows. An endpoint of your own cannot be checked.
     *
     * @default false
     */
    readonly checkInput?: boolean | undefined;
}
/** One submit of a job. */
interface Submission {
    readonly kind: "run" | "runSync";
    readonly slug: string;
    /** What is sent, read when the caller made the call. */
    readonly written: WrittenSubmit;
    /** Ends the submit until it is sent, and after that unless `finishAfterSend` is set. */
    readonly signal: AbortSignal | undefined;
    readonly headers: CallOptions["headers"];
    readonly retries: number | undefined;
    /** The timeout of the call, in milliseconds. */
    readonly timeout: number;
    /** Whether the timeout covers the wait for a slot of the rate limiter as well. */
    readonly limitsQueueTime: boolean;
    /** Once the request has been sent, an abort no longer ends the submit: the id of the job must not be lost. */
    readonly finishAfterSend?: boolean;
    /** Watches the attempts; only with `finishAfterSend`. */
    readonly hook?: SubmitHook | undefined;
    readonly send: (jobs: JobsResource, body: JobRequest, call: CallOptions) => Promise<JobResponse>;
}
/** A job that the service has accepted. */
export interface SubmittedJob {
    readonly response: JobResponse;
    readonly data: JobData;
    /** When the accepted request was begun, on the clock of `performance.now()`. */
    readonly sentAt: number;
    /** The status that the response shows; undefined if it shows none. */
    readonly status: JobStatus | undefined;
}
/** The name and the route of a submit, as errors show them. */
export declare function describeSubmit(kind: Submission["kind"]): CallContext;
/** Reads an input and the options of its submit at once, so that later changes of either do not matter. */
export declare function readSubmit(kind: Submission["kind"], input: unknown, options: SubmitOptions): WrittenSubmit;
/** Submits a job once, as soon as the rate limiter permits. */
export declare function submit(service: JobService, submission: Submission): Promise<SubmittedJob>;
export {};
//# sourceMappingURL=submit.d.ts.map