import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { fileLedger } from "../../../src/batch/sqlite/index.js";
import { counted, unhandledDuring } from "../../support/unhandled.js";
import { numbered, openEchoBatchIn } from "../suite/temporary-batch.js";

function createLedger() {
  const folder = mkdtempSync(join(tmpdir(), "batch-callbacks-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return fileLedger(join(folder, "batches"));
}

describe.each<[string, () => void]>([
  [
    "throws",
    () => {
      throw new Error("the log is down");
    },
  ],
  ["rejects", () => Promise.reject(new Error("the log is down"))],
])("where it %s", (_, fail) => {
  it("onWarning of openBatch changes nothing", async () => {
    const onWarning = counted(fail);
    const { batch, emulator } = await openEchoBatchIn(createLedger, {
      onWarning: onWarning.call,
    });
    emulator.fail("POST /v2/{slug}/run", { reset: "after" });
    await batch.add(numbered(2));
    const unhandled = await unhandledDuring(async () => {
      const end = await batch.work({ concurrency: 1 });
      expect(end).toEqual({ reason: "unknown" });
    });
    expect(unhandled).toEqual([]);
    expect(onWarning.count).toBeGreaterThan(0);
    expect(await batch.progress()).toMatchObject({ completed: 1, unknown: 1 });
  });

  it("onCounts of batch.work changes nothing", async () => {
    const onCounts = counted(fail);
    const { batch } = await openEchoBatchIn(createLedger);
    await batch.add(numbered(2));
    const unhandled = await unhandledDuring(async () => {
      const end = await batch.work({ onCounts: onCounts.call });
      expect(end).toEqual({ reason: "done" });
    });
    expect(unhandled).toEqual([]);
    expect(onCounts.count).toBeGreaterThan(0);
  });
});

/** How many listeners the outputs of this process have for their errors. */
function countListeners(): number[] {
  return [process.stdout, process.stderr].map((output) =>
    output.listenerCount("error"),
  );
}

it("batch.work goes on when nobody reads the output of its process, and leaves the streams as they were", async () => {
  const { batch, emulator } = await openEchoBatchIn(createLedger);
  await batch.add(numbered(2));
  const before = countListeners();
  const during: number[][] = [];
  const lost = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
  emulator.model("echo", () => {
    during.push(countListeners());
    process.stdout.emit("error", lost);
    return { echo: 1 };
  });
  const unhandled = await unhandledDuring(async () => {
    const end = await batch.work();
    expect(end).toEqual({ reason: "done" });
  });
  const more = before.map((count) => count + 1);
  expect(during).toEqual([more, more]);
  expect(unhandled).toEqual([]);
  expect(countListeners()).toEqual(before);
});

it("an asynchronous `estimate` of openBatch is refused, and does not end the process", async () => {
  const estimate = () => Promise.reject(new Error("no price"));
  const { batch, emulator } = await openEchoBatchIn(createLedger, {
    maxCost: 1,
    estimate: estimate as never,
  });
  const unhandled = await unhandledDuring(async () => {
    await expect(batch.add(numbered(1))).rejects.toMatchObject({
      name: "InputError",
      parameter: "estimate",
    });
  });
  expect(unhandled).toEqual([]);
  expect(emulator.jobs()).toEqual([]);
});
