import { platform, type Timers } from "../http/timeout.js";
import { enqueue, type Entry } from "./queue.js";

/** The longest time that a timer of the platform holds, in milliseconds; a later alarm is set again from there. */
const LONGEST = 2 ** 31 - 1;

/** Timers for any number of waits that together hold one timer of the platform: that of the earliest. */
export function createAlarm(): Timers {
  // Ranked by the moment they are due.
  const queue: Entry[] = [];
  let armed: Entry | undefined;
  let disarm: (() => void) | undefined;

  const arm = () => {
    // Set anew without need it would come later: a timer of the platform takes a millisecond at the least.
    if (armed === queue[0]) return;
    disarm?.();
    [armed] = queue;
    disarm =
      armed &&
      platform(ring, Math.min(LONGEST, armed.rank - performance.now()));
  };
  const ring = () => {
    armed = undefined;
    while (queue[0] && queue[0].rank <= performance.now()) queue.shift()?.act();
    arm();
  };

  return (act, milliseconds) => {
    const take = enqueue(queue, performance.now() + milliseconds, act);
    arm();
    return () => {
      take();
      arm();
    };
  };
}
