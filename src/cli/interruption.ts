import { onShutdown, type ExitSignal } from "../shutdown.js";

/** How a command hears that it is to end. */
export interface Interruption {
  /** Resolves with the first signal. The process goes on, until `done` is called or the user insists. */
  readonly signal: Promise<ExitSignal>;
  /** To be called when the command has ended. */
  readonly done: () => void;
}

/** Listens for the signals that ask a command to end. `hurry` is called at the second one. */
export function listenForInterruption(hurry?: () => void): Interruption {
  let done: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (done = resolve));
  let remove: (() => void) | undefined;
  const signal = new Promise<ExitSignal>((resolve) => {
    remove = onShutdown({
      kind: "server",
      end: (name = "SIGTERM") => {
        resolve(name);
        return ended;
      },
      ...(hurry && { hurry }),
    });
  });
  return {
    signal,
    done: () => {
      done();
      remove?.();
    },
  };
}
