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
 * `act` may ask for is its own, so nothing it hangs on it outlives this call; no timer and no listener stays behind.
 */
export function within<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  act: (signal: () => AbortSignal) => Promise<T>,
  timers = platform,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) throw signal.reason;
    let controller: AbortController | undefined;
    const stop = (reason: unknown) => {
      settle();
      reject(reason);
      controller?.abort();
    };
    const timer =
      milliseconds < Infinity
        ? timers.set(() => stop(EXPIRED), Math.max(0, milliseconds))
        : undefined;
    const forget = signal && onAbort(signal, () => stop(signal.reason));
    const settle = () => {
      if (timer !== undefined) timers.clear(timer);
      forget?.();
    };
    act(() => (controller ??= new AbortController()).signal)
      .then(resolve, reject)
      .finally(settle);
  });
}

/** Resolves after `milliseconds`; an abort rejects at once with the signal's own reason. */
export async function sleep(
  milliseconds: number,
  signal: AbortSignal | undefined,
  timers?: Timers,
): Promise<void> {
  const forever = () => new Promise<never>(() => undefined);
  await within(milliseconds, signal, forever, timers).catch(
    (reason: unknown) => {
      if (reason !== EXPIRED) throw reason;
    },
  );
}

/** What waits for a signal: itself its one listener, however many calls share the signal. */
interface Watch extends Set<() => void> {
  handleEvent(): void;
}

const watches = new WeakMap<AbortSignal, Watch>();

/** Calls `act` when `signal` aborts, until the function that it returns is called. */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  const watch = watches.get(signal) ?? createWatch(signal);
  watch.add(act);
  return () => {
    if (!watch.delete(act) || watch.size > 0) return;
    watches.delete(signal);
    signal.removeEventListener("abort", watch);
  };
}

function createWatch(signal: AbortSignal): Watch {
  const acts = new Set<() => void>();
  const handleEvent = () => acts.forEach((act) => act());
  const watch = Object.assign(acts, { handleEvent });
  watches.set(signal, watch);
  signal.addEventListener("abort", watch);
  return watch;
}
