/** The longest delay that a timer of the platform supports, in milliseconds. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * Calls `callback` once after `delayMs` milliseconds, however many those are. The function that it returns cancels the
 * call. The timer does not keep the process running.
 */
export function scheduleUnref(
  callback: () => void,
  delayMs: number,
): () => void {
  const dueAt = performance.now() + delayMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = () => {
    const remainingMs = Math.max(0, dueAt - performance.now());
    const isLast = remainingMs <= MAX_DELAY_MS;
    timer = setTimeout(
      isLast ? callback : set,
      Math.min(remainingMs, MAX_DELAY_MS),
    );
    // In Node, Bun and Deno a timer is an object; the types of browsers say a number.
    (timer as { unref?: () => void }).unref?.();
  };
  set();
  return () => clearTimeout(timer);
}
