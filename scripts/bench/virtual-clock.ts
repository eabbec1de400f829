/** A clock that jumps from timer to timer: hours of waiting pass in milliseconds. */
interface VirtualClock {
  /** Milliseconds since the clock was installed. */
  readonly now: () => number;
  /** Lets time pass until `work` has settled; rejects where nothing is left that could settle it. */
  readonly run: <T>(work: Promise<T>) => Promise<T>;
  /** Gives the process its own time back. */
  readonly restore: () => void;
}

interface Timer {
  readonly at: number;
  readonly act: () => void;
}

/** Puts itself in the place of `setTimeout`, `clearTimeout`, `performance.now` and `Date.now`. */
export function installClock(): VirtualClock {
  const own = { setTimeout, clearTimeout };
  const ownNow = [performance.now.bind(performance), Date.now] as const;
  const epoch = Date.now();
  const timers = new Map<number, Timer>();
  let [now, last] = [0, 0];

  const set = (act: () => void, milliseconds = 0) => {
    // As Node does: at least 1 ms, and 1 ms where a timer cannot hold so many.
    const wait = milliseconds >= 1 && milliseconds < 2 ** 31 ? milliseconds : 1;
    timers.set(++last, { at: now + wait, act });
    return last;
  };
  const clear = (id: unknown) => void timers.delete(id as number);
  const step = () => {
    const [id, timer] = earliest(timers);
    timers.delete(id);
    now = timer.at;
    timer.act();
  };

  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  Object.assign(performance, { now: () => now });
  Date.now = () => epoch + Math.floor(now);

  return {
    now: () => now,
    run: async (work) => {
      let settled = false as boolean;
      const end = () => void (settled = true);
      work.then(end, end);
      for (;;) {
        await drained();
        if (settled) return work;
        step();
      }
    },
    restore: () => {
      Object.assign(globalThis, own);
      Object.assign(performance, { now: ownNow[0] });
      Date.now = ownNow[1];
    },
  };
}

function earliest(timers: ReadonlyMap<number, Timer>): [number, Timer] {
  let found: [number, Timer] | undefined;
  for (const entry of timers)
    if (!found || entry[1].at < found[1].at) found = entry;
  if (found) return found;
  throw new Error("the clock stands still: no timer is set, and work is left");
}

/** An immediate comes when no microtask is left. */
function drained(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
