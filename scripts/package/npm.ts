import { execFileSync } from "node:child_process";

/** Runs npm in a folder and returns what it prints; what it complains of is shown. */
export function npm(folder: string, ...words: readonly string[]): string {
  return execFileSync("npm", [...words, "--no-audit", "--no-fund"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}
