import type { BatchProgress } from "../../batch/index.js";
import { countOf } from "./count-of.js";

/** How often a line is printed where the output is no terminal, in milliseconds. */
const LOG_INTERVAL_MS = 10_000;

/** What is used of standard error. */
interface Output {
  readonly isTTY: boolean;
  readonly columns: number;
  write(text: string): unknown;
}

/** Deletes the line of a terminal. */
const CLEAR_LINE = "\r\u001b[K";

/** Shows the progress of a batch on standard error: one line that changes in a terminal, or else a line now and then. */
export function showProgress(output: Output = process.stderr) {
  const isTerminal = output.isTTY;
  let printedAt = -Infinity;
  return {
    show: (progress: BatchProgress): void => {
      if (isTerminal) {
        // A line that wraps could not be replaced.
        const line = describeProgress(progress).slice(0, output.columns - 1);
        output.write(CLEAR_LINE + line);
        return;
      }
      if (performance.now() - printedAt < LOG_INTERVAL_MS) return;
      printedAt = performance.now();
      output.write(`${describeProgress(progress)}\n`);
    },
    warn: (message: string): void => {
      output.write(`${isTerminal ? CLEAR_LINE : ""}${message}\n`);
    },
    end: (): void => {
      if (isTerminal) output.write("\n");
    },
  };
}

function describeProgress(progress: BatchProgress): string {
  const { queued, submitting, running, completed, failed, lost } = progress;
  const { inDoubt, cost, workers } = progress;
  const total =
    queued + submitting + running + completed + failed + lost + inDoubt;
  const ended = completed + failed + lost;
  const problems = [
    failed > 0 && `${failed} failed`,
    lost > 0 && `${lost} lost`,
    inDoubt > 0 && `${inDoubt} in doubt`,
  ].filter((text) => text !== false);
  return [
    `${ended} of ${total} ended`,
    `${submitting + running} under way`,
    ...problems,
    `cost ${cost.toFixed(4)}`,
    countOf(workers, "worker"),
  ].join(", ");
}
