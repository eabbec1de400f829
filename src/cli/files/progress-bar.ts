import type { TransferProgress } from "../../files/index.js";

/** How many characters the bar itself has. */
const WIDTH = 24;
/** A line on a terminal is written again at most so often. */
const TERMINAL_INTERVAL_MS = 100;
/** A log gets a new line so often. */
const LOG_INTERVAL_MS = 30_000;

/** Shows how far a transfer has come on standard error: on a terminal in one line, which is written again, else in a line every 30 s. */
export function progressBar(): {
  readonly show: (progress: TransferProgress) => void;
  /** Removes the line. */
  readonly end: () => void;
} {
  const { stderr } = process;
  const intervalMs = stderr.isTTY ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS;
  let showsAt = stderr.isTTY ? 0 : performance.now() + intervalMs;
  return {
    show: (progress) => {
      const now = performance.now();
      if (now < showsAt) return;
      showsAt = now + intervalMs;
      const line = progressLine(progress);
      stderr.write(stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    end: () => {
      if (stderr.isTTY) stderr.write("\r\u001b[K");
    },
  };
}

/** A line such as `########----------------  33 %  120.0 of 360.0 MB  a.bin`. */
export function progressLine({
  key,
  bytes,
  total,
  files,
}: TransferProgress): string {
  const megabytes = (count: number) => (count / 1e6).toFixed(1);
  const name = key.slice(key.lastIndexOf("/") + 1);
  if (total === undefined)
    return `${megabytes(bytes)} MB, ${files} files  ${name}`;
  const share = total === 0 ? 1 : bytes / total;
  const done = Math.round(WIDTH * share);
  const bar = "#".repeat(done) + "-".repeat(WIDTH - done);
  const percent = String(Math.floor(100 * share)).padStart(3);
  return `${bar} ${percent} %  ${megabytes(bytes)} of ${megabytes(total)} MB  ${name}`;
}
