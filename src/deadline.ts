/** The rejection of `within` when the time is over; never seen by a caller of the client. */
export const EXPIRED: unique symbol = Symbol("expired");

/** Where timers come from: the platform, or one alarm that many waits share. */
export interface Timers {
  set(act: () => void, milliseconds: number): unknown;
  clear(timer: unknown): void;
}

const platform: Timers = {
  set: (act, milliseconds) => setTimeout(act, milliseconds),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/**
 * Runs `act` until it ends, `milliseconds` have passed (rejects with `EXPIRED`) or `signal` aborts (rejects with the
 * signal's own reason), whichever comes first and at once, even where `act` does not heed its signal. The signal that
 * `act` gets is its own, so nothing it hangs on it outlives this call; no timer and no listener stays behind.
 */
export async function within<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  act: (signal: AbortSignal) => Promise<T>,
  timers: Timers = platform,
): Promise<T> {
  if (signal?.aborted) throw signal.reason;
  const controller = new AbortController();
  let settle: () => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    const stop = (reason: unknown) => {
      reject(reason);
      controller.abort();
    };
    const timer =
      milliseconds < Infinity
        ? timers.set(() => stop(EXPIRED), Math.max(0, milliseconds))
        : undefined;
    const forget = signal && onAbort(signal, () => stop(signal.reason));
    settle = () => {
      if (timer !== undefined) timers.clear(timer);
      forget?.();
    };
  });
  try {
    return await Promise.race([act(controller.signal), stopped]);
  } finally {
    settle();
  }
}

/** Resolves after `milliseconds`; an abort rejects at once with the signal's own reason. */
export async function sleep(
  milliseconds: number,
  signal: AbortSignal | undefined,
  timers: Timers = platform,
): Promise<void> {
  const forever = () => new Promise<never>(() => undefined);
  try {
    await within(milliseconds, signal, forever, timers);
  } catch (reason) {
    if (reason !== EXPIRED) throw reason;
  }
}

/** What waits for a signal: one listener a signal, however many calls share it. */
interface Watch {
  readonly acts: Set<() => void>;
  readonly listener: () => void;
}

const watches = new WeakMap<AbortSignal, Watch>();

/** Calls `act` when `signal` aborts, until the function that it returns is called. */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  const { acts, listener } = watches.get(signal) ?? watch(signal);
  acts.add(act);
  return () => {
    acts.delete(act);
    if (acts.size > 0 || watches.get(signal)?.acts !== acts) return;
    watches.delete(signal);
    signal.removeEventListener("abort", listener);
  };
}

function watch(signal: AbortSignal): Watch {
  const acts = new Set<() => void>();
  const listener = () => {
    for (const act of acts) act();
  };
  signal.addEventListener("abort", listener);
  const made = { acts, listener };
  watches.set(signal, made);
  return made;
}
