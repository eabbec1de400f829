import { ConnectionError } from "../errors.js";
import { withTimeout } from "./timeout.js";

/** Loads a part of this package, or returns the part at once when an earlier call has loaded it. */
type Lazy<Part> = (
  operation: string,
  signal: AbortSignal | undefined,
) => Promise<Part>;

/**
 * Loads a part of this package at its first use and keeps it. An abort ends the wait at once. When loading fails, the
 * call rejects with a `ConnectionError` (nothing was sent) and the next call loads again.
 */
export function lazy<Part>(load: () => Promise<Part>): Lazy<Part> {
  let part: Part | undefined;
  return async (operation, signal) =>
    (part ??= await withTimeout(Infinity, signal, () =>
      load().catch((cause: unknown) => {
        const message = "a file of cloud-compute-sdk could not be loaded";
        throw new ConnectionError(message, { operation, cause });
      }),
    ));
}
