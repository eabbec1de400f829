import { build } from "esbuild";
import { fork } from "node:child_process";
import { once } from "node:events";
import { basename, join } from "node:path";
import { LAB, ROOT } from "../shared/paths.js";

/** Beside the peers, so that compiled children find the peers' packages. */
export const CACHE = join(LAB, "peers", ".cache");

/**
 * Compiles a file of `bench/` and runs the result in plain Node, because tsx would wrap each measured function. Returns
 * the message that the child sends.
 */
export async function runChild<Message>(
  file: string,
  argument: unknown,
  flags: readonly string[] = [],
): Promise<Message> {
  return runFile(await compileChild(file), argument, flags);
}

/** Compiles a file of `bench/`, and returns the path of the result. */
export async function compileChild(file: string): Promise<string> {
  if (!compiled.has(file)) compiled.set(file, compile(file));
  await compiled.get(file);
  return join(CACHE, `${basename(file, ".ts")}.mjs`);
}

const compiled = new Map<string, Promise<unknown>>();

function compile(file: string): Promise<unknown> {
  return build({
    absWorkingDir: ROOT,
    entryPoints: [join(LAB, "bench", file)],
    outdir: CACHE,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "es2022",
    // `shared/paths.ts` must find the repository from the compiled file too.
    define: { "import.meta.dirname": JSON.stringify(join(LAB, "shared")) },
  });
}

/**
 * Runs a file in plain Node, with one argument and further flags of Node, and returns what the child sends. Throws where
 * the child fails.
 */
export async function runFile<Message>(
  file: string,
  argument: unknown,
  flags: readonly string[] = [],
): Promise<Message> {
  const child = fork(file, [JSON.stringify(argument)], {
    cwd: ROOT,
    execArgv: ["--expose-gc", ...flags],
    // The output of clients that print is dropped.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exited = once(child, "exit");
  const [message] = (await Promise.race([once(child, "message"), exited])) as [
    Message,
  ];
  if (child.exitCode !== null && child.exitCode > 0)
    throw new Error(`${file} ended with ${child.exitCode}`);
  if (child.signalCode !== null)
    throw new Error(`${file} ended by ${child.signalCode}`);
  child.kill();
  await exited;
  return message;
}

/** The argument of this process, in a child. */
export function readArgument(): unknown {
  return JSON.parse(process.argv[2] ?? "null");
}
