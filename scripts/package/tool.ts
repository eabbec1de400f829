import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { npm } from "./npm.js";

/** The `node_modules` of a folder of tools, installed by its lock where that is newer than what is there. */
export function toolModules(name: string): string {
  const folder = resolve("tools", name);
  const modules = resolve(folder, "node_modules");
  const installed = resolve(modules, ".package-lock.json");
  const isFresh =
    existsSync(installed) &&
    changedAt(installed) >= changedAt(resolve(folder, "package-lock.json"));
  if (!isFresh) npm(folder, "ci", "--prefer-offline");
  return modules;
}

function changedAt(file: string): number {
  return statSync(file).mtimeMs;
}
