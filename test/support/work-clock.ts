import { AsyncLocalStorage } from "node:async_hooks";

/** A timer of a piece of work. It fires when the clock of the work is moved to it. */
class WorkTimer {
  readonly #act: () => void;
  readonly #cancel: (timer: WorkTimer) => void;
  #holdsProcess = true;
  /** The time at which the timer is due, on the clock of the work. */
  readonly due: number;
  /** How often the work had called `fetch` when the timer was set. */
  readonly fetchesBefore: number;

  constructor(
    act: () => void,
    cancel: (timer: WorkTimer) => void,
    due: number,
    fetchesBefore: number,
  ) {
    this.#act = act;
    this.#cancel = cancel;
    this.due = due;
    this.fetchesBefore = fetchesBefore;
  }

  readonly fire = () => this.#act();
  readonly cancel = () => this.#cancel(this);
  readonly hasRef = () => this.#holdsProcess;
  readonly ref = () => this.#setRef(true);
  readonly unref = () => this.#setRef(false);

  #setRef(holdsProcess: boolean): this {
    this.#holdsProcess = holdsProcess;
    return this;
  }
}

/** How many turns of the event loop it takes until all data under way on loopback has arrived. */
const QUIET_TURNS = 12;

/**
 * The clock of one piece of work: its `setTimeout`, `performance.now` and `Date.now`. The clock stands still until the
 * work waits for a timer. The network and the rest of the process run in real time. So a test of timeouts over real
 * sockets does not depend on the speed of the machine.
 */
export class WorkClock {
  readonly #epoch = realNow();
  readonly #timers = new Set<WorkTimer>();
  #now = 0;
  #fetches = 0;

  /** Milliseconds that have passed for the work. */
  readonly now = (): number => this.#now;

  /** Milliseconds since 1970, for the work. */
  readonly date = (): number => this.#epoch + Math.floor(this.#now);

  /** Calls `fetch` for the work. */
  readonly fetch = <T>(send: () => T): T => {
    this.#fetches++;
    return send();
  };

  /** Timers of the work that neither fired nor were cleared, and hold the process. */
  readonly timersLeft = (): number =>
    [...this.#timers].filter((timer) => timer.hasRef()).length;

  set(act: () => void, milliseconds: number): WorkTimer {
    const due = this.#now + Math.max(1, milliseconds);
    const cancel = (timer: WorkTimer) => void this.#timers.delete(timer);
    const timer = new WorkTimer(act, cancel, due, this.#fetches);
    this.#timers.add(timer);
    return timer;
  }

  /**
   * Does the work on this clock, and settles with the work. A timer that was set before the latest call of `fetch`
   * bounds that call: such a timer fires only when `isSilent` reports that no response will come. Any other timer is a
   * pause, and fires as soon as the work is quiet.
   *
   * @param isSilent - whether at least this number of requests has arrived that will never be answered
   */
  async run<T>(
    work: () => Promise<T>,
    isSilent: (fetches: number) => boolean,
  ): Promise<T> {
    const state = { isSettled: false };
    const settle = () => void (state.isSettled = true);
    const result = clocks.run(this, work);
    result.then(settle, settle);
    for (;;) {
      await turns(QUIET_TURNS);
      if (state.isSettled) return result;
      const next = this.#earliest();
      if (!next) continue;
      const isPause = next.fetchesBefore === this.#fetches;
      if (isPause || isSilent(this.#fetches)) this.#fire(next);
    }
  }

  #earliest(): WorkTimer | undefined {
    const byTime = [...this.#timers].sort((a, b) => a.due - b.due);
    return byTime[0];
  }

  #fire(timer: WorkTimer): void {
    this.#timers.delete(timer);
    this.#now = Math.max(this.#now, timer.due);
    clocks.run(this, timer.fire);
  }
}

const clocks = new AsyncLocalStorage<WorkClock>();
const realNow = Date.now;
const realImmediate = setImmediate;

/** Resolves after so many turns of the event loop. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++)
    await new Promise((resolve) => realImmediate(resolve));
}

/**
 * Replaces the timers and clocks of the platform for the work of each `WorkClock`, until the returned function is
 * called.
 */
export function installWorkClocks(): () => void {
  const { setTimeout, clearTimeout } = globalThis;
  const now = performance.now.bind(performance);
  const replaceTimers = {
    setTimeout: (
      act: (...args: unknown[]) => void,
      milliseconds = 0,
      ...args: unknown[]
    ) => {
      const clock = clocks.getStore();
      return clock
        ? clock.set(() => act(...args), milliseconds)
        : setTimeout(act, milliseconds, ...args);
    },
    clearTimeout: (timer: unknown) => {
      if (timer instanceof WorkTimer) timer.cancel();
      else clearTimeout(timer as NodeJS.Timeout);
    },
  };
  Object.assign(globalThis, replaceTimers);
  Object.assign(performance, { now: () => clocks.getStore()?.now() ?? now() });
  Date.now = () => clocks.getStore()?.date() ?? realNow();
  return () => {
    Object.assign(globalThis, { setTimeout, clearTimeout });
    Object.assign(performance, { now });
    Date.now = realNow;
  };
}
