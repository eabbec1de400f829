import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runInPage } from "./runtimes/page.js";
import { inProcess } from "./runtimes/processes.js";
import { createProject, type Project } from "./runtimes/project.js";
import type { RunSuite } from "./runtimes/runtime.js";
import { startServices } from "./runtimes/services.js";
import { runInWorker } from "./runtimes/worker.js";
import { installTools } from "./shared/install.js";
import { labModule } from "./shared/paths.js";

/** Runs the same suite on every runtime, from the packed tarball. `--only node22,bun` chooses; a missing runtime fails. */
const runtimes: Readonly<Record<string, RunSuite>> = {
  node: inProcess(process.execPath),
  node22: inProcess(labModule("node22", "bin", "node")),
  node24: inProcess(labModule("node24", "bin", "node")),
  bun: inProcess(labModule("@oven", "bun-linux-x64", "bin", "bun"), "run"),
  deno: inProcess(
    labModule("@deno", "linux-x64-glibc", "deno"),
    "run",
    "--quiet",
    "-A",
    "--node-modules-dir=manual",
  ),
  workerd: runInWorker,
  chromium: runInPage,
};
const CONCURRENT_RUNTIMES = 2;

const queue = chosenNames();
installTools();
const folder = mkdtempSync(join(tmpdir(), "runtimes-"));
try {
  const project = await createProject(folder);
  const work = async () => {
    for (let name = queue.shift(); name; name = queue.shift())
      await runOn(name, project);
  };
  await Promise.all(Array.from({ length: CONCURRENT_RUNTIMES }, work));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (process.exitCode === undefined)
  console.log("the package works on every runtime");

function chosenNames(): string[] {
  const { values } = parseArgs({ options: { only: { type: "string" } } });
  const names = values.only?.split(",") ?? Object.keys(runtimes);
  const unknown = names.filter((name) => !(name in runtimes));
  if (unknown.length > 0)
    throw new Error(
      `unknown: ${unknown.join(", ")}; known: ${Object.keys(runtimes).join(", ")}`,
    );
  return names;
}

/** Prints a line for the runtime, and a line for each case that fails there. */
async function runOn(name: string, project: Project): Promise<void> {
  const services = await startServices(project, name);
  const start = performance.now();
  try {
    const outcome = await runtimes[name]?.(project, services);
    if (!outcome) return;
    const failed = outcome.results.filter(({ ok }) => !ok);
    const total = outcome.results.length;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const title = `${name.replace(/\d+$/, "")} ${outcome.version}`;
    console.log(
      `${title}: ${total - failed.length} of ${total} (${seconds} s)`,
    );
    for (const { name, reason } of failed)
      console.log(`  failed: ${name}: ${reason ?? ""}`);
    if (failed.length > 0) process.exitCode = 1;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`${name}: not run: ${reason}`);
    process.exitCode = 1;
  } finally {
    await services.close();
  }
}
