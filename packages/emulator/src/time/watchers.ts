import type { Clock } from "./clock.js";

interface Wait {
  readonly clock: Clock;
  /** When the wait ends at the latest. */
  readonly until: number;
  /** Ends the wait early. */
  readonly signal: AbortSignal;
}

/** The calls that are held until something changes, each under the name of what it waits for. */
export class Watchers {
  readonly #checks = new Map<string, Set<() => void>>();

  /** Lets the calls that wait for `name` check again, the oldest call first. */
  notify(name: string): void {
    for (const check of [...(this.#checks.get(name) ?? [])]) check();
  }

  notifyAll(): void {
    for (const name of [...this.#checks.keys()]) this.notify(name);
  }

  /**
   * Resolves when `isDone` returns true, when the time is up, or when the signal aborts. `isDone` is asked at once and at
   * each notification; after the end of the wait it is asked no more.
   */
  wait(
    name: string,
    { clock, until, signal }: Wait,
    isDone: () => boolean,
  ): Promise<void> {
    return new Promise((resolve) => {
      const checks = this.#checks.get(name) ?? new Set();
      const stop = () => {
        cancelTimeout();
        checks.delete(check);
        if (checks.size === 0) this.#checks.delete(name);
        signal.removeEventListener("abort", stop);
        resolve();
      };
      const check = () => {
        if (!checks.has(check)) return;
        if (signal.aborted || isDone()) stop();
      };
      const cancelTimeout = clock.schedule(until, stop, "keepAlive");
      this.#checks.set(name, checks.add(check));
      signal.addEventListener("abort", stop);
      check();
    });
  }
}
