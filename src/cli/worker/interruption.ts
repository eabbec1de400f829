import { once } from "node:events";
import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Resolves at the first signal that asks this process to end, with the exit code for that signal. Further signals do nothing,
 * because they would end this process before the worker: the caller ends the worker within a time limit.
 */
export async function untilInterrupted(): Promise<number> {
  const signals = SIGNALS.map(async (signal) => {
    await once(process, signal);
    return 128 + constants.signals[signal];
  });
  for (const signal of SIGNALS) process.on(signal, () => undefined);
  return Promise.race(signals);
}
