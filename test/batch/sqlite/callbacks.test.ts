import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileLedger } from "../../../src/batch/sqlite/index.js";
import { counted } from "../../support/unhandled.js";
import {
  numbered,
  openEchoBatchIn,
  temporaryFolder,
} from "../suite/temporary-batch.js";

const createLedger = () => fileLedger(join(temporaryFolder(), "batches"));

// An unhandled rejection fails the run of vitest.
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
    const end = await batch.work({ concurrency: 1 });
    expect(end).toEqual({ reason: "unknown" });
    expect(onWarning.count).toBeGreaterThan(0);
    expect(await batch.progress()).toMatchObject({ completed: 1, unknown: 1 });
  });

  it("onCounts of batch.work changes nothing", async () => {
    const onCounts = counted(fail);
    const { batch } = await openEchoBatchIn(createLedger);
    await batch.add(numbered(2));
    const end = await batch.work({ onCounts: onCounts.call });
    expect(end).toEqual({ reason: "done" });
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
  expect(await batch.work()).toEqual({ reason: "done" });
  const more = before.map((count) => count + 1);
  expect(during).toEqual([more, more]);
  expect(countListeners()).toEqual(before);
});

it("an asynchronous `estimate` of openBatch is refused, and does not end the process", async () => {
  const estimate = () => Promise.reject(new Error("no price"));
  const { batch, emulator } = await openEchoBatchIn(createLedger, {
    maxCost: 1,
    estimate: estimate as never,
  });
  await expect(batch.add(numbered(1))).rejects.toMatchObject({
    name: "InputError",
    parameter: "estimate",
  });
  expect(emulator.jobs()).toEqual([]);
});
