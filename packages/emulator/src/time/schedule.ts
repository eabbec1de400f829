import { ActionHeap, type HeapEntry, type HeapItem } from "./action-heap.js";

/**
 * How promptly an action has to run:
 * - `"onRead"`: the action may wait until the state is next read, so no timer is set.
 * - `"onTime"`: something outside of the emulator waits for the action, so a timer is set.
 * - `"keepAlive"`: like `"onTime"`, and the process must not end before the action.
 */
export type Urgency = "onRead" | "onTime" | "keepAlive";

/** An action at a moment of the emulator's clock. */
interface ScheduledAction extends HeapItem {
  /** The time of the action. */
  readonly rank: number;
  readonly run: () => unknown;
  readonly urgency: Urgency;
}

/** The scheduled actions in the order of their times. Actions of the same time keep the order in which they were added. */
export class Schedule {
  readonly #actions = new ActionHeap<ScheduledAction>();
  #counts = { onRead: 0, onTime: 0, keepAlive: 0 };

  /** Adds an action, and returns the entry by which the action can be cancelled. */
  add(
    time: number,
    run: () => unknown,
    urgency: Urgency,
  ): HeapEntry<ScheduledAction> {
    this.#counts[urgency] += 1;
    return this.#actions.add({ rank: time, run, urgency });
  }

  /** Cancels an action, unless the action has been taken or cancelled. */
  cancel(entry: HeapEntry<ScheduledAction>): void {
    if (this.#actions.remove(entry)) this.#counts[entry.item.urgency] -= 1;
  }

  /** The time of the first action; Infinity where there is none. */
  nextTime(): number {
    return this.#actions.first?.rank ?? Infinity;
  }

  /** Removes and returns the first action if its time is not after `until`. */
  takeDue(until: number): ScheduledAction | undefined {
    if (this.nextTime() > until) return undefined;
    const action = this.#actions.shift();
    if (action) this.#counts[action.urgency] -= 1;
    return action;
  }

  /** The highest urgency of all actions. */
  urgency(): Urgency {
    if (this.#counts.keepAlive > 0) return "keepAlive";
    return this.#counts.onTime > 0 ? "onTime" : "onRead";
  }

  /** Cancels every action. */
  clear(): void {
    this.#actions.clear();
    this.#counts = { onRead: 0, onTime: 0, keepAlive: 0 };
  }
}
