/** The rejection of `within` when the time is over; never seen outside `send`. */
export const EXPIRED: unique symbol = Symbol("expired");

/**
 * Runs `act` until it ends, `milliseconds` have passed (rejects with `EXPIRED`) or `signal` aborts (rejects with the
 * signal's own reason), whichever comes first and at once, even where `act` does not heed its signal. The signal that
 * `act` gets is its own, so nothing it hangs on it outlives this call; no timer and no listener stays behind.
 */
export async function within<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw signal.reason;
  const controller = new AbortController();
  let onAbort: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopped = new Promise<never>((_, reject) => {
    const stop = (reason: unknown) => {
      reject(reason);
      controller.abort();
    };
    timer = setTimeout(stop, Math.max(0, milliseconds), EXPIRED);
    onAbort = () => {
      stop(signal?.reason);
    };
    signal?.addEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([act(controller.signal), stopped]);
  } finally {
    clearTimeout(timer);
    if (onAbort) signal?.removeEventListener("abort", onAbort);
  }
}

/** Resolves after `milliseconds`; an abort rejects at once with the signal's own reason. */
export async function sleep(
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const forever = () => new Promise<never>(() => undefined);
  try {
    await within(milliseconds, signal, forever);
  } catch (reason) {
    if (reason !== EXPIRED) throw reason;
  }
}
