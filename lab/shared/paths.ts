import { resolve } from "node:path";

/** The repository. */
export const ROOT = resolve(import.meta.dirname, "..", "..");
export const LAB = resolve(ROOT, "lab");
/** Where every command of this folder writes its tables. */
export const RESULTS = resolve(LAB, "results");

/** A program that the repository itself has installed, such as `tsc`. */
export function rootProgram(name: string): string {
  return resolve(ROOT, "node_modules", ".bin", name);
}

/** A path in what lab/package.json installs. */
export function labModule(...names: readonly string[]): string {
  return resolve(LAB, "node_modules", ...names);
}
