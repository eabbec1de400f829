import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type ExitSignal = (typeof SIGNALS)[number];

/** A launcher such as npx passes on a signal that the terminal has sent to all processes: the copy arrives at once. */
const COPY_MS = 500;

/** How the command hears that it is to end. */
export interface Interruption {
  /** Resolves with the first signal. The process goes on, until the command ends or the user insists. */
  readonly signal: Promise<ExitSignal>;
  /** To be called when the command has ended. */
  readonly done: () => void;
}

/** Listens for the signals that ask a command to end. `hurry` is called at the second one; the third one ends the process. */
export function listenForInterruption(
  hurry: () => void = () => undefined,
): Interruption {
  const { promise, resolve } = createPromise<ExitSignal>();
  let received = 0;
  let last: { readonly signal: ExitSignal; readonly at: number } | undefined;
  const onSignal = (signal: ExitSignal) => {
    const at = performance.now();
    if (signal === last?.signal && at - last.at < COPY_MS) return;
    last = { signal, at };
    received++;
    if (received === 1) resolve(signal);
    else if (received === 2) hurry();
    else process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    signal: promise,
    done: () => {
      const remove = () => {
        for (const signal of SIGNALS) process.off(signal, onSignal);
      };
      // A copy that is still to come must not end the process before its exit code is set.
      setTimeout(remove, COPY_MS).unref();
    },
  };
}

function createPromise<T>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
} {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}
