/**
 * Calls a function of the user, and ignores its errors and rejections: these must not affect a rent that costs money.
 */
export function callSafely(act: () => unknown): void {
  try {
    Promise.resolve(act()).catch(() => undefined);
  } catch {
    // The rent goes on.
  }
}
