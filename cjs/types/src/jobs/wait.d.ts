import { type CallbackName, type CancelOutcome } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { Callback } from "./callback.js";
import { type PollInterval, type PollKind } from "./poll.js";
import { type CompletedJob, type JobState, type JobUpdate } from "./state.js";
import type { TrackedJob } from "./tracked-job.js";
/** How to wait for a job. */
export interface WaitOptions<Output = unknown> extends Pick<CallOptions, "signal" | "headers"> {
    /**
     * The longest time that the whole wait may take, in milliseconds. The last poll is sent at that moment, and has one more
     * second for its answer. If the job has not ended by then, the wait rejects with a `TimeoutError`; the job goes on
     * unless `onAbort` is `"cancel"`. The time that `onUpdate` takes is not limited.
     *
     * @default what is left of the job's time to live: `policy.ttl` of its submit, or 24 hours
     */
    readonly timeout?: number | undefined;
    /**
     * How long the wait goes on without any answer of the service, in milliseconds: through lost connections, silence,
     * server errors and responses that cannot be read. Where `apiKey` is a function, also through 401, 403 and a function
     * that fails: the key may be about to change.
     *
     * @default 120000
     */
    readonly outageTimeout?: number | undefined;
    /**
     * The poll interval: a number of milliseconds, or a function that receives the milliseconds since the submit and the
     * number of polls so far and returns such a number. Values below 50 count as 50; a value that is not finite means the
     * default. A Retry-After makes the pause longer, up to a minute.
     *
     * @default a tenth of the time since the submit, at least 250 ms and at most 5000 ms, ±10 %
     */
    readonly interval?: PollInterval | undefined;
    /**
     * Called once for each change of the job's status, the final one included, and awaited before the next poll. An error
     * that it throws, or a rejection, ends the wait with a `CallbackError`.
     */
    readonly onUpdate?: Callback<[update: JobUpdate<Output>]> | undefined;
    /**
     * What happens to the job when `signal` aborts or the wait reaches its timeout: the job goes on (`"detach"`), or is
     * cancelled (`"cancel"`). An abort rejects at once, and the cancellation continues in the background. A `TimeoutError`
     * waits for the cancellation, up to five seconds after the timeout, and carries its outcome; a cancellation that takes
     * longer, because many others were before it, continues in the background.
     *
     * @default "detach"
     */
    readonly onAbort?: "detach" | "cancel" | undefined;
    /**
     * Called with the outcome of the cancellation that `onAbort: "cancel"` asked for. An error that it throws, or a
     * rejection, is ignored.
     */
    readonly onCancel?: Callback<[outcome: CancelOutcome]> | undefined;
}
/** Throws an `InputError` for an option of a wait that is not valid. */
export declare function checkWaitOptions(options: WaitOptions<never>, operation: string): void;
/** Throws an `InputError` for an option that a `map` and a wait have in common, and that is not valid. */
export declare function checkSharedOptions(options: Omit<WaitOptions<never>, "onUpdate">, operation: string): void;
/** Throws an `InputError` for a callback that is given and is no function. */
export declare function checkCallbacks(callbacks: Readonly<Record<string, unknown>>, operation: string): void;
/** A wait that began with the submit of its job. */
interface BegunWait<Output> {
    /** When the wait began, on the clock of `performance.now()`. */
    readonly startedAt: number;
    /** The state that the response to the submit showed. */
    readonly state: JobState<Output>;
}
/** Waits until the job is COMPLETED. Throws a `JobError` if it ends otherwise. */
export declare function waitUntilCompleted<Output>(job: TrackedJob<Output>, options: WaitOptions<Output>, begun?: BegunWait<Output>): Promise<CompletedJob<Output>>;
/** Yields each change of the job's status once, the final one last. */
export declare function watchStatus<Output>(job: TrackedJob<Output>, options: WaitOptions<Output>): AsyncGenerator<JobUpdate<Output>, void, undefined>;
/** Finds out which polls show another status than the one before, and reports those to `onUpdate`. */
export declare class StatusChanges<Output> {
    #private;
    constructor(job: TrackedJob<unknown>, options: WaitOptions<Output>);
    /** Returns the update that the state of the latest poll is; undefined if its status is not new. */
    find(state: JobState<Output>, elapsed: number): JobUpdate<Output> | undefined;
    /** Calls `onUpdate` and waits for it. */
    report(update: JobUpdate<Output>): Promise<void>;
}
/**
 * Runs a callback of the caller to its end. An abort rejects at once, with the reason of the signal. An error of the
 * callback becomes a `CallbackError` that names the jobs.
 */
export declare function runCallback(name: CallbackName, signal: AbortSignal | undefined, jobs: readonly TrackedJob<unknown>[], callback: () => unknown): Promise<void>;
/** The polls of one wait. If the wait is aborted or reaches its timeout, the job is treated as `onAbort` says. */
export declare class Wait<State extends {
    readonly status?: string;
}> {
    #private;
    constructor(job: TrackedJob<unknown>, options: WaitOptions<never>, polls: PollKind<State>, startedAt?: number);
    /** Milliseconds since the submit, or since the wait began if the time of the submit is not known. */
    get elapsedMs(): number;
    /** Resolves with the state that the next successful poll shows. Not an async function, to save memory in each wait. */
    next(): Promise<State>;
    /** Takes note of a state, and returns it: a job that has ended is not cancelled. */
    takeNote(state: State): State;
    /** Must be called when the wait ends: a consumer may leave because of an abort without asking for another poll. */
    end(): void;
}
export {};
//# sourceMappingURL=wait.d.ts.map