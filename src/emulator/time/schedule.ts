import { ActionHeap, type HeapItem } from "./action-heap.js";

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
  #actions = new ActionHeap<ScheduledAction>();
  #counts = { onRead: 0, onTime: 0, keepAlive: 0 };

  /** Returns a function that cancels the action. */
  add(time: number, run: () => unknown, urgency: Urgency): () => void {
    const counts = this.#counts;
    const remove = this.#actions.add({ rank: time, run, urgency });
    counts[urgency] += 1;
    return () => {
      if (remove()) counts[urgency] -= 1;
    };
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
    this.#actions = new ActionHeap();
    this.#counts = { onRead: 0, onTime: 0, keepAlive: 0 };
  }
}
