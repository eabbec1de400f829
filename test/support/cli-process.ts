import { build } from "esbuild";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import packageJson from "../../package.json" with { type: "json" };
import { main } from "../../bin/main.js";
import { runWithin } from "./run-script.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** The command line interface, bundled like the published one, in a temporary folder. */
export interface Cli {
  /** The working directory of the command, for files of the test. */
  readonly folder: string;
  /** Runs the command and resolves when the process has exited. */
  readonly run: (...args: string[]) => Promise<Exited>;
  /** Starts the command, and leaves it to the test to end it. */
  readonly launch: (...args: string[]) => Launched;
  /** Runs a command that starts nothing, within this process. */
  readonly call: (...args: string[]) => Promise<Exited>;
  /** Starts the subcommand `emulator` and resolves when the emulator listens. */
  readonly start: (...args: string[]) => Promise<Running>;
  readonly remove: () => Promise<void>;
}

interface Exited {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly origin: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Sends a request with the API key. */
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
  readonly exited: Promise<Exited>;
  /** Sends a signal and resolves when the process has exited. */
  readonly stop: (signal: NodeJS.Signals) => Promise<Exited>;
}

export async function bundleCli(): Promise<Cli> {
  await mkdir(join(root, ".cache"), { recursive: true });
  const folder = await mkdtemp(join(root, ".cache", "cli-"));
  await build({
    absWorkingDir: root,
    entryPoints: { cli: "bin/index.ts" },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    external: [...Object.keys(packageJson.dependencies), "node:*"],
  });
  const file = join(folder, "cli.mjs");
  const launch = (args: readonly string[]) =>
    collectOutput(spawn(process.execPath, [file, ...args], { cwd: folder }));
  return {
    folder,
    run: (...args) => launch(args).exited,
    launch: (...args) => launch(args),
    call: (...args) => runWithin(folder, () => main(args)),
    start: async (...args) => {
      const launched = launch(["emulator", "--port", "0", ...args]);
      return runningEmulator(launched, await readVariables(launched));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A process of the command. */
interface Launched {
  readonly child: ChildProcess;
  readonly exited: Promise<Exited>;
  /** What the process has written to stdout so far. */
  readonly output: () => string;
}

function collectOutput(child: ChildProcess): Launched {
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      texts[name] += text;
    });
  const exited = once(child, "close").then(([code]) => ({
    code: code as number | null,
    ...texts,
  }));
  return { child, exited, output: () => texts.stdout };
}

/** Resolves with the variables that the emulator prints, when all of them are printed. */
async function readVariables({
  child,
  exited,
  output,
}: Launched): Promise<Record<string, string>> {
  const failed = exited.then(({ code, stderr }) => {
    throw new Error(`the emulator exited with ${String(code)}: ${stderr}`);
  });
  while (!output().includes("\n\n"))
    await Promise.race([child.stdout && once(child.stdout, "data"), failed]);
  failed.catch(() => undefined);
  const lines = [...output().matchAll(/^export (\w+)=(.*)$/gm)];
  return Object.fromEntries(
    lines.map(([, name = "", value = ""]) => [name, value]),
  );
}

function runningEmulator(
  { child, exited }: Launched,
  variables: Readonly<Record<string, string>>,
): Running {
  const origin = variables["CLOUD_COMPUTE_PUBLIC_BASE_URL"] ?? "";
  const authorization = `Bearer ${variables["CLOUD_COMPUTE_API_KEY"] ?? ""}`;
  return {
    origin,
    variables,
    exited,
    send: (path, init = {}) =>
      fetch(origin + path, {
        ...init,
        headers: { authorization, "content-type": "application/json" },
      }),
    stop: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}
