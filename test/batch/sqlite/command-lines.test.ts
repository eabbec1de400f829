import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { fileLedger } from "../../../src/batch/sqlite/index.js";
import { run } from "../../../src/cli/batch/command.js";
import { forgetJobs } from "../suite/faults.js";
import {
  abortWhenRunning,
  holdJobs,
  numbered,
  openEchoBatch,
  SUBMIT,
  temporaryFolder,
} from "../suite/temporary-batch.js";

/** Runs actions of the command on the batch `test` of a file ledger, and returns the lines that each prints. */
function printer(folder: string, ...ledgerFlags: readonly string[]) {
  vi.stubEnv("CLOUD_COMPUTE_API_KEY", "key");
  const lines: string[] = [];
  const keep = (text: unknown) => lines.push(String(text)) > 0;
  vi.spyOn(console, "log").mockImplementation(keep);
  vi.spyOn(process.stderr, "write").mockImplementation(keep);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  return async (action: string, ...flags: string[]) => {
    lines.length = 0;
    await run([action, "test", "--ledger", folder, ...ledgerFlags, ...flags]);
    return [...lines];
  };
}

/** Prints about a ledger whose item `big` is in doubt, and whose item `small` is lost. */
async function createUnknownItems() {
  const folder = join(temporaryFolder(), "batches");
  const { batch, emulator } = await openEchoBatch(
    { ledger: fileLedger(folder) },
    { wrapFetch: forgetJobs() },
  );
  emulator.fail(SUBMIT, { reset: "after" });
  const audio = "x".repeat(1000);
  const input = { n: 1, audio };
  await batch.add([{ key: "big", input }]);
  await batch.work();
  await batch.add([{ key: "small", input: { n: 2 } }]);
  await batch.work();
  return { audio, print: printer(folder) };
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

test("batch status gives the time by which to work again, and says when that time has passed", async () => {
  const folder = join(temporaryFolder(), "batches");
  const { batch, emulator } = await openEchoBatch({
    ledger: fileLedger(folder),
  });
  holdJobs(emulator);
  await batch.add(numbered(1));
  await abortWhenRunning(batch);
  const print = printer(folder);
  expect((await print("status")).at(-1)).toMatch(
    /^work again before .* or results may be lost/,
  );
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 12 * 3_600_000);
  expect((await print("status")).at(-1)).toMatch(
    /^results may be lost since .*; work again at once$/,
  );
});

test("the commands that read show a ledger that was restored from a backup, and say so; the others are refused", async () => {
  const folder = join(temporaryFolder(), "batches");
  const file = join(folder, "ledger.db");
  const witness = `${folder}.witness`;
  const open = () => fileLedger(folder, { witness });
  const first = await openEchoBatch({ ledger: open() });
  await first.batch.add(numbered(2));
  await first.ledger.close();
  copyFileSync(file, `${file}.backup`);
  const later = open();
  await (await first.open({ ledger: later })).work();
  await later.close();
  copyFileSync(`${file}.backup`, file);
  const print = printer(folder, "--witness", witness);
  expect((await print("status")).join("\n")).toMatch(
    /lacks submits[^]*^queued +2$/m,
  );
  await print("unknown");
  await expect(print("retry")).rejects.toThrow("lacks submits");
});
