import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { main } from "../../bin/main.js";
import { ACTION_NAMES } from "../../src/cli/batch/actions.js";
import { describeUnsavedJob } from "../../src/cli/batch/describe.js";
import { runWithin } from "../support/run-script.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "cli-batch-")));
afterAll(() => rmSync(folder, { recursive: true }));
const call = (...args: string[]) =>
  runWithin(folder, () => main(["batch", ...args]));

/** The actions that concern the whole ledger. */
const WITHOUT_BATCH: readonly string[] = ["list", "adopt"];

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
      const { code, stdout } = await call(name, "nightly", "--help");
      expect((await call(name, "-h")).stdout).toBe(stdout);
      expect((await call("help", name)).stdout).toBe(stdout);
      expect(code).toBe(0);
      const subject = WITHOUT_BATCH.includes(name) ? "[flags]" : "<name>";
      const usage = `Usage: cloud-compute-sdk batch ${name} ${subject}`;
      expect(stdout.slice(0, usage.length)).toBe(usage);
      for (const line of stdout.split("\n"))
        expect(line.length).toBeLessThanOrEqual(80);
    },
  );
});

describe("batch", () => {
  it.each([
    [["work"], /pass the name of the batch after work/],
    [["wrok", "a"], /pass one of add, work, /],
    [["status", "a", "--file", "b"], /'--file'.*batch status --help/],
    [["work", "a", "--max-cost", "0"], /--max-cost must be an amount above 0/],
  ])("refuses %j with the exit code 2", async (args, message) => {
    const { code, stderr } = await call(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe("where the folder of the ledger does not exist", () => {
  afterEach(() => expect(readdirSync(folder)).toEqual([]));

  it.each(
    ACTION_NAMES.filter((name) => !["add", ...WITHOUT_BATCH].includes(name)),
  )("batch %s names the folder, and does not create it", async (name) => {
    const args = [name, "catalog", "--ledger", "./ledgr"];
    const { code, stderr } = await call(...args);
    expect(code).toBe(1);
    expect(stderr).toContain(
      `the ledger ${join(folder, "ledgr")} has no batch "catalog": --ledger names another folder, --postgres a database`,
    );
  });

  it("batch add without a model names the folder, and does not create it", async () => {
    const { code, stderr } = await call("add", "catalog");
    expect(code).toBe(2);
    expect(stderr).toContain("--model is needed for a new batch: the ledger");
    expect(stderr).toContain(join(folder, "batches"));
  });

  it("batch list and batch adopt do not create it", async () => {
    const flags = ["--ledger", "./ledgr"];
    const listed = await call("list", ...flags);
    expect(listed).toMatchObject({ code: 0, stdout: "" });
    const adopted = await call("adopt", ...flags);
    expect(adopted.code).toBe(1);
    expect(adopted.stderr).toMatch(/ledgr\/ledger\.db does not exist/);
  });
});

/** The words that a shell makes of a command after its first word. */
function readWords(command: string): string[] {
  const script = `show() { printf '%s\\n' "$@"; }; ${command}`;
  const { stdout, status } = spawnSync("sh", ["-c", script], {
    encoding: "utf8",
  });
  expect(status).toBe(0);
  return stdout.split("\n").slice(0, -1);
}

it.each([
  ["$(touch PWNED)", "job-1"],
  ["`id`", "a;b"],
  ["it's", "$HOME"],
  ['"a" \\ b', "-x"],
  ["a & b | c > d", "*"],
  ["ключ", "job!1"],
])(
  "describeUnsavedJob quotes the key %j and the id %j for a shell",
  (key, id) => {
    const flags = ["--ledger=my folder"];
    const line = describeUnsavedJob(
      "nightly",
      { slug: "echo", key, id },
      flags,
    );
    const [, command = ""] = line.split(": cloud-compute-sdk ");
    const words = ["batch", "settle", "nightly", ...flags];
    expect(readWords(`show ${command}`)).toEqual([
      ...words,
      `--key=${key}`,
      `--as=${id}`,
    ]);
  },
);
