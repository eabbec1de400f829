import type { CallOptions } from "../options.js";
import type { TrackedJob } from "./tracked-job.js";
/**
 * The poll interval: a number of milliseconds, or a function that returns one. The function receives the milliseconds
 * since the submit and the number of polls so far.
 */
export type PollInterval = number | ((elapsed: number, polls: number) => number);
/** The options of a wait that concern its polls; `WaitOptions` documents them. */
export interface PollOptions extends Pick<CallOptions, "signal" | "headers"> {
    readonly timeout?: number | undefined;
    readonly outageTimeout?: number | undefined;
    readonly interval?: PollInterval | undefined;
}
/** The polls of one kind. */
export interface PollKind<State> {
    /** Sends one poll. */
    readonly request: (options: CallOptions) => Promise<State>;
    /** Whether a response has the shape that its description promises. */
    readonly isValid?: (state: State) => boolean;
    /**
     * Called with a poll's answer and its duration. Whether the answer says little about when the next one will say more,
     * so that the next poll follows at once.
     */
    readonly asksAgainAtOnce?: (state: State, durationMs: number) => boolean;
    /**
     * Creates the error that ends the wait after a poll that failed with `error`; undefined if another poll may make up for
     * that one.
     */
    readonly createLossError?: (error: unknown) => Error | undefined;
    /** What is lost where the wait reaches its timeout before a poll is answered, as the end of a message. */
    readonly lossAtTimeout?: string;
}
/** The longest time that a poll, or the cancellation of a job, may take. */
export declare const POLL_TIMEOUT_MS = 20000;
/** How much longer than its timeout a wait may last, so that the poll at the timeout gets its answer. */
export declare const LAST_POLL_TIMEOUT_MS = 1000;
/** Throws an `InputError` for an option of the polls that is not valid. */
export declare function checkPollOptions({ timeout, outageTimeout, interval }: PollOptions, operation: string): void;
/**
 * Polls one job. Each poll waits for the poll interval and for a slot of the rate limiter; the last one is sent at the
 * timeout. A failed poll is followed by another one, until there has been no answer for `outageTimeout`, unless its error
 * shows that another one would fail too.
 */
export declare class Poller<State extends {
    readonly status?: unknown;
}> {
    #private;
    /** `startedAt` is when the wait began, on the clock of `performance.now()`. The options must be valid. */
    constructor(job: TrackedJob<unknown>, options: PollOptions, kind: PollKind<State>, startedAt?: number);
    /** Milliseconds since the submit, or since the wait began if the time of the submit is not known. */
    get elapsedMs(): number;
    /**
     * Polls until the service answers with a state of the job, and resolves with that state. An abort rejects at once with
     * the reason of the signal.
     *
     * @throws TimeoutError at the timeout of the wait; the error carries the job
     * @throws JobError if the service does not know the job
     * @throws CallbackError if the function of the poll interval fails; or that of the key, for `outageTimeout`
     * @throws ResponseError if a poll was refused, or the last one in an outage
     * @throws ConnectionError if the last poll in an outage got no response
     */
    next(): Promise<State>;
}
//# sourceMappingURL=poll.d.ts.map