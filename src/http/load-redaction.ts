import { lazy } from "./lazy.js";

export type Redaction = typeof import("./redaction.js");

/** A response that has come waits no longer than this for the file. */
const LOAD_TIMEOUT_MS = 5000;

const load = /* @__PURE__ */ lazy(() => import("./redaction.js"));

let redaction: Redaction | undefined;

/** What replaces keys in texts; undefined while it is not loaded. */
export function getRedaction(): Redaction | undefined {
  return redaction;
}

/**
 * Loads what replaces keys in texts. Resolves also where that cannot be loaded in time: then nothing that may hold a key
 * is shown, and the next request loads again. An abort rejects with the signal's own reason.
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
