import type { Job as JobResponse, JobPolicy, JobRequest, JobS3Config, JobsResource } from "../../generated/jobs/resources.js";
import { type JobData } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { JobService } from "./service.js";
/** What a submit may say about its job, apart from the input. */
export interface SubmitOptions {
    /** A URL that the service calls when the job ends. */
    readonly webhook?: string | undefined;
    /** How long the job may wait and run, in milliseconds, and how it ranks in the queue. */
    readonly policy?: JobPolicy | undefined;
    /** S3-compatible storage that the worker uploads large results to. */
    readonly s3Config?: JobS3Config | undefined;
}
/** One submit of a job. */
interface Submission {
    readonly kind: "run" | "runSync";
    readonly slug: string;
    readonly input: object;
    readonly options: SubmitOptions;
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
    readonly send: (jobs: JobsResource, body: JobRequest, call: CallOptions) => Promise<JobResponse>;
}
/** A job that the service has accepted. */
interface SubmittedJob {
    readonly response: JobResponse;
    readonly data: JobData;
}
/** Submits a job once, as soon as the rate limiter permits. */
export declare function submit({ limiters, redact, jobsWith }: JobService, submission: Submission): Promise<SubmittedJob>;
export {};
//# sourceMappingURL=submit.d.ts.map