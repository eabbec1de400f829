/**
 * Calls `callback` once after `delayMs` milliseconds. The function that it returns cancels the call. The timer does not
 * keep the process running.
 */
export function scheduleUnref(
  callback: () => void,
  delayMs: number,
): () => void {
  const timer: unknown = setTimeout(callback, delayMs);
  // In Node, Bun and Deno a timer is an object; in browsers a number.
  (timer as { unref?: () => void }).unref?.();
  return () => clearTimeout(timer as ReturnType<typeof setTimeout>);
}
