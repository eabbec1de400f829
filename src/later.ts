import { within } from "./deadline.js";
import { ConnectionError } from "./errors.js";

/**
 * A part of this package that is loaded with its first use. An abort ends the wait at once; what could not be loaded is
 * asked for anew by the next call.
 *
 * @throws ConnectionError when it cannot be loaded; nothing was sent
 */
export function later<Part>(
  operation: string,
  signal: AbortSignal | undefined,
  load: () => Promise<Part>,
): Promise<Part> {
  return within(Infinity, signal, () =>
    load().catch((cause: unknown) => {
      const message = "a file of cloud-compute-sdk could not be loaded";
      throw new ConnectionError(message, { operation, cause });
    }),
  );
}
