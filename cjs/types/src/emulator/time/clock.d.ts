import type { Settings } from "../options.js";
import { type Urgency } from "./schedule.js";
/** The clock of an emulator, as its user sees it. */
export interface EmulatorClock {
    /** The present moment, in milliseconds since 1970. */
    readonly now: () => number;
    /**
     * Moves the clock forward by `ms` milliseconds and runs everything that becomes due, in order: jobs, webhooks, held
     * calls. Resolves when all of that is done. A real clock jumps ahead and goes on from there.
     *
     * @throws RangeError (as a rejection) unless `ms` is a number from 0 to ten years.
     */
    readonly advance: (ms: number) => Promise<void>;
}
/**
 * The clock by which everything in an emulator happens. A real clock runs `speed` times as fast as the system's; a manual
 * clock moves only with `advance`.
 */
export declare class Clock implements EmulatorClock {
    #private;
    /** Emulated milliseconds for each real millisecond; 1 for a manual clock. */
    readonly speed: number;
    constructor({ speed, clock }: Pick<Settings, "speed" | "clock">);
    /** The present moment, in milliseconds since 1970. */
    readonly now: () => number;
    /** See `EmulatorClock`. An advance starts when the one before it has ended. */
    readonly advance: (ms: number) => Promise<void>;
    /** Schedules an action and returns a function that cancels the action. */
    schedule(time: number, run: () => unknown, urgency?: Urgency): () => void;
    /** Runs every action that is due, in order and each at its own time. To be called before each read of the state. */
    runDue(): void;
    /** Delays a response: by real milliseconds, or by those of a manual clock. An abort ends the delay early. */
    delay(ms: number, signal: AbortSignal): Promise<void>;
    /** Cancels every action, ends every delay and goes on from `moment`: by default the moment at which such a clock starts. */
    reset(moment?: number): void;
}
//# sourceMappingURL=clock.d.ts.map