import { checkMilliseconds } from "../checks.js";
import { ConnectionError, TimeoutError } from "../errors.js";
import { EXPIRED, withTimeout } from "./timeout.js";

/** Loads a part of this package, or returns the part at once when an earlier call has loaded it. */
type Lazy<Part> = (
  operation: string,
  signal: AbortSignal | undefined,
  timeoutMs?: number,
) => Promise<Part>;

/**
 * Loads a part of this package at its first use and keeps it. An abort ends the wait at once. When loading fails, the
 * call rejects with a `ConnectionError`, and with a `TimeoutError` when loading takes longer than `timeoutMs`: nothing
 * was sent, and the next call loads again.
 */
export function lazy<Part>(load: () => Promise<Part>): Lazy<Part> {
  let part: Part | undefined;
  return async (operation, signal, timeoutMs) =>
    (part ??= await loadInTime(load, operation, signal, timeoutMs));
}

async function loadInTime<Part>(
  load: () => Promise<Part>,
  operation: string,
  signal: AbortSignal | undefined,
  timeoutMs = Infinity,
): Promise<Part> {
  if (timeoutMs !== Infinity)
    checkMilliseconds("timeout", timeoutMs, { operation });
  try {
    return await withTimeout(timeoutMs, signal, () =>
      load().catch((cause: unknown) => {
        const message = "a file of cloud-compute-sdk could not be loaded";
        throw new ConnectionError(message, { operation, cause });
      }),
    );
  } catch (error) {
    if (error !== EXPIRED) throw error;
    const message = `a file of cloud-compute-sdk was not loaded in time (timeout: ${timeoutMs} ms)`;
    throw new TimeoutError(message, timeoutMs, { operation });
  }
}
