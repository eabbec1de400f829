import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACTION_NAMES } from "../../src/cli/batch/actions.js";
import { bundleCli, type Cli } from "../support/cli-process.js";

/** The actions that concern the whole ledger. */
const WITHOUT_BATCH: readonly string[] = ["list", "adopt"];

let cli: Cli;
beforeAll(async () => {
  cli = await bundleCli();
});
afterAll(() => cli.remove());
const call = (...args: string[]) => cli.call("batch", ...args);

describe("batch --help", () => {
  it("fits on one screen, and names every action", async () => {
    const { code, stdout } = await call("--help");
    const lines = stdout.trimEnd().split("\n");
    expect(code).toBe(0);
    expect(lines.length).toBeLessThanOrEqual(24);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    for (const name of ACTION_NAMES) expect(stdout).toContain(`  ${name} `);
  });

  it.each(ACTION_NAMES)(
    "after %s prints the page of this action only",
    async (name) => {
      const withName = await call(name, "nightly", "--help");
      expect(withName.stdout).toBe((await call(name, "-h")).stdout);
      expect(withName.stdout).toBe((await call("help", name)).stdout);
      expect(withName.code).toBe(0);
      const subject = WITHOUT_BATCH.includes(name) ? "[flags]" : "<name>";
      const usage = `Usage: cloud-compute-sdk batch ${name} ${subject}`;
      expect(withName.stdout.slice(0, usage.length)).toBe(usage);
      for (const line of withName.stdout.split("\n"))
        expect(line.length).toBeLessThanOrEqual(80);
    },
  );
});

describe("batch", () => {
  it.each([
    [["work"], /pass the name of the batch after work/],
    [["wrok", "a"], /pass one of add, work, /],
    [["status", "a", "--file", "b"], /'--file'.*batch status --help/],
    [
      ["add", "a", "--model", "m", "--max-cost", "1"],
      /'--max-cost'.*batch add --help/,
    ],
    [["work", "a", "--max-cost", "0"], /--max-cost must be an amount above 0/],
  ])("refuses %j with the exit code 2", async (args, message) => {
    const { code, stderr } = await call(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

const NAMED = ACTION_NAMES.filter(
  (name) => !["add", "list", "adopt"].includes(name),
);

function expectNoFolder(name: string): void {
  for (const folder of [name, `${name}.witness`])
    expect(existsSync(join(cli.folder, folder))).toBe(false);
}

it.each(NAMED)(
  "batch %s names the folder of a ledger that is not there, and creates no folder",
  async (name) => {
    const args = [name, "catalog", "--ledger", "./ledgr"];
    const { code, stderr } = await call(...args);
    const folder = join(cli.folder, "ledgr");
    expect(code).toBe(1);
    expect(stderr).toContain(
      `the ledger ${folder} has no batch "catalog": --ledger names another folder, --postgres a database`,
    );
    expectNoFolder("ledgr");
  },
);

it("batch add without a model names the folder of a ledger that is not there, and creates no folder", async () => {
  const { code, stderr } = await call("add", "catalog");
  expect(code).toBe(2);
  expect(stderr).toContain("--model is needed for a new batch: the ledger");
  expect(stderr).toContain(join(cli.folder, "batches"));
  expectNoFolder("batches");
});

it("batch list and batch adopt create no folder", async () => {
  const flags = ["--ledger", "./ledgr"];
  expect(await call("list", ...flags)).toMatchObject({
    code: 0,
    stdout: "",
  });
  const adopted = await call("adopt", ...flags);
  expect(adopted.code).toBe(1);
  expect(adopted.stderr).toMatch(/ledgr\/ledger\.db does not exist/);
  expectNoFolder("ledgr");
});
