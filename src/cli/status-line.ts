/** A line on a terminal is written again at most so often. */
const TERMINAL_INTERVAL_MS = 100;
/** A log gets a new line so often. */
const LOG_INTERVAL_MS = 30_000;

/** Deletes the line of a terminal. */
const CLEAR_LINE = "\r\u001b[K";

/** What is used of standard error. */
interface Output {
  readonly isTTY: boolean;
  readonly columns: number;
  write(text: string): unknown;
}

/** Shows on standard error how far something has come: on a terminal in one line, which is written again, else in a line every 30 s. */
export function statusLine(output: Output = process.stderr) {
  const { isTTY } = output;
  const intervalMs = isTTY ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS;
  const clear = isTTY ? CLEAR_LINE : "";
  let showsAt = isTTY ? 0 : performance.now() + intervalMs;
  return {
    show: (text: string): void => {
      const now = performance.now();
      if (now < showsAt) return;
      showsAt = now + intervalMs;
      // A line that wraps could not be replaced.
      const line = isTTY ? text.slice(0, output.columns - 1) : `${text}\n`;
      output.write(clear + line);
    },
    /** Writes a message on a line of its own. */
    warn: (message: string): void => {
      output.write(`${clear}${message}\n`);
    },
    /** Removes the line. */
    end: (): void => {
      output.write(clear);
    },
  };
}
