import { build } from "esbuild";
import { fork } from "node:child_process";
import { once } from "node:events";

/** Beside the peers, so that their packages are found from it. */
export const CACHE = "tools/peers/.cache";

/** The file that measures imports: a module's own import would have the loader warm. */
export const IMPORT = "tools/peers/import.cjs";

const CHILDREN = ["cpu", "loopback", "memory", "types"];

/** Runs a file of this folder in plain Node, and returns what it tells. tsx would wrap each function that is measured. */
export async function runChild<Told>(
  name: string,
  argument: unknown,
): Promise<Told> {
  await (compiled ??= compile());
  return runFile(`${CACHE}/child-${name}.mjs`, argument);
}

/** Runs a file in plain Node, given one argument, and returns what it tells. Throws where it fails. */
export async function runFile<Told>(
  file: string,
  argument: unknown,
): Promise<Told> {
  const child = fork(file, [JSON.stringify(argument)], {
    execArgv: ["--expose-gc"],
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
