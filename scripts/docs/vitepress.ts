import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const WEBSITE = "website";

/** Builds the site with VitePress, which has a lock file of its own so that a clone installs it only for the site. */
export function buildWithVitepress(): void {
  installLocked();
  runVitepress("build");
}

/** Serves the built site until the process ends. */
export function serveSite(): void {
  runVitepress("preview");
}

function runVitepress(command: string): void {
  const vitepress = join(WEBSITE, "node_modules/vitepress/bin/vitepress.js");
  execFileSync(process.execPath, [vitepress, command, WEBSITE], {
    stdio: "inherit",
  });
}

/** Installs what the lock file holds, unless it is installed already. */
function installLocked(): void {
  const lock = join(WEBSITE, "package-lock.json");
  const installed = join(WEBSITE, "node_modules", ".installed-lock.json");
  const isCurrent =
    existsSync(installed) && readFileSync(installed).equals(readFileSync(lock));
  if (isCurrent) return;
  execFileSync("npm", ["ci", "--ignore-scripts", "--prefer-offline"], {
    cwd: WEBSITE,
    stdio: "inherit",
  });
  copyFileSync(lock, installed);
}
