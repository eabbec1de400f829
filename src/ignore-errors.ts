/**
 * Calls a function of the user, or of another library, and returns its result; undefined if the function fails. Its errors
 * and rejections neither fail the call that is under way, which may have cost money, nor end the process.
 */
export function ignoreErrors<Result>(act: () => Result): Result | undefined {
  try {
    const result = act();
    if (result instanceof Promise) result.catch(() => undefined);
    return result;
  } catch {
    return undefined;
  }
}
