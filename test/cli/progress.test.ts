import { expect, it, onTestFinished, vi } from "vitest";
import type { BatchProgress } from "../../src/batch/index.js";
import { describeProgress } from "../../src/cli/batch/describe.js";
import { statusLine } from "../../src/cli/status-line.js";

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

/** What is written to a terminal of ten columns, or to a file. */
function record(isTTY: boolean) {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const written: string[] = [];
  const write = (text: string) => void (text !== "" && written.push(text));
  const line = statusLine({ isTTY, columns: 10, write });
  return { written, line };
}

it("statusLine keeps its line within the width of the terminal, so that the next one replaces it, at most ten times a second, and warns on a line of its own", () => {
  const { written, line } = record(true);
  line.show("9900 of 100000 ended");
  line.show("9901 of 100000 ended");
  vi.advanceTimersByTime(100);
  line.show("9902 of 100000 ended");
  line.warn("batch a: item 7 is in doubt");
  line.end();
  expect(written).toEqual([
    "\r\u001b[K9900 of 1",
    "\r\u001b[K9902 of 1",
    "\r\u001b[Kbatch a: item 7 is in doubt\n",
    "\r\u001b[K",
  ]);
});

it("statusLine writes a line in thirty seconds where the output is no terminal", () => {
  const { written, line } = record(false);
  line.show("none");
  line.warn("careful");
  vi.advanceTimersByTime(30_000);
  line.show("some");
  line.show("more");
  line.end();
  expect(written).toEqual(["careful\n", "some\n"]);
});

it("describeProgress counts what has ended, and names only the problems that there are", () => {
  expect(describeProgress({ ...PROGRESS, workers: 1, cancelled: 0 })).toBe(
    "9800 of 99900 ended, 100 under way, 600 failed, 200 unknown, cost 123.4560, 1 worker",
  );
});
