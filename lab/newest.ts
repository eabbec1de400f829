import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import emulatorJson from "../packages/emulator/package.json" with { type: "json" };
import packageJson from "../package.json" with { type: "json" };
import { npm } from "./shared/npm.js";
import { ROOT } from "./shared/paths.js";

/**
 * Runs the tests of the parts that use dependencies with the newest versions that both package.json accept: those that a new
 * project of a user gets.
 */
const TESTS = ["test/rest", "test/graphql", "packages/emulator", "test/cli"];
const FILES = ["package.json", "tsconfig.json", "vitest.config.ts"];
/** Copied, because a linked module would import a second copy of `src`. */
const CODE = ["bin", "src", "generated", "packages", "scripts", "test"];
const LINKED = ["specs", "guides"];

const { "cloud-compute-sdk": _, ...further } = emulatorJson.dependencies;
const DEPENDENCIES = { ...packageJson.dependencies, ...further };

const folder = mkdtempSync(join(tmpdir(), "newest-"));
try {
  for (const name of [...FILES, ...CODE])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(folder, name));
  // Hard links: npm replaces files, and never changes them.
  execFileSync("cp", [
    "-al",
    join(ROOT, "node_modules"),
    join(folder, "node_modules"),
  ]);
  installNewest();
  const vitest = join(folder, "node_modules", "vitest", "vitest.mjs");
  execFileSync("node", [vitest, "run", "--project", "node", ...TESTS], {
    cwd: folder,
    stdio: "inherit",
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Puts the newest accepted version of each dependency in the place of the locked one, and prints what changed. */
function installNewest(): void {
  const project = join(folder, "newest");
  const ranges = Object.entries(DEPENDENCIES).map(
    ([name, range]) => `${name}@${range}`,
  );
  npm(ROOT, "install", "--prefix", project, "--prefer-online", ...ranges);
  const installed = join(project, "node_modules");
  for (const name of Object.keys(DEPENDENCIES)) {
    const target = join(folder, "node_modules", name);
    const before = versionIn(target);
    rmSync(target, { recursive: true });
    cpSync(join(installed, name), target, { recursive: true });
    console.log(`${name}: ${before} is locked, ${versionIn(target)} is tested`);
  }
}

function versionIn(folder: string): string {
  const text = readFileSync(join(folder, "package.json"), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
