import { within, type Timers } from "../deadline.js";
import { createHeap, NOWHERE, type Ranked } from "./heap.js";

/** So many calls at once, and so many begun within any 10 seconds. */
export interface Limits {
  readonly atOnce: number;
  readonly perWindow: number;
}

/** What waits its turn, and until when. */
export interface Turn {
  /** Lower goes first: the time it became due, earlier where there is a reason to hurry. */
  readonly rank: number;
  /** Longest wait for the turn, in milliseconds; then it rejects with `EXPIRED`. */
  readonly milliseconds: number;
  readonly signal: AbortSignal | undefined;
}

/** Lets calls begin as the limits allow, lowest rank first. */
export interface Budget {
  /** Runs `act` when its turn has come. */
  readonly run: <T>(turn: Turn, act: () => Promise<T>) => Promise<T>;
}

/** The service counts calls over this many milliseconds. */
const WINDOW = 10_000;

interface Entry extends Ranked {
  readonly go: () => void;
}

export function createBudget(
  { atOnce, perWindow }: Limits,
  timers: Timers,
): Budget {
  const queue = createHeap<Entry>();
  // When each of the last `perWindow` calls began, as a ring: the next slot holds the oldest.
  const begun = new Float64Array(perWindow).fill(-Infinity);
  let [running, next] = [0, 0];
  let opening: unknown;

  const pump = () => {
    if (opening !== undefined) timers.clear(opening);
    opening = undefined;
    for (let entry = queue.first(); entry; entry = queue.first()) {
      if (running >= atOnce) return;
      const now = performance.now();
      const open = (begun[next] ?? 0) + WINDOW;
      if (open > now) {
        opening = timers.set(pump, open - now);
        return;
      }
      begun[next] = now;
      next = (next + 1) % perWindow;
      running++;
      queue.remove(entry);
      entry.go();
    }
  };

  const turnOf = ({ rank, milliseconds, signal }: Turn) => {
    let entry: Entry | undefined;
    const comes = () =>
      new Promise<void>((resolve) => {
        entry = { rank, place: NOWHERE, go: resolve };
        queue.add(entry);
        pump();
      });
    return within(milliseconds, signal, comes, timers).catch(
      (reason: unknown) => {
        leave(entry);
        throw reason;
      },
    );
  };
  const leave = (entry: Entry | undefined) => {
    if (!entry) return;
    // Its turn may have come in the very moment it gave up: then the place is given back.
    if (entry.place === NOWHERE) running--;
    queue.remove(entry);
    pump();
  };

  return {
    run: async (turn, act) => {
      await turnOf(turn);
      try {
        return await act();
      } finally {
        running--;
        pump();
      }
    },
  };
}
