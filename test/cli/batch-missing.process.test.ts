import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ACTION_NAMES } from "../../src/cli/batch/actions.js";
import { bundleCli, type Cli } from "../support/cli-process.js";

let cli: Cli;
beforeAll(async () => {
  cli = await bundleCli();
});
afterAll(() => cli.remove());

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
    const args = ["batch", name, "catalog", "--ledger", "./ledgr"];
    const { code, stderr } = await cli.call(...args);
    const folder = join(cli.folder, "ledgr");
    expect(code).toBe(1);
    expect(stderr).toContain(
      `the ledger ${folder} has no batch "catalog": --ledger names another folder, --postgres a database`,
    );
    expectNoFolder("ledgr");
  },
);

it("batch add without a model names the folder of a ledger that is not there, and creates no folder", async () => {
  const { code, stderr } = await cli.call("batch", "add", "catalog");
  expect(code).toBe(2);
  expect(stderr).toContain("--model is needed for a new batch: the ledger");
  expect(stderr).toContain(join(cli.folder, "batches"));
  expectNoFolder("batches");
});

it("batch list and batch adopt create no folder", async () => {
  const flags = ["--ledger", "./ledgr"];
  expect(await cli.call("batch", "list", ...flags)).toMatchObject({
    code: 0,
    stdout: "",
  });
  const adopted = await cli.call("batch", "adopt", ...flags);
  expect(adopted.code).toBe(1);
  expect(adopted.stderr).toMatch(/ledgr\/ledger\.db does not exist/);
  expectNoFolder("ledgr");
});
