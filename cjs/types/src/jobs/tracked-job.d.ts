import { type JobData } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { JobTrace } from "../tracing.js";
import type { JobService } from "./service.js";
import { type CompletedJob, type JobState } from "./state.js";
/** A job, as the functions that wait for it see it. */
export declare class TrackedJob<Output> {
    #private;
    readonly service: JobService;
    readonly data: JobData;
    /** When the job was submitted, on the clock of `performance.now()`; undefined if that is not known. */
    readonly submittedAt: number | undefined;
    /**
     * When this client received the response to the submit, on the clock of `performance.now()`; undefined if another
     * handle submitted the job.
     */
    readonly acceptedAt: number | undefined;
    /** The result, once a wait has seen the job COMPLETED. */
    completed: CompletedJob<Output> | undefined;
    /** Traces the job while it is waited for, if the client has tracing. Kept once the job has ended. */
    trace: JobTrace | undefined;
    /** `sentAt` is when this client sent the submit, on the clock of `performance.now()`; undefined if it did not. */
    constructor(service: JobService, data: JobData, sentAt?: number);
    /** Asks for the state of the job once, for a wait. */
    pollStatus(options?: CallOptions): Promise<JobState<Output>>;
    /** Puts the job back in the queue. */
    retry(options?: CallOptions): Promise<JobState<Output>>;
    /** Cancels the job as soon as the rate limiter permits. A `timeout` of the options covers that wait as well. */
    cancel(options?: CallOptions): Promise<JobState<Output>>;
    /** Cancels the job, however long the cancellation waits for its turn. `timeout` bounds the call itself. */
    cancelInBackground(timeout: number, headers: CallOptions["headers"]): Promise<JobState<Output>>;
}
//# sourceMappingURL=tracked-job.d.ts.map