import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "./npm.js";
import { LAB } from "./paths.js";

/** Installs what the lock file of lab/ holds, unless it is installed already. None of the packages needs its scripts. */
export function installTools(): void {
  installLocked(LAB);
}

/** Installs the peers that the bench measures. */
export function installPeers(): void {
  installLocked(join(LAB, "peers"));
}

/**
 * Installs with `engine-strict` off, which `npm run` passes on from the `.npmrc` of the project. pg-boss needs Node 22, and
 * is run with the Node 22 of lab/; a dependency of octokit asks for Node 22, and runs with 20.
 */
function installLocked(folder: string): void {
  const lock = join(folder, "package-lock.json");
  const installed = join(folder, "node_modules", ".installed-lock.json");
  const isCurrent =
    existsSync(installed) && readFileSync(installed).equals(readFileSync(lock));
  if (isCurrent) return;
  console.log(`installing the packages of ${folder} …`);
  npm(
    folder,
    "ci",
    "--ignore-scripts",
    "--prefer-offline",
    "--engine-strict=false",
  );
  copyFileSync(lock, installed);
}
