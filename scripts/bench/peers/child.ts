import { build } from "esbuild";
import { fork } from "node:child_process";
import { once } from "node:events";

/** Beside the peers, so that their packages are found from it. */
export const CACHE = "tools/peers/.cache";

/** The file that measures imports: a module's own import would have the loader warm. */
export const IMPORT = "tools/peers/import.cjs";

/**
 * Under these the CPU time of a process is its own work: what V8 would compile and collect beside it, in threads that wait
 * for one another on a busy machine, is done in turn, and seldom.
 */
const ALONE = ["--single-threaded", "--max-semi-space-size=64"];

const CHILDREN = ["cpu", "loopback", "memory", "types"];

/** Runs a file of this folder in plain Node, and returns what it tells. tsx would wrap each function that is measured. */
export async function runChild<Told>(
  name: string,
  argument: unknown,
): Promise<Told> {
  await (compiled ??= compile());
  const flags = name === "cpu" ? ALONE : [];
  return runFile(`${CACHE}/child-${name}.mjs`, argument, flags);
}

/** Runs a file in plain Node, given one argument, and returns what it tells. Throws where it fails. */
export async function runFile<Told>(
  file: string,
  argument: unknown,
  flags: readonly string[] = [],
): Promise<Told> {
  const child = fork(file, [JSON.stringify(argument)], {
    execArgv: ["--expose-gc", ...flags],
    // Some clients print; that goes nowhere.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exited = once(child, "exit");
  const ended = await Promise.race([once(child, "message"), exited]);
  if (child.exitCode !== null && child.exitCode > 0)
    throw new Error(`${file} ended with ${child.exitCode}`);
  child.kill();
  await exited;
  return ended[0] as Told;
}

let compiled: Promise<void> | undefined;

async function compile(): Promise<void> {
  await build({
    entryPoints: ["server", ...CHILDREN.map((name) => `child-${name}`)].map(
      (name) => `scripts/bench/peers/${name}.ts`,
    ),
    ...{ outdir: CACHE, outExtension: { ".js": ".mjs" } },
    ...{ bundle: true, packages: "external", splitting: true },
    ...{ format: "esm", platform: "node", target: "es2022" },
  });
}
