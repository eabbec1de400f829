import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { fileLedger } from "../../../src/batch/sqlite/index.js";
import { run } from "../../../src/cli/batch/command.js";
import { forgetJobs } from "../suite/faults.js";
import { openEchoBatchIn, temporaryFolder } from "../suite/temporary-batch.js";

/** A file ledger with the batch `test`, whose item `big` is in doubt, and whose item `small` is lost. */
async function createUnknownItems() {
  const folder = join(temporaryFolder(), "batches");
  const { batch, emulator } = await openEchoBatchIn(
    () => fileLedger(folder),
    {},
    { wrapFetch: forgetJobs() },
  );
  emulator.fail("POST /v2/{slug}/run", { reset: "after" });
  const audio = "x".repeat(1000);
  const input = { n: 1, audio };
  await batch.add([{ key: "big", input }]);
  await batch.work();
  await batch.add([{ key: "small", input: { n: 2 } }]);
  await batch.work();
  const lines = vi.spyOn(console, "log").mockReturnValue();
  onTestFinished(() => lines.mockRestore());
  /** What an action of the command prints. */
  const print = async (action: string, ...flags: string[]) => {
    lines.mockClear();
    await run([action, "test", "--ledger", folder, ...flags]);
    return lines.mock.calls.map(([line]) => String(line));
  };
  return { audio, print };
}

test("batch unknown prints why an item is unknown before its input, and cuts a long input unless --json is given", async () => {
  const { audio, print } = await createUnknownItems();
  const [big = "", small = ""] = await print("unknown");
  expect(big.length).toBeLessThan(1000);
  expect(big).toMatch(/"reason":"in doubt".*"input":"\{.*…"\}$/);
  expect(small).toMatch(/"reason":"lost".*"input":\{"n":2\}\}$/);
  const [whole = ""] = await print("unknown", "--json");
  expect(JSON.parse(whole)).toMatchObject({ input: { n: 1, audio } });
});

test("batch settle says that lost items are left, and how to settle them", async () => {
  const { print } = await createUnknownItems();
  expect(await print("settle", "--as", "fail")).toEqual([
    "1 item settled",
    expect.stringMatching(/^1 lost item left.*--key.*batch unknown test/),
  ]);
  expect(await print("settle", "--as", "fail", "--key", "small")).toEqual([
    "1 item settled",
  ]);
});
