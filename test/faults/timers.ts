import { AsyncLocalStorage } from "node:async_hooks";

/** Counts the timers that a piece of work leaves behind. */
export interface TimerWatch {
  /** Runs `act`; `left()` counts the timers of `act` that neither fired nor were cleared, and hold the process. */
  run<T>(act: () => T): { readonly result: T; readonly left: () => number };
  readonly restore: () => void;
}

/** Replaces the platform's `setTimeout` by one that counts, until `restore`. */
export function watchTimers(): TimerWatch {
  const owners = new AsyncLocalStorage<Set<NodeJS.Timeout>>();
  const { setTimeout, clearTimeout } = globalThis;
  const counting = (
    act: (...args: unknown[]) => void,
    milliseconds?: number,
    ...args: unknown[]
  ) => {
    const pending = owners.getStore();
    const fire = () => {
      pending?.delete(timer);
      act(...args);
    };
    const timer = setTimeout(fire, milliseconds);
    pending?.add(timer);
    return timer;
  };
  const clearing = (timer: Parameters<typeof clearTimeout>[0]) => {
    owners.getStore()?.delete(timer as NodeJS.Timeout);
    clearTimeout(timer);
  };
  Object.assign(globalThis, { setTimeout: counting, clearTimeout: clearing });
  return {
    run(act) {
      const pending = new Set<NodeJS.Timeout>();
      const result = owners.run(pending, act);
      const holding = () => [...pending].filter((timer) => timer.hasRef());
      return { result, left: () => holding().length };
    },
    restore: () => Object.assign(globalThis, { setTimeout, clearTimeout }),
  };
}
