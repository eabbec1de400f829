import { type Ranked } from "../../jobs/queue.js";
/**
 * How promptly an action has to run:
 * - `"onRead"`: the action may wait until the state is next read, so no timer is set.
 * - `"onTime"`: something outside of the emulator waits for the action, so a timer is set.
 * - `"keepAlive"`: like `"onTime"`, and the process must not end before the action.
 */
export type Urgency = "onRead" | "onTime" | "keepAlive";
/** An action at a moment of the emulator's clock. */
interface ScheduledAction extends Ranked {
    /** The time of the action. */
    readonly rank: number;
    readonly run: () => unknown;
    readonly urgency: Urgency;
}
/** The scheduled actions in the order of their times. Actions of the same time keep the order in which they were added. */
export declare class Schedule {
    #private;
    /** Returns a function that cancels the action. */
    add(time: number, run: () => unknown, urgency: Urgency): () => void;
    /** The time of the first action; Infinity where there is none. */
    nextTime(): number;
    /** Removes and returns the first action if its time is not after `until`. */
    takeDue(until: number): ScheduledAction | undefined;
    /** The highest urgency of all actions. */
    urgency(): Urgency;
    /** Cancels every action. */
    clear(): void;
}
export {};
//# sourceMappingURL=schedule.d.ts.map