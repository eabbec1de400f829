import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { npm } from "../shared/npm.js";
import { ROOT } from "../shared/paths.js";

/**
 * Runs `use` with a new folder. The folder is inside the repository, so that its files find the packages that the
 * repository has installed.
 */
export async function withFolder<Result>(
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const cache = join(ROOT, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "house-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the files of a revision into a folder, and builds the package there. */
export function checkOut(revision: string, folder: string): void {
  const tar = execFileSync("git", ["archive", "--format=tar", revision], {
    cwd: ROOT,
    maxBuffer: 2 ** 30,
  });
  execFileSync("tar", ["-x", "-C", folder], { input: tar });
  npm(folder, "run", "build");
}
