import { build } from "esbuild";
import { fork } from "node:child_process";
import { once } from "node:events";

/** Beside the peers, so that their packages are found from it. */
export const CACHE = "tools/peers/.cache";

const CHILDREN = [
  ...["child-cpu", "child-loopback", "child-import", "child-memory"],
  ...["child-types", "server"],
];

/**
 * Runs one of the children in plain Node, given one argument, and returns what it tells. tsx would wrap each function of
 * what is measured.
 */
export async function runChild<Told>(
  name: string,
  argument: unknown,
): Promise<Told> {
  await (compiled ??= compile());
  const child = fork(`${CACHE}/${name}.mjs`, [JSON.stringify(argument)], {
    execArgv: ["--expose-gc"],
    // Some clients print; that goes nowhere.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exited = once(child, "exit");
  const ended = await Promise.race([once(child, "message"), exited]);
  if (child.exitCode !== null && child.exitCode > 0)
    throw new Error(`${name} ended with ${child.exitCode}`);
  child.kill();
  await exited;
  return ended[0] as Told;
}

let compiled: Promise<void> | undefined;

async function compile(): Promise<void> {
  await build({
    entryPoints: CHILDREN.map((name) => `scripts/bench/peers/${name}.ts`),
    ...{ outdir: CACHE, outExtension: { ".js": ".mjs" } },
    ...{ bundle: true, packages: "external", splitting: true },
    ...{ format: "esm", platform: "node", target: "es2022" },
  });
}
