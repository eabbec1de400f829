import type { Timers } from "../deadline.js";
import { createHeap, NOWHERE, type Ranked } from "./heap.js";

/** The longest time that a timer of the platform holds, in milliseconds; a later alarm is set again from there. */
const LONGEST = 2 ** 31 - 1;

interface Entry extends Ranked {
  readonly act: () => void;
}

/** Timers for any number of waits that together hold one timer of the platform: that of the earliest. */
export function createAlarm(): Timers {
  const heap = createHeap<Entry>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let set = Infinity;

  const arm = () => {
    const due = heap.first()?.rank ?? Infinity;
    if (due === set) return;
    clearTimeout(timer);
    set = due;
    timer =
      due < Infinity
        ? setTimeout(
            ring,
            Math.min(LONGEST, Math.max(0, due - performance.now())),
          )
        : undefined;
  };
  const ring = () => {
    set = Infinity;
    const now = performance.now();
    for (let entry = heap.first(); entry && entry.rank <= now;) {
      heap.remove(entry);
      entry.act();
      entry = heap.first();
    }
    arm();
  };

  return {
    set: (act, milliseconds) => {
      const rank = performance.now() + milliseconds;
      const entry = { act, rank, place: NOWHERE };
      heap.add(entry);
      arm();
      return entry;
    },
    clear: (entry) => {
      heap.remove(entry as Entry);
      arm();
    },
  };
}
