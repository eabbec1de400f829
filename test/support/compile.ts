import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** The errors of TypeScript 7 in some files, under the options of this repository and others. */
export function compilerErrors(
  files: readonly string[],
  compilerOptions: object,
): string[] {
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".cache", "compile-"));
  const settings = join(folder, "tsconfig.json");
  const root = join(ROOT, "tsconfig.json");
  writeFileSync(
    settings,
    JSON.stringify({
      extends: root,
      compilerOptions,
      files: files.map((file) => resolve(file)),
      include: [],
    }),
  );
  const tsc = join(ROOT, "node_modules/typescript-7/bin/tsc");
  const args = [tsc, "-p", settings, "--pretty", "false"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  if (status === 0) return [];
  // An error of the options has no file.
  if (status === null || /^error /m.test(stdout))
    throw new Error(stdout + stderr);
  return stdout.trim().split("\n");
}
