import { build } from "esbuild";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import emulatorJson from "../../packages/emulator/package.json" with { type: "json" };
import packageJson from "../../package.json" with { type: "json" };
import { main } from "../../bin/main.js";
import { runWithin } from "./run-script.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** The packages that the commands load. What is not the SDK itself is not bundled. */
const EXTERNAL = Object.keys({
  ...packageJson.dependencies,
  ...emulatorJson.dependencies,
}).filter((name) => name !== packageJson.name);

/** A command, bundled like the published one, in a temporary folder. */
export interface Cli {
  /** The working directory of the command, for files of the test. */
  readonly folder: string;
  /** Runs the command and resolves when the process has exited. */
  readonly run: (...args: string[]) => Promise<Exited>;
  /** Starts the command, and leaves it to the test to end it. */
  readonly launch: (...args: string[]) => Launched;
  /** Runs the command on Linux with a standard output to which nothing can be written. */
  readonly runOnFullDisk: (...args: string[]) => Promise<Exited>;
  /** Runs a command that starts nothing, within this process. */
  readonly call: (...args: string[]) => Promise<Exited>;
  readonly remove: () => Promise<void>;
}

export interface Exited {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Bundles the command of the SDK. */
export function bundleCli(): Promise<Cli> {
  return bundleCommand("bin/index.ts", main);
}

/** Bundles a command from its source; `callMain` is what that source calls. */
export async function bundleCommand(
  source: string,
  callMain: (args: readonly string[]) => Promise<number>,
): Promise<Cli> {
  await mkdir(join(root, ".cache"), { recursive: true });
  const folder = await mkdtemp(join(root, ".cache", "cli-"));
  await build({
    absWorkingDir: root,
    entryPoints: { cli: source },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    external: ["node:*", ...EXTERNAL],
  });
  const file = join(folder, "cli.mjs");
  const launch = (args: readonly string[]) =>
    collectOutput(spawn(process.execPath, [file, ...args], { cwd: folder }));
  const toFullDisk = [
    "-c",
    'exec "$0" "$@" >/dev/full',
    process.execPath,
    file,
  ];
  return {
    folder,
    runOnFullDisk: (...args) =>
      collectOutput(spawn("sh", [...toFullDisk, ...args], { cwd: folder }))
        .exited,
    run: (...args) => launch(args).exited,
    launch: (...args) => launch(args),
    call: (...args) => runWithin(folder, () => callMain(args)),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A process of the command. */
export interface Launched {
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
