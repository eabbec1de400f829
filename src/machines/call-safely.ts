/** Calls a function of the user. What it throws or rejects with is ignored: it must not end what costs money. */
export function callSafely(act: () => unknown): void {
  try {
    Promise.resolve(act()).catch(() => undefined);
  } catch {
    // The rent goes on.
  }
}
