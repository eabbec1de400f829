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
export function within<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  return bounded(
    { milliseconds, signal, onStop: () => controller.abort() },
    () => act(controller.signal),
  );
}

/** What may end a wait before its time. */
interface Bounds {
  readonly milliseconds: number;
  readonly signal: AbortSignal | undefined;
  /** @default the platform's */
  readonly timers?: Timers;
  /** Called when the bound was reached or the signal aborted. */
  readonly onStop?: () => void;
}

/** As `within`, for what needs no signal of its own. */
export function bounded<T>(
  { milliseconds, signal, timers = platform, onStop }: Bounds,
  act: () => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) throw signal.reason;
    let forget: (() => void) | undefined;
    let timer: unknown;
    const settle = () => {
      if (timer !== undefined) timers.clear(timer);
      forget?.();
    };
    const stop = (reason: unknown) => {
      settle();
      reject(reason);
      onStop?.();
    };
    if (milliseconds < Infinity)
      timer = timers.set(() => stop(EXPIRED), Math.max(0, milliseconds));
    if (signal) forget = onAbort(signal, () => stop(signal.reason));
    act().then(resolve, reject).finally(settle);
  });
}

/** Resolves after `milliseconds`; an abort rejects at once with the signal's own reason. */
export async function sleep(
  milliseconds: number,
  signal: AbortSignal | undefined,
  timers: Timers = platform,
): Promise<void> {
  const forever = () => new Promise<never>(() => undefined);
  try {
    await bounded({ milliseconds, signal, timers }, forever);
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
