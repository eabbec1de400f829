import { EXPIRED, within, type Timers } from "../deadline.js";
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
  /** Runs `act` when its turn has come; `again` takes one more place in the window, before all others. */
  readonly run: <T>(
    turn: Turn,
    act: (again: (milliseconds: number) => Promise<void>) => Promise<T>,
  ) => Promise<T>;
}

/** The service counts calls over this many milliseconds. */
const WINDOW = 10_000;

interface Entry extends Ranked {
  /** Its place in the window, once its turn has come. */
  slot: number;
  /** Whether it is one call more at once, not a repeat of one under way. */
  readonly isNew: boolean;
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
      if (entry.isNew && running >= atOnce) return;
      const now = performance.now();
      const open = (begun[next] ?? 0) + WINDOW;
      if (open > now) {
        opening = timers.set(pump, open - now);
        return;
      }
      begun[next] = now;
      entry.slot = next;
      next = (next + 1) % perWindow;
      if (entry.isNew) running++;
      queue.remove(entry);
      entry.go();
    }
  };

  const turnOf = ({ rank, milliseconds, signal }: Turn, isNew: boolean) => {
    let entry: Entry | undefined;
    const comes = () =>
      new Promise<Entry>((resolve) => {
        const go = () => resolve(turn);
        const turn = { rank, place: NOWHERE, isNew, slot: 0, go };
        entry = turn;
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
    if (entry.place === NOWHERE && entry.isNew) running--;
    queue.remove(entry);
    pump();
  };

  return {
    run: async (turn, act) => {
      const { slot } = await turnOf(turn, true);
      // First of all: what holds a place at once must not wait for one that does not have any.
      const again = (milliseconds: number) =>
        turnOf({ ...turn, rank: -Infinity, milliseconds }, false).then(
          () => undefined,
          (reason: unknown) => {
            if (reason !== EXPIRED) throw reason;
          },
        );
      try {
        return await act(again);
      } finally {
        // It reached the service at some moment until now: that is when its 10 seconds begin for certain.
        begun[slot] = performance.now();
        running--;
        pump();
      }
    },
  };
}
