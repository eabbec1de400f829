/**
 * Wraps a function of the user so that its errors and rejections neither fail the call, which may have cost money, nor
 * end the process.
 */
export function isolate<Arguments extends unknown[]>(
  act: ((...args: Arguments) => unknown) | undefined,
): (...args: Arguments) => void {
  return (...args) => {
    if (!act) return;
    const result = new Promise((resolve) => resolve(act(...args)));
    result.catch(() => undefined);
  };
}
