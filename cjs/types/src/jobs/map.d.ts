import type { Job } from "./job.js";
import type { CompletedJob } from "./state.js";
import type { SubmitOptions } from "./submit.js";
import type { WaitOptions } from "./wait.js";
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
     * Called with the handle of each job as soon as the service has accepted it, and the index of its input. Save the handle
     * here if the job is to survive this process. An error that it throws ends the iteration.
     */
    readonly onSubmit?: ((job: Job, index: number) => void) | undefined;
    /**
     * Called whenever a job has been submitted, and whenever an input has completed or failed. An error that it throws ends
     * the iteration.
     */
    readonly onProgress?: ((progress: MapProgress) => void) | undefined;
    /**
     * Whether the first failure ends the iteration with its error. Jobs in progress are then treated as `onAbort` says.
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
    readonly error?: never;
} | {
    readonly index: number;
    readonly input: Input;
    readonly job?: never;
    /** Why there is no result: a `JobError`, or the error of the submit or the wait. */
    readonly error: unknown;
};
/** The options of one submit of a `map`. */
interface MapRunOptions extends SubmitOptions, Pick<WaitOptions, "signal" | "headers"> {
}
/** Submits the job of one input. */
type Run<Input, Output> = (input: Input, options: MapRunOptions) => Promise<Job<Output>>;
/** The iteration behind `model.map`. When it ends, jobs in progress are treated as `onAbort` says. */
export declare function mapInputs<Input, Output>(inputs: Iterable<Input> | AsyncIterable<Input>, run: Run<Input, Output>, options: MapOptions): AsyncGenerator<MapResult<Input, Output>, void, undefined>;
export {};
//# sourceMappingURL=map.d.ts.map