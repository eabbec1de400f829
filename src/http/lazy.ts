import { withTimeout } from "./timeout.js";
import { ConnectionError } from "../errors.js";

/** Loads a part of this package; at once where it has been loaded before. */
type Lazy<Part> = (
  operation: string,
  signal: AbortSignal | undefined,
) => Promise<Part>;

/**
 * A part of this package that is loaded with its first use, and kept. An abort ends the wait at once; what could not be
 * loaded is asked for anew by the next call. It throws ConnectionError when the part cannot be loaded; nothing was sent.
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
