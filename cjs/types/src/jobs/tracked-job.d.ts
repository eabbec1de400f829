import type { JobData } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { JobService } from "./service.js";
import type { CompletedJob, JobState } from "./state.js";
/** A job, as the functions that wait for it see it. */
export declare class TrackedJob<Output> {
    readonly service: JobService;
    readonly data: JobData;
    /** When the job was submitted, on the clock of `performance.now()`; undefined if that is not known. */
    readonly submittedAt: number | undefined;
    /**
     * When this client received the response to the submit, on the clock of `performance.now()`; -Infinity if another
     * handle submitted the job. For a moment after the response the service may not know the job yet.
     */
    readonly acceptedAt: number;
    /** The result, once a wait has seen the job COMPLETED. */
    completed: CompletedJob<Output> | undefined;
    /** `isNew` is true for a job that this client has just submitted. */
    constructor(service: JobService, data: JobData, isNew: boolean);
    /** Asks for the state of the job once. */
    pollStatus(options?: CallOptions): Promise<JobState<Output>>;
    /** Cancels the job as soon as the rate limiter permits. */
    cancel(options?: CallOptions): Promise<JobState<Output>>;
}
//# sourceMappingURL=tracked-job.d.ts.map