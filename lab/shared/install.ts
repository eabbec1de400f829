import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "./npm.js";
import { LAB } from "./paths.js";

/** Installs what the lock file of lab/ holds, unless it is installed already. None of the packages needs its scripts. */
export function installTools(): void {
  installLocked(LAB);
}

/** Installs the peers that the bench measures. A dependency of octokit asks for Node 22, and runs on 20. */
export function installPeers(): void {
  installLocked(join(LAB, "peers"), "--engine-strict=false");
}

function installLocked(folder: string, ...flags: readonly string[]): void {
  const lock = join(folder, "package-lock.json");
  const installed = join(folder, "node_modules", ".installed-lock.json");
  const isCurrent =
    existsSync(installed) && readFileSync(installed).equals(readFileSync(lock));
  if (isCurrent) return;
  console.log(`installing the packages of ${folder} …`);
  npm(folder, "ci", "--ignore-scripts", "--prefer-offline", ...flags);
  copyFileSync(lock, installed);
}
