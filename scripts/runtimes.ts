import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inPage } from "./runtimes/page.js";
import { inProcess } from "./runtimes/processes.js";
import { createProject, type Project } from "./runtimes/project.js";
import type { Play } from "./runtimes/runtime.js";
import { openStage } from "./runtimes/stage.js";
import { installTools, toolPath } from "./runtimes/tools.js";
import { inWorker } from "./runtimes/worker.js";

/** The same suite on every runtime, from the packed tarball. `-- --only node22,bun` chooses; a missing one fails. */
const runtimes: Readonly<Record<string, Play>> = {
  node: inProcess(() => process.execPath),
  node22: inProcess(() => toolPath("node22", "bin", "node")),
  node24: inProcess(() => toolPath("node24", "bin", "node")),
  bun: inProcess(() => toolPath("@oven", "bun-linux-x64", "bin", "bun"), "run"),
  deno: inProcess(
    () => toolPath("@deno", "linux-x64-glibc", "deno"),
    ...["run", "--quiet", "-A", "--node-modules-dir=manual"],
  ),
  workerd: inWorker,
  chromium: inPage,
};
/** How many run at once. */
const LANES = 2;

const waiting = chosen();
installTools();
const folder = mkdtempSync(join(tmpdir(), "runtimes-"));
try {
  const project = await createProject(folder);
  await Promise.all(Array.from({ length: LANES }, () => work(project)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (process.exitCode === undefined)
  console.log("the package works on every runtime");

/** The names after `--only`, or all. */
function chosen(): string[] {
  const [flag, list = ""] = process.argv.slice(2);
  if (flag === undefined) return Object.keys(runtimes);
  const names = list.split(",");
  const wrong = names.find((name) => !Object.hasOwn(runtimes, name));
  if (flag !== "--only" || wrong !== undefined)
    throw new Error(
      `usage: --only with some of ${Object.keys(runtimes).join(",")}`,
    );
  return names;
}

async function work(project: Project): Promise<void> {
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    const play = runtimes[name];
    if (play) await tell(name, play, project);
  }
}

/** One line for a runtime, and one for each case that fails on it. */
async function tell(name: string, play: Play, project: Project): Promise<void> {
  const stage = await openStage(project, name);
  const begun = performance.now();
  try {
    const { version, results } = await play(project, stage);
    const failed = results.filter(({ ok }) => !ok);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(
      `${name.replace(/\d+$/, "")} ${version}: ${results.length - failed.length} of ${results.length} (${seconds} s)`,
    );
    for (const { name, reason } of failed)
      console.log(`  failed: ${name}: ${reason ?? ""}`);
    if (failed.length > 0) process.exitCode = 1;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`${name}: not run: ${reason}`);
    process.exitCode = 1;
  } finally {
    await stage.close();
  }
}
