import type { TransferProgress } from "../../files/index.js";

/** How many characters the bar itself has. */
const WIDTH = 24;
/** The line is written again at most so often. */
const INTERVAL_MS = 100;

/** Shows how far a transfer has come, on a line of standard error that is written again, if that is a terminal. */
export function progressBar(): {
  readonly show: (progress: TransferProgress) => void;
  /** Removes the line. */
  readonly end: () => void;
} {
  if (!process.stderr.isTTY)
    return { show: () => undefined, end: () => undefined };
  let shownAt = -INTERVAL_MS;
  return {
    show: (progress) => {
      const now = performance.now();
      if (now - shownAt < INTERVAL_MS) return;
      shownAt = now;
      process.stderr.write(`\r\u001b[K${progressLine(progress)}`);
    },
    end: () => {
      process.stderr.write("\r\u001b[K");
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
