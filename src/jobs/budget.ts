import { EXPIRED, withTimeout, type Timers } from "../http/timeout.js";
import { enqueue, type Entry } from "./queue.js";

/**
 * Lets calls begin as its limits allow, the lowest rank first: runs `act` when its turn has come. Rejects with `EXPIRED`
 * when it has not come within so many milliseconds, and at once with the reason of a signal that aborts.
 */
export type Budget = <T>(
  rank: number,
  milliseconds: number,
  signal: AbortSignal | undefined,
  act: (again: Again) => Promise<T>,
) => Promise<T>;

/** Takes a further place for a repeat, before all others; resolves also when there was none in so many milliseconds. */
type Again = (milliseconds: number) => Promise<void>;

/** The service counts calls over this many milliseconds. */
const WINDOW = 10_000;

/** So many calls at once, and so many within any 10 seconds. */
type Limits = readonly [atOnce: number, perWindow: number];

export function createBudget(
  [atOnce, perWindow]: Limits,
  timers: Timers,
): Budget {
  const queue: Entry[] = [];
  // When each place in the window is free, the earliest first. A call under way holds one, which is not in here.
  const places = Array<number>(perWindow).fill(0);
  let close: (() => void) | undefined;

  const pump = () => {
    close?.();
    while (queue[0] && perWindow - places.length < atOnce) {
      const [free = Infinity] = places;
      const left = free - performance.now();
      if (left > 0) {
        close = timers(pump, left);
        return;
      }
      places.shift();
      queue.shift()?.act();
    }
  };

  const comes = (
    rank: number,
    milliseconds: number,
    signal: AbortSignal | undefined,
  ) => {
    let take: (() => boolean) | undefined;
    const wait = () =>
      new Promise<void>((go) => {
        take = enqueue(queue, rank, go);
        pump();
      });
    return withTimeout(milliseconds, signal, wait, timers).catch(
      (reason: unknown) => {
        // Its turn may have come in the very moment it gave up: then the place is given back.
        if (take?.() === false) places.unshift(0);
        pump();
        throw reason;
      },
    );
  };
  // It reached the service at some moment until now: that is when its 10 seconds begin for certain.
  const leave = () => {
    places.push(performance.now() + WINDOW);
    pump();
  };

  return async (rank, milliseconds, signal, act) => {
    await comes(rank, milliseconds, signal);
    const again: Again = async (left) => {
      // It stands first in the queue before its place is given back, so nobody takes that in between.
      const turn = comes(-Infinity, left, signal);
      leave();
      await turn.catch((reason: unknown) => {
        // As it leaves once more at its end, it holds a place until then.
        places.shift();
        if (reason !== EXPIRED) throw reason;
      });
    };
    try {
      return await act(again);
    } finally {
      leave();
    }
  };
}
