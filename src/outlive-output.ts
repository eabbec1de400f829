function ignore(): void {
  // Nothing to do: the listener alone keeps the process alive.
}

/** How many pieces of work run. They share one listener. */
let running = 0;

/**
 * Lets work go on when nobody reads the output of its process any more, as after `| head`. Call the function that it returns
 * when the work has ended. Without a listener, the next line that the program prints would end the process.
 */
export function outliveOutput(): () => void {
  if (running++ === 0)
    for (const output of outputs()) output.on("error", ignore);
  return () => {
    if (--running === 0)
      for (const output of outputs()) output.off("error", ignore);
  };
}

/** Standard output and standard error, where the platform has them. */
function outputs(): NodeJS.WriteStream[] {
  const { process } = globalThis as {
    readonly process?: Partial<NodeJS.Process>;
  };
  return [process?.stdout, process?.stderr].filter(
    (output) => typeof output?.on === "function",
  ) as NodeJS.WriteStream[];
}
