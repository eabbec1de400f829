import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { npm } from "../package/npm.js";

const FOLDER = resolve("tools/runtimes");

/** Installs the runtimes of tools/runtimes, unless those of its lock are there. */
export function installTools(): void {
  const lock = join(FOLDER, "package-lock.json");
  const installed = join(FOLDER, "node_modules", ".installed-lock.json");
  const isFresh =
    existsSync(installed) &&
    readFileSync(installed, "utf8") === readFileSync(lock, "utf8");
  if (isFresh) return;
  console.log("installing the runtimes of tools/runtimes …");
  // None of them needs its scripts: the binaries are packages of their own, for Linux on x64.
  npm(FOLDER, "ci", "--ignore-scripts");
  copyFileSync(lock, installed);
}

/** The path of a file of tools/runtimes/node_modules. Throws where it is missing. */
export function toolPath(...names: string[]): string {
  const path = join(FOLDER, "node_modules", ...names);
  if (!existsSync(path))
    throw new Error(
      `${path} is missing: remove tools/runtimes/node_modules, and run this again`,
    );
  return path;
}

/** Loads a module that tools/runtimes alone has installed. */
export function loadTool(name: string): unknown {
  return createRequire(join(FOLDER, "package.json"))(name);
}
