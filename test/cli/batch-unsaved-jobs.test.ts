import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { describeUnsavedJob } from "../../src/cli/batch/describe.js";

const job = (key: string, id: string) => ({ slug: "echo", key, id });

/** The words that a shell makes of a command after its first word. */
function readWords(command: string): string[] {
  const script = `show() { printf '%s\\n' "$@"; }; cloud() { :; }; ${command}`;
  const { stdout, status } = spawnSync("sh", ["-c", script], {
    encoding: "utf8",
  });
  expect(status).toBe(0);
  return stdout.split("\n").slice(0, -1);
}

it.each([
  ["7", "job-1"],
  ["$(touch PWNED)", "job-1"],
  ["`id`", "a;b"],
  ["it's", "$HOME"],
  ["'; echo no; '", "' '"],
  ['"a" \\ b', "-x"],
  ["a & b | c > d", "*"],
  ["ключ 👩‍🚀".replace("\u200d", ""), "job!1"],
])(
  "describeUnsavedJob quotes the key %j and the id %j for a shell",
  (key, id) => {
    const flags = ["--ledger=my folder", "--witness=seen"];
    const line = describeUnsavedJob("nightly", job(key, id), flags);
    const [, command = ""] = line.split(": cloud-compute-sdk ");
    expect(readWords(`show ${command}`)).toEqual([
      "batch",
      "settle",
      "nightly",
      ...flags,
      `--key=${key}`,
      `--as=${id}`,
    ]);
  },
);
