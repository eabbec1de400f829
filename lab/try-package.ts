import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tryCommand, tryVersion } from "./package/command.js";
import { checkContents, checkEmulator } from "./package/contents.js";
import { tryDefinitions } from "./package/definitions.js";
import { tryExamples } from "./package/examples.js";
import { checkLicences } from "./package/licences.js";
import { lintTarball } from "./package/linters.js";
import { tryQuickStart } from "./package/quick-start.js";
import { tryReadme } from "./package/readme.js";
import { filesOfMainEntry } from "./package/reach.js";
import { weigh } from "./package/weight.js";
import { installTools } from "./shared/install.js";
import { npm } from "./shared/npm.js";
import { LAB, ROOT } from "./shared/paths.js";
import { install, packBoth, peerPackages } from "./shared/tarball.js";

/** Uses the packed tarballs as a new user would: an empty folder, the README's commands, the examples. */
const MAX_PACKAGES = 8;
/** What a production install of the SDK must not hold. */
const FOREIGN = /emulator|hono|preact/;

installTools();
const folder = mkdtempSync(join(tmpdir(), "try-package-"));
try {
  const tarballs = packBoth(folder);
  for (const tarball of tarballs) await lintTarball(tarball);
  const [sdk, emulator] = tarballs;
  const project = install(join(folder, "project"), "--omit=dev", sdk);
  checkInstallation(project);
  checkContents(join(project, "node_modules", "cloud-compute-sdk"));
  await checkMainEntry(project);
  install(project, "--save-dev", emulator);
  checkEmulator(join(project, "node_modules", "cloud-compute-emulator"));
  install(project, "--no-save", ...peerPackages());
  await tryDefinitions(project);
  const requireAll = join(LAB, "package", "require.cjs");
  // Without the support of Node for requiring ES modules.
  const commonjs = ["--no-experimental-require-module", requireAll, project];
  execFileSync("node", commonjs, { stdio: "inherit" });
  tryVersion(project);
  await tryCommand(project, curlCommands());
  tryExamples(project);
  tryQuickStart(folder, tarballs);
  tryReadme(project);
  console.log("the packages work");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function checkInstallation(project: string): void {
  const { packages, megabytes, scripts } = weigh(project);
  console.log(
    `installed ${packages.length} packages, ${megabytes.toFixed(1)} MB`,
  );
  if (packages.length > MAX_PACKAGES)
    throw new Error(`more than ${MAX_PACKAGES} packages`);
  const foreign = packages.filter((path) => FOREIGN.test(path));
  if (foreign.length > 0)
    throw new Error(`a production install holds ${foreign.join(", ")}`);
  if (scripts.length > 0)
    throw new Error(`install scripts: ${scripts.join(", ")}`);
  checkLicences(project, packages);
  npm(project, "ls", "--all");
}

/** Throws where the main entry loads what only other entries need. */
async function checkMainEntry(project: string): Promise<void> {
  const foreign = (await filesOfMainEntry(project)).filter((file) =>
    /cloud-compute-sdk\/dist\/(command|drift|cli\.)|hono/.test(file),
  );
  if (foreign.length > 0)
    throw new Error(`the main entry loads ${foreign.join(", ")}`);
}

/** The lines of the guide to the emulator that begin with `curl`. */
function curlCommands(): string[] {
  const guide = readFileSync(join(ROOT, "guides/emulator.md"), "utf8");
  const blocks = guide.match(/^```bash\n.*?^```/gms) ?? [];
  const lines = blocks.join("\n").replaceAll("\\\n", " ").split("\n");
  const commands = lines.filter((line) => line.startsWith("curl "));
  if (commands.length < 3)
    throw new Error("guides/emulator.md has no three curl lines");
  return commands;
}
