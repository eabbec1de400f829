import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { npm } from "../shared/npm.js";
import { ROOT } from "../shared/paths.js";
import type { Tarballs } from "../shared/tarball.js";

/** Follows the quick-start guide in a new project: its commands, with the folder of the tarballs in place of a clone, and its code. */
export function tryQuickStart(folder: string, [sdk]: Tarballs): void {
  const project = join(folder, "quick-start");
  mkdirSync(project);
  npm(project, "init", "--yes");
  const guide = readFileSync(join(ROOT, "guides/quick-start.md"), "utf8");
  writeFileSync(join(project, "program.ts"), codeOf(guide, "ts"));
  const commands = codeOf(guide, "bash").trim().split("\n");
  // The command that only starts the emulator would not end.
  for (const command of commands.filter(
    (line) => !line.endsWith(" cloud-compute-emulator"),
  )) {
    const line = command.replace("../cloud-compute-sdk/", `${dirname(sdk)}/`);
    execFileSync("bash", ["-c", line], {
      cwd: project,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  console.log("guides/quick-start.md works");
}

function codeOf(guide: string, language: string): string {
  const block = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms");
  return [...guide.matchAll(block)].map(([, code]) => code).join("");
}
