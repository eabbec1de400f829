import { expect, it, onTestFinished, vi } from "vitest";
import type { BatchProgress } from "../../src/batch/index.js";
import { showProgress } from "../../src/cli/batch/show-progress.js";

const PROGRESS: BatchProgress = {
  queued: 90_000,
  running: 100,
  completed: 9000,
  failed: 600,
  cancelled: 100,
  unknown: 200,
  cost: 123.456,
  reserved: 0,
  workers: 12,
  resultsExpireAt: undefined,
  submitsPausedUntil: undefined,
  pauseReason: undefined,
  nextAddedAt: undefined,
};

/** What is written to a terminal of this width; without one, to a file. */
function record(columns?: number) {
  const written: string[] = [];
  const stream = {
    isTTY: columns !== undefined,
    columns: columns ?? 0,
    write: (text: string) => void written.push(text),
  };
  return { written, view: showProgress(stream) };
}

it("showProgress keeps its line within the width of the terminal, so that the next one replaces it", () => {
  const { written, view } = record(40);
  view.show(PROGRESS);
  view.show(PROGRESS);
  view.end();
  const line = "\r\u001b[K9900 of 100000 ended, 100 under way, 60";
  expect(written).toEqual([line, line, "\n"]);
});

it("showProgress writes a warning on a line of its own, above the progress", () => {
  const { written, view } = record(200);
  view.show({ ...PROGRESS, workers: 1 });
  view.warn("batch a: item 7 is in doubt");
  expect(written).toEqual([
    "\r\u001b[K9900 of 100000 ended, 100 under way, 600 failed, 100 cancelled, 200 unknown, cost 123.4560, 1 worker",
    "\r\u001b[Kbatch a: item 7 is in doubt\n",
  ]);
});

it("showProgress writes at most a line in ten seconds where the output is no terminal", () => {
  const { written, view } = record();
  view.show(PROGRESS);
  view.show(PROGRESS);
  view.warn("careful");
  view.end();
  expect(written).toEqual([
    expect.stringMatching(/12 workers\n$/) as string,
    "careful\n",
  ]);
});

it("showProgress shows how fast items end, when the rest will have ended", () => {
  const { written, view } = record(200);
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  view.show({ ...PROGRESS, unknown: 0 });
  vi.advanceTimersByTime(10_000);
  view.show({ ...PROGRESS, unknown: 0, completed: 9500 });
  expect(written.at(-1)).toContain("50.0 a second, 31 min left, cost");
});
