import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npm } from "./shared/npm.js";
import { LAB } from "./shared/paths.js";
import { packBoth, type Tarballs } from "./shared/tarball.js";

/**
 * Builds the projects of `consumers/` with the packed tarball, as their users would: `try-consumers`, or
 * `try-consumers jest next` for some of them. The projects have no lock file, because `npm ci` cannot install the
 * packages of Next from a lock file on every machine; each project names exact versions.
 */
const CONSUMERS = join(LAB, "consumers");
const chosen = process.argv.slice(2);
const names = chosen.length > 0 ? chosen : readdirSync(CONSUMERS);
const folder = mkdtempSync(join(tmpdir(), "try-consumers-"));
try {
  const tarballs = packBoth(folder);
  for (const name of names) tryConsumer(name, tarballs);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function tryConsumer(name: string, tarballs: Tarballs): void {
  const project = join(folder, name);
  cpSync(join(CONSUMERS, name), project, { recursive: true });
  npm(
    project,
    "install",
    ...tarballs,
    "--no-save",
    "--no-package-lock",
    "--ignore-scripts",
    "--prefer-offline",
  );
  execFileSync("npm", ["start"], {
    cwd: project,
    stdio: "inherit",
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
  });
  console.log(`consumers/${name} works`);
}
