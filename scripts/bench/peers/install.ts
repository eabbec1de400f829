import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { basename, join } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { npm } from "../../package/npm.js";
import { pack } from "../../package/tarball.js";
import { OURS } from "./contestants.js";
import { bytesOf, closureOf, type Installed } from "./installed.js";

const PEERS = "tools/peers";

/** Installs the peers of `tools/peers`, unless those of its lock are there. */
export function installPeers(): void {
  const lock = join(PEERS, "package-lock.json");
  const seal = join(PEERS, "node_modules/.installed-lock.json");
  const isFresh =
    existsSync(seal) && readFileSync(seal).equals(readFileSync(lock));
  if (isFresh) return;
  console.log("installing the peers of tools/peers …");
  // A dependency of octokit asks for Node 22, and runs on 20.
  npm(PEERS, "ci", "--ignore-scripts", "--engine-strict=false");
  copyFileSync(lock, seal);
}

/** Puts our package beside the peers as its tarball holds it, with the dependencies that our lock has. */
export function installOurs(): Installed {
  const place = join(PEERS, "node_modules", OURS);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const tarball = pack(place);
  const words = ["-xzf", basename(tarball), "--strip-components=1"];
  execFileSync("tar", words, { cwd: place });
  rmSync(tarball);
  const needed = closureOf(".", Object.keys(packageJson.dependencies));
  for (const folder of needed)
    cpSync(folder, join(place, folder), { recursive: true });
  const bytes = [place, ...needed].map(bytesOf);
  return { packages: bytes.length, megabytes: megabytes(bytes) };
}

/** What a peer weighs alone. */
export function weighPeer(name: string): Installed {
  const bytes = closureOf(PEERS, [name]).map((folder) =>
    bytesOf(join(PEERS, folder)),
  );
  return { packages: bytes.length, megabytes: megabytes(bytes) };
}

function megabytes(bytes: readonly number[]): number {
  return bytes.reduce((total, size) => total + size, 0) / 1e6;
}
