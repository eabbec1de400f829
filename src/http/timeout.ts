/** What `withTimeout` rejects with when the time is over. Callers of the client never see it. */
export const EXPIRED: unique symbol = Symbol("expired");

/**
 * Calls `act` after `delayMs` milliseconds. The returned function cancels that call.
 */
type Timers = (act: () => void, delayMs: number) => () => void;

export const startTimer: Timers = (act, delayMs) => {
  const timer = setTimeout(act, Math.min(MAX_DELAY_MS, Math.max(0, delayMs)));
  return () => clearTimeout(timer);
};

/** The longest delay that a timer of the platform supports, in milliseconds: 25 days. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** A timer that fires this much too late shows that the process stood still: it was stopped, or its code computed. */
const LATE_MS = 250;
/** How long a process that stood still then has to read what has arrived, in milliseconds. */
const CATCH_UP_MS = 1000;

/**
 * The platform's timers, for the end of a call. A process that goes on after it stood still runs its timers before it reads
 * its connections, so a time limit would discard a response that has arrived: the limit then comes a second later.
 */
const patient: Timers = (act, delayMs) => {
  let cancel: () => void;
  const start = (milliseconds: number) => {
    const dueAt = performance.now() + milliseconds;
    cancel = startTimer(() => {
      if (performance.now() - dueAt < LATE_MS) act();
      else start(CATCH_UP_MS);
    }, milliseconds);
  };
  start(Math.max(0, delayMs));
  return () => cancel();
};

/**
 * Settles with `act`, or rejects as soon as `timeoutMs` have passed (with `EXPIRED`) or `signal` aborts (with the
 * signal's own reason), even when `act` ignores its signal. `act` may ask for a signal of its own, which is aborted when
 * this promise rejects early. No timer and no listener on `signal` outlives this call.
 */
export function withTimeout<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  act: (ownSignal: () => AbortSignal) => Promise<T>,
  timers = patient,
): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    let controller: AbortController | undefined;
    const stop = (reason: unknown) => {
      release();
      reject(reason);
      controller?.abort();
    };
    const clearTimer =
      timeoutMs < Infinity ? timers(() => stop(EXPIRED), timeoutMs) : undefined;
    const unlink = signal && onAbort(signal, () => stop(signal.reason));
    const release = () => {
      clearTimer?.();
      unlink?.();
    };
    act(() => (controller ??= new AbortController()).signal).then(
      (value) => {
        release();
        resolve(value);
      },
      (reason: unknown) => {
        release();
        reject(reason);
      },
    );
  });
}

/** A time limit in the message of an error: whole milliseconds, and less than one millisecond as it was given. */
export function showLimit(limitMs: number): string {
  return `${limitMs < 1 ? limitMs : Math.round(limitMs)} ms`;
}

/** Resolves after `delayMs`. An abort rejects at once with the signal's own reason. */
export function sleep(
  delayMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const cancelTimer = startTimer(() => {
      unlisten?.();
      resolve();
    }, delayMs);
    const unlisten =
      signal &&
      onAbort(signal, () => {
        cancelTimer();
        unlisten?.();
        const reason: unknown = signal.reason;
        reject(reason);
      });
  });
}

/** The callbacks that wait for each signal. A signal has one listener, however many calls share it. */
const callbacks = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `act` when `signal` aborts. The returned function cancels that call. */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  const waiting = callbacks.get(signal) ?? new Set();
  callbacks.set(signal, waiting.add(act));
  // Adding the same listener again changes nothing.
  signal.addEventListener("abort", callAll);
  return () => {
    waiting.delete(act);
    if (waiting.size === 0) signal.removeEventListener("abort", callAll);
  };
}

function callAll(this: AbortSignal): void {
  callbacks.get(this)?.forEach((act) => act());
}
