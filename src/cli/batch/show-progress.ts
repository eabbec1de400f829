import type { BatchProgress } from "../../batch/index.js";

/** How often a line is printed where the output is no terminal, in milliseconds. */
const LOG_INTERVAL_MS = 10_000;

/** Shows the progress of a batch on standard error: one line that changes in a terminal, or else a line now and then. */
export function showProgress() {
  const { stderr } = process;
  const isTerminal = stderr.isTTY;
  let printedAt = -Infinity;
  return {
    show: (progress: BatchProgress): void => {
      if (isTerminal) {
        stderr.write(`\r\u001b[K${describeProgress(progress)}`);
        return;
      }
      if (performance.now() - printedAt < LOG_INTERVAL_MS) return;
      printedAt = performance.now();
      stderr.write(`${describeProgress(progress)}\n`);
    },
    end: (): void => {
      if (isTerminal) stderr.write("\n");
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
    `cost ${cost.toFixed(2)}`,
    `${workers} workers`,
  ].join(", ");
}
