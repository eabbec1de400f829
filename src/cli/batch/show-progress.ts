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
  const pace = new Pace();
  let printedAt = -Infinity;
  return {
    show: (progress: BatchProgress): void => {
      if (isTerminal) {
        // A line that wraps could not be replaced.
        const text = describeProgress(progress, pace);
        const line = text.slice(0, output.columns - 1);
        output.write(CLEAR_LINE + line);
        return;
      }
      if (performance.now() - printedAt < LOG_INTERVAL_MS) return;
      printedAt = performance.now();
      output.write(`${describeProgress(progress, pace)}\n`);
    },
    warn: (message: string): void => {
      output.write(`${isTerminal ? CLEAR_LINE : ""}${message}\n`);
    },
    end: (): void => {
      if (isTerminal) output.write("\n");
    },
  };
}

/** How fast items end, since the first progress that was shown. */
class Pace {
  #start: { readonly ended: number; readonly at: number } | undefined;

  /** The rate, and when the rest will have ended at this rate; nothing while no item has ended since. */
  describe(ended: number, total: number): readonly string[] {
    const now = performance.now();
    this.#start ??= { ended, at: now };
    const seconds = (now - this.#start.at) / 1000;
    const rate = (ended - this.#start.ended) / seconds;
    if (!(rate > 0) || !Number.isFinite(rate)) return [];
    const left = (total - ended) / rate;
    return [`${rate.toFixed(1)} a second`, `${formatTime(left)} left`];
  }
}

function formatTime(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${(minutes / 60).toFixed(1)} h`;
}

function describeProgress(progress: BatchProgress, pace: Pace): string {
  const { queued, running, completed, failed } = progress;
  const { cancelled, unknown, cost, workers } = progress;
  const ended = completed + failed + cancelled + unknown;
  const total = queued + running + ended;
  const problems = [
    failed > 0 && `${failed} failed`,
    cancelled > 0 && `${cancelled} cancelled`,
    unknown > 0 && `${unknown} unknown`,
  ].filter((text) => text !== false);
  return [
    `${ended} of ${total} ended`,
    `${running} under way`,
    ...problems,
    ...pace.describe(ended, total),
    `cost ${cost.toFixed(4)}`,
    countOf(workers, "worker"),
  ].join(", ");
}
