import { lazy } from "./lazy.js";

/** Longest wait for the file that explains a failure: the failure itself already says what matters. */
const LOAD_TIMEOUT_MS = 2000;

const load = /* @__PURE__ */ lazy(() => import("./failure.js"));

/**
 * Loads the code that handles failures. Resolves with undefined if the code cannot be loaded in time: the error is then
 * of the same class, but its message and cause contain less. An abort rejects with the signal's own reason.
 */
export async function loadFailureParts(
  operation: string,
  signal: AbortSignal | undefined,
): Promise<typeof import("./failure.js") | undefined> {
  try {
    return await load(operation, signal, LOAD_TIMEOUT_MS);
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}
