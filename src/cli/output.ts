const closed = new AbortController();

/** Aborts when standard output can no longer be written, as after `| head`: a command that only prints then ends. */
export const outputClosed: AbortSignal = closed.signal;

/** A number of things in a sentence, such as `1 item` or `2 items`. `noun` is in the singular. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Lets this process go on when nobody reads its output any more, because work that ends in the middle costs money. Without
 * a listener, an error of standard output or standard error would end the process.
 */
export function outliveOutput(): void {
  process.stdout.on("error", (error) => closed.abort(error));
  process.stderr.on("error", () => undefined);
}

/** Resolves when everything printed is written, with the exit code: 1 if the output is lost, unless its reader had enough. */
export async function flushOutput(exitCode: number): Promise<number> {
  await new Promise((resolve) => process.stdout.write("", resolve));
  // The error of the last write is told to its callback first, and to the listeners a moment later.
  await new Promise(setImmediate);
  const { code } = Object(outputClosed.reason) as NodeJS.ErrnoException;
  if (code === undefined || code === "EPIPE") return exitCode;
  console.error(
    `cloud-compute-sdk: standard output could not be written (${code})`,
  );
  return exitCode || 1;
}
