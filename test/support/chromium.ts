import { execFileSync } from "node:child_process";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** The path of the Chromium of this machine, under whichever name it goes. Throws where there is none. */
export function findChromium(): string {
  for (const name of NAMES) {
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch {
      // Not under this name.
    }
  }
  throw new Error(`there is no Chromium: none of ${NAMES.join(", ")}`);
}
