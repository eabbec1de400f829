import type { CallOptions } from "../options.js";
import type { Callback } from "./callback.js";
import type { Job } from "./job.js";
import type { CompletedJob } from "./state.js";
import type { SubmitOptions } from "./submit.js";
import type { WaitOptions } from "./wait.js";
import type { WrittenSubmit } from "./written-submit.js";
/**
 * How to run many inputs. The options of the submit apply to each job, and so do those of the wait: `timeout` is that of
 * each wait, and an abort of `signal` ends the whole iteration.
 */
export interface MapOptions extends SubmitOptions, Omit<WaitOptions, "onUpdate"> {
    /**
     * How many inputs are in progress at once: a whole number, 1 or more.
     *
     * @default 10
     */
    readonly concurrency?: number | undefined;
    /**
     * Called with the handle of each job as soon as the service has accepted it, and the index of its input; awaited before
     * the wait for that job begins, and so before the submit that follows it. Save the handle here if the job is to survive
     * this process: only a process that is killed between the response and this call loses a job. An error that it throws,
     * or a rejection, ends the iteration with a `CallbackError`.
     */
    readonly onSubmit?: Callback<[job: Job, index: number]> | undefined;
    /**
     * Called whenever a job has been submitted, and whenever an input has completed or failed; awaited before the next step
     * of that input. Calls for different inputs may overlap. An error that it throws, or a rejection, ends the iteration
     * with a `CallbackError`.
     */
    readonly onProgress?: Callback<[progress: MapProgress]> | undefined;
    /**
     * Whether the first failure ends the iteration with its error. Jobs in progress are then treated as `onAbort` says, and
     * are the `jobs` of the error.
     *
     * @default false
     */
    readonly stopOnFailure?: boolean | undefined;
}
/** How far a `map` has come. */
export interface MapProgress {
    /** How many jobs the service has accepted. */
    readonly submitted: number;
    /** How many jobs have ended as COMPLETED. */
    readonly completed: number;
    /** How many inputs have failed: their submit, their job or the wait for it. */
    readonly failed: number;
}
/** The result of one input. */
export type MapResult<Input, Output> = {
    /** The index of the input in its source, from 0. */
    readonly index: number;
    readonly input: Input;
    readonly job: CompletedJob<Output>;
    /** The handle on the job. */
    readonly handle: Job<Output>;
    readonly error?: never;
} | {
    readonly index: number;
    readonly input: Input;
    readonly job?: never;
    /** The handle on the job; absent if the service has not accepted one, as far as the client knows. */
    readonly handle?: Job<Output>;
    /** Why there is no result: a `JobError`, or the error of the submit or the wait. */
    readonly error: unknown;
};
/** Submits the jobs of a `map`. */
interface Submitter<Input, Output> {
    /** Reads an input. Throws an `InputError` for one that cannot be sent. */
    readonly write: (input: Input) => WrittenSubmit;
    readonly run: (written: WrittenSubmit, options: MapRunOptions) => Promise<Job<Output>>;
}
/** The options of the call that submits one job of a `map`. */
export type MapRunOptions = Pick<CallOptions, "signal" | "headers">;
/** The iteration behind `model.map`. When it ends, jobs in progress are treated as `onAbort` says. */
export declare function mapInputs<Input, Output>(inputs: Iterable<Input> | AsyncIterable<Input>, submitter: Submitter<Input, Output>, options: MapOptions): AsyncGenerator<MapResult<Input, Output>, void, undefined>;
export {};
//# sourceMappingURL=map.d.ts.map