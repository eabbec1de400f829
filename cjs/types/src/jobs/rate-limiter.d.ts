import { SharedTimer } from "./timer.js";
interface RateLimits {
    /** How many calls may be in progress at once. */
    readonly maxConcurrent: number;
    /** How many calls may begin in any 10 seconds. */
    readonly maxPerWindow: number;
}
/** How a call waits for a slot. */
interface SlotRequest {
    /** Calls with a lower rank get a slot first. */
    readonly rank: number;
    /** The longest wait for a slot, in milliseconds. */
    readonly timeoutMs: number;
    /** Ends the wait for a slot. */
    readonly signal: AbortSignal | undefined;
}
/**
 * Exchanges the slot of a call for a new one before the call is sent again, so that the retry counts as well. A retry
 * goes before all calls that wait. Resolves without a new slot when none is free within `timeoutMs` milliseconds.
 */
export type ReacquireSlot = (timeoutMs: number) => Promise<void>;
/** The rejection of `RateLimiter.run` when there is no slot in time. A caller of the client never sees it. */
export declare class NoSlotError extends Error {
}
/** Delays calls so that they keep to `RateLimits`. */
export declare class RateLimiter {
    #private;
    constructor({ maxConcurrent, maxPerWindow }: RateLimits, timer: SharedTimer);
    /** Whether no call is in progress or waits for a slot. */
    get isIdle(): boolean;
    /** The time from which no call that has ended counts any more. */
    get lastCountedUntil(): number;
    /**
     * Resolves with true when there is a slot for a call; the caller must `release` the slot when the call has ended.
     * Resolves with false when there is no slot in time. Rejects with the reason of the signal as soon as that aborts.
     */
    acquire({ rank, timeoutMs, signal }: SlotRequest): Promise<boolean>;
    /**
     * Returns the slot of a call that has ended. The service counts the call from some moment before now, so the slot is
     * certainly free again one window from now.
     */
    release(): void;
    /**
     * Runs `call` as soon as there is a slot for it. Rejects without running `call`: with a `NoSlotError` when there is no slot
     * in time, and with the reason of the signal when that aborts.
     */
    run<T>(request: SlotRequest, call: (reacquire: ReacquireSlot) => Promise<T>): Promise<T>;
}
/**
 * The limits for each kind of call, at once and in 10 seconds. They are below those of the service, because other
 * programs may use the same endpoint. The service answers 429 beyond these (at once / in 10 seconds): `/run` 200 / 1000,
 * `/runsync` and `/status` 400 / 2000, `/cancel` 20 / 100.
 */
declare const LIMITS: {
    readonly run: {
        readonly maxConcurrent: 150;
        readonly maxPerWindow: 900;
    };
    readonly runSync: {
        readonly maxConcurrent: 300;
        readonly maxPerWindow: 900;
    };
    readonly status: {
        readonly maxConcurrent: 100;
        readonly maxPerWindow: 1500;
    };
    readonly cancel: {
        readonly maxConcurrent: 15;
        readonly maxPerWindow: 90;
    };
};
type CallKind = keyof typeof LIMITS;
/**
 * The rate limiters of one client, one for each slug and kind of call, and the timer that all its jobs share. A limiter
 * that nothing uses any more is dropped when the next call of any slug comes.
 */
export declare class RateLimiters {
    #private;
    readonly timer: SharedTimer;
    /** How many rate limiters are kept. */
    get size(): number;
    /** Waits for a slot as `RateLimiter.acquire` does. Resolves with the function that releases it, if there is one in time. */
    acquire(kind: CallKind, slug: string, request: SlotRequest): Promise<(() => void) | undefined>;
    /** Runs a call as `RateLimiter.run` does. */
    run<T>(kind: CallKind, slug: string, request: SlotRequest, call: (reacquire: ReacquireSlot) => Promise<T>): Promise<T>;
}
export {};
//# sourceMappingURL=rate-limiter.d.ts.map