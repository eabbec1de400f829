import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "./npm.js";

/** Follows the guide in a project that is new: its commands, with the tarball for the package, and its code. */
export function tryQuickStart(folder: string, tarball: string): void {
  const place = join(folder, "quick-start");
  mkdirSync(place);
  npm(place, "init", "--yes");
  const guide = readFileSync("guides/quick-start.md", "utf8");
  writeFileSync(join(place, "program.ts"), codeOf(guide, "ts"));
  const lines = codeOf(guide, "bash").trim().split("\n");
  // The emulator alone would run on.
  for (const line of lines.filter((each) => !each.endsWith(" emulator"))) {
    const words = line.replace(
      "install cloud-compute-sdk",
      `install ${tarball}`,
    );
    execFileSync("bash", ["-c", words], {
      cwd: place,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  console.log("guides/quick-start.md works");
}

function codeOf(guide: string, language: string): string {
  const block = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms");
  return [...guide.matchAll(block)].map(([, code]) => code).join("");
}
