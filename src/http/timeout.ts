/** The rejection of `within` when the time is over; never seen by a caller of the client. */
export const EXPIRED: unique symbol = Symbol("expired");

/**
 * Calls `act` after so many milliseconds, unless what it returns is called before: a timer of the platform, or of one
 * alarm that many waits share.
 */
export type Timers = (act: () => void, milliseconds: number) => () => void;

export const platform: Timers = (act, milliseconds) => {
  const timer = setTimeout(act, Math.max(0, milliseconds));
  return () => clearTimeout(timer);
};

/**
 * Runs `act` until it ends, `milliseconds` have passed (rejects with `EXPIRED`) or `signal` aborts (rejects with the
 * signal's own reason), whichever comes first and at once, even where `act` does not heed its signal. The signal that
 * `act` may ask for is its own, so nothing it hangs on it outlives this call; no timer and no listener stays behind.
 */
export function withTimeout<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  act: (own: () => AbortSignal) => Promise<T>,
  timers = platform,
): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    let controller: AbortController | undefined;
    const stop = (reason: unknown) => {
      settle();
      reject(reason);
      controller?.abort();
    };
    const clear =
      milliseconds < Infinity
        ? timers(() => stop(EXPIRED), milliseconds)
        : undefined;
    const forget = signal && onAbort(signal, () => stop(signal.reason));
    const settle = () => {
      clear?.();
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
  await withTimeout(milliseconds, signal, forever, timers).catch(
    (reason: unknown) => {
      if (reason !== EXPIRED) throw reason;
    },
  );
}

/** What waits for a signal, which has one listener however many calls share it. */
const watches = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `act` when `signal` aborts, until the function that it returns is called. */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  const acts = watches.get(signal) ?? new Set();
  watches.set(signal, acts.add(act));
  // Added once more it is there once.
  signal.addEventListener("abort", heed);
  return () => {
    acts.delete(act);
    if (acts.size === 0) signal.removeEventListener("abort", heed);
  };
}

function heed(this: AbortSignal): void {
  watches.get(this)?.forEach((act) => act());
}
