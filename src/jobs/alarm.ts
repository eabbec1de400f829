import type { Timers } from "../deadline.js";
import { dequeue, enqueue, type Entry } from "./queue.js";

/** The longest time that a timer of the platform holds, in milliseconds; a later alarm is set again from there. */
const LONGEST = 2 ** 31 - 1;

/** Timers for any number of waits that together hold one timer of the platform: that of the earliest. */
export function createAlarm(): Timers {
  // Ranked by the moment they are due.
  const queue: Entry[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let armed: Entry | undefined;

  const arm = () => {
    // Set anew without need it would come later: a timer of the platform takes a millisecond at the least.
    if (armed === queue[0]) return;
    clearTimeout(timer);
    [armed] = queue;
    timer =
      armed &&
      setTimeout(
        ring,
        Math.min(LONGEST, Math.max(0, armed.rank - performance.now())),
      );
  };
  const ring = () => {
    armed = undefined;
    for (let [first] = queue; first && first.rank <= performance.now();) {
      dequeue(queue, first);
      first.act();
      [first] = queue;
    }
    arm();
  };

  return {
    set: (act, milliseconds) => {
      const entry = enqueue(queue, performance.now() + milliseconds, act);
      arm();
      return entry;
    },
    clear: (entry) => {
      dequeue(queue, entry as Entry);
      arm();
    },
  };
}
