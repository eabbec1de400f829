import { lazy } from "./lazy.js";

export type Redaction = typeof import("./redaction.js");

/** The longest time that a response waits for the file, in milliseconds. */
const LOAD_TIMEOUT_MS = 5000;

const load = /* @__PURE__ */ lazy(() => import("./redaction.js"));

let redaction: Redaction | undefined;

/** The code that redacts keys; undefined until it is loaded. */
export function getRedaction(): Redaction | undefined {
  return redaction;
}

/**
 * Loads the code that redacts keys. Also resolves if the code cannot be loaded in time: then no text that may hold a
 * key is shown, and the next request loads the code again. An abort rejects with the signal's own reason.
 */
export async function loadRedaction(
  operation: string,
  signal?: AbortSignal,
): Promise<void> {
  try {
    redaction = await load(operation, signal, LOAD_TIMEOUT_MS);
  } catch {
    signal?.throwIfAborted();
  }
}
