/** Schedules any number of callbacks with a single timer of the platform, which is set for the earliest callback. */
export declare class SharedTimer {
    #private;
    /**
     * Calls `callback` once after `delayMs` milliseconds. The function that it returns cancels the call.
     *
     * This is a bound function, so it can be passed on without the timer.
     */
    readonly schedule: (callback: () => void, delayMs: number) => (() => void);
}
//# sourceMappingURL=timer.d.ts.map