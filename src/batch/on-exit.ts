/** Ctrl-C, and what ends a container. */
const EXIT_SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Calls a function at the first signal that asks the process to end. A second signal ends the process, unless somebody else
 * listens. Returns the function that stops listening.
 */
export function listenForExit(onExit: () => void): () => void {
  const stopListening = () => {
    for (const signal of EXIT_SIGNALS) process.off(signal, listener);
  };
  const listener = () => {
    stopListening();
    onExit();
  };
  for (const signal of EXIT_SIGNALS) process.on(signal, listener);
  return stopListening;
}
