/** A clock that jumps from timer to timer: hours of waiting pass in milliseconds. */
interface VirtualClock {
  /** Milliseconds since the clock was installed. */
  readonly now: () => number;
  /** Lets time pass until `work` has settled; rejects where no timer is left that could settle the work. */
  readonly run: <T>(work: Promise<T>) => Promise<T>;
  /** Restores the platform's clock. */
  readonly restore: () => void;
}

/** How many times the clock waits a real millisecond for files and imports while no timer is set. */
const MAX_INPUT_WAITS = 5000;

const TURNS_PER_STEP = 3;

interface Timer {
  readonly at: number;
  readonly act: () => void;
}

/** Replaces `setTimeout`, `clearTimeout`, `performance.now` and `Date.now` by a virtual clock. */
export function installVirtualClock(): VirtualClock {
  const platform = { setTimeout, clearTimeout };
  const performanceNow = performance.now.bind(performance);
  const dateNow = Date.now;
  const epoch = Date.now();
  const timers = new Map<number, Timer>();
  let [now, lastId] = [0, 0];

  const set = (act: () => void, milliseconds = 0) => {
    // Like Node: a pause below 1 ms, or of 2^31 ms and more, becomes 1 ms.
    const wait = milliseconds >= 1 && milliseconds < 2 ** 31 ? milliseconds : 1;
    timers.set(++lastId, { at: now + wait, act });
    return lastId;
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
      for (let waits = 0; ;) {
        await drainTasks();
        if (settled) return work;
        if (timers.size > 0) {
          waits = 0;
          step();
          // Files and imports may be under way in real time.
        } else if (waits++ < MAX_INPUT_WAITS) {
          await new Promise<void>((resolve) => platform.setTimeout(resolve, 1));
        } else {
          throw new Error("no timer is set, and the work has not settled");
        }
      }
    },
    restore: () => {
      Object.assign(globalThis, platform);
      Object.assign(performance, { now: performanceNow });
      Date.now = dateNow;
    },
  };
}

function earliest(timers: ReadonlyMap<number, Timer>): [number, Timer] {
  let found: [number, Timer] | undefined;
  for (const entry of timers)
    if (!found || entry[1].at < found[1].at) found = entry;
  if (found) return found;
  throw new Error("no timer is set");
}

/** An immediate runs when no microtask is left. What a task begins may take another turn of the event loop. */
async function drainTasks(): Promise<void> {
  for (let turn = 0; turn < TURNS_PER_STEP; turn++)
    await new Promise((resolve) => setImmediate(resolve));
}
