/** Waits so many milliseconds, or less: an abort ends it early and without an error. Leaves no timer or listener. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, signal.aborted ? 0 : Math.ceil(ms));
    signal.addEventListener("abort", wake);
  });
}
