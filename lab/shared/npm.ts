import { execFileSync } from "node:child_process";

/** Runs npm in a folder and returns its output; its error output is shown. Throws where npm fails. */
export function npm(folder: string, ...args: readonly string[]): string {
  return execFileSync("npm", [...args, "--no-audit", "--no-fund"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}
