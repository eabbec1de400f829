import { type CancelOutcome } from "../errors.js";
import type { CallOptions } from "../options.js";
import { type PollInterval } from "./poll.js";
import { type CompletedJob, type JobUpdate } from "./state.js";
import type { TrackedJob } from "./tracked-job.js";
/** How to wait for a job. */
export interface WaitOptions<Output = unknown> extends Pick<CallOptions, "signal" | "headers"> {
    /**
     * The longest time that the whole wait may take, in milliseconds. The wait then rejects with a `TimeoutError`; the job
     * goes on unless `onAbort` is `"cancel"`.
     *
     * @default what is left of the job's time to live: `policy.ttl` of its submit, or 24 hours
     */
    readonly timeout?: number | undefined;
    /**
     * The poll interval: a number of milliseconds, or a function that receives the milliseconds since the submit and the
     * number of polls so far and returns such a number. Values below 50 count as 50; a value that is not finite means the
     * default.
     *
     * @default a tenth of the time since the submit, at least 250 ms and at most 5000 ms, ±10 %
     */
    readonly interval?: PollInterval | undefined;
    /** Called once for each change of the job's status, the final one included. An error that it throws ends the wait. */
    readonly onUpdate?: ((update: JobUpdate<Output>) => void) | undefined;
    /**
     * What happens to the job when `signal` aborts or the wait reaches its timeout: the job goes on (`"detach"`), or is
     * cancelled (`"cancel"`). An abort rejects at once, and the cancellation continues in the background. A `TimeoutError`
     * waits for the cancellation and carries its outcome.
     *
     * @default "detach"
     */
    readonly onAbort?: "detach" | "cancel" | undefined;
    /**
     * Called with the outcome of the cancellation that `onAbort: "cancel"` asked for. An error that it throws is ignored.
     */
    readonly onCancel?: ((outcome: CancelOutcome) => void) | undefined;
}
/** Waits until the job is COMPLETED. Throws a `JobError` if it ends otherwise. */
export declare function waitUntilCompleted<Output>(job: TrackedJob<Output>, options: WaitOptions<Output>): Promise<CompletedJob<Output>>;
/** Yields each change of the job's status once, the final one last. */
export declare function watchStatus<Output>(job: TrackedJob<Output>, options: WaitOptions<Output>): AsyncGenerator<JobUpdate<Output>, void, undefined>;
/** The polls of one wait. If the wait is aborted or reaches its timeout, the job is treated as `onAbort` says. */
export declare class Wait<State extends {
    readonly status?: string;
}> {
    #private;
    /** `request` sends one poll. */
    constructor(job: TrackedJob<unknown>, options: WaitOptions<never>, request: (options: CallOptions) => Promise<State>);
    /** Milliseconds since the submit, or since the wait began if the time of the submit is not known. */
    get elapsedMs(): number;
    /** Resolves with the state that the next successful poll shows. Not an async function, to save memory in each wait. */
    next(): Promise<State>;
    /** Must be called when the wait ends: a consumer may leave because of an abort without asking for another poll. */
    end(): void;
}
//# sourceMappingURL=wait.d.ts.map