import type { CallOptions } from "../options.js";
import type { TrackedJob } from "./tracked-job.js";
/**
 * The poll interval: a number of milliseconds, or a function that returns one. The function receives the milliseconds
 * since the submit and the number of polls so far.
 */
export type PollInterval = number | ((elapsed: number, polls: number) => number);
/** The options of a wait that concern its polls; `WaitOptions` documents them. */
interface PollOptions extends Pick<CallOptions, "signal" | "headers"> {
    readonly timeout?: number | undefined;
    readonly interval?: PollInterval | undefined;
}
/** The longest time that a poll, or the cancellation of a job, may take. */
export declare const POLL_TIMEOUT_MS = 20000;
/**
 * Polls one job. Each poll waits for the poll interval and for a slot of the rate limiter. A failed poll is followed by
 * another one, up to ten in a row, unless its error shows that another one would fail too.
 */
export declare class Poller<State extends {
    readonly status?: string;
}> {
    #private;
    /**
     * `request` sends one poll.
     *
     * @throws InputError if the timeout of the options is not valid
     */
    constructor(job: TrackedJob<unknown>, options: PollOptions, request: (options: CallOptions) => Promise<State>);
    /** Milliseconds since the submit, or since the wait began if the time of the submit is not known. */
    get elapsedMs(): number;
    /** Milliseconds until the timeout of the wait. */
    get remainingMs(): number;
    /**
     * Polls until the service answers with a state of the job, and resolves with that state. An abort rejects at once with
     * the reason of the signal.
     *
     * @throws TimeoutError at the timeout of the wait; the error carries the job
     * @throws JobError if the service does not know the job
     * @throws ResponseError if a poll was refused, or the last of ten failed polls in a row was
     * @throws ConnectionError if the last of ten failed polls in a row got no response
     */
    next(): Promise<State>;
}
export {};
//# sourceMappingURL=poll.d.ts.map