import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, rootProgram } from "../shared/paths.js";
import type { Proof } from "./proof.js";

/** Runs test files, chosen by parts of their names, with the full number in `PROOF_RUNS`. */
export function vitestProof(names: readonly string[]): Proof["run"] {
  return (count) => {
    const folder = mkdtempSync(join(tmpdir(), "proof-"));
    const report = join(folder, "report.json");
    const flags = ["--reporter=default", "--reporter=json"];
    flags.push(`--outputFile.json=${report}`, "--testTimeout=3600000");
    const { status } = spawnSync(
      rootProgram("vitest"),
      ["run", "--project=node", "--project=proofs", ...flags, ...names],
      {
        cwd: ROOT,
        env: { ...process.env, PROOF_RUNS: String(count) },
        stdio: "inherit",
      },
    );
    const { numPassedTests, numFailedTests } = JSON.parse(
      readFileSync(report, "utf8"),
    ) as Readonly<Record<"numPassedTests" | "numFailedTests", number>>;
    rmSync(folder, { recursive: true });
    const summary = `${numPassedTests} tests passed, ${numFailedTests} failed`;
    return Promise.resolve({ passed: status === 0, summary });
  };
}

const TEST_FOLDERS = [
  "test",
  "packages/emulator/test",
  "packages/spec-tools/test",
];

/** The test files that check properties. */
export function filesWithProperties(): string[] {
  return TEST_FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".test.ts"))
      .map((file) => join(folder, file)),
  ).filter((file) =>
    readFileSync(join(ROOT, file), "utf8").includes("fast-check"),
  );
}
