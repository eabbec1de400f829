/** Waits for so many real milliseconds. An abort ends the wait early and without an error. Leaves no timer or listener. */
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

/** Lets every task that is ready run first. Uses a message instead of a timer, so that fake timers do not stop it. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
