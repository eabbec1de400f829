import { build } from "esbuild";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";

interface Program {
  readonly child: ChildProcess;
  readonly messages: ReadonlySet<string>;
  /** Resolves when the program has reported this. */
  readonly reported: (message: string) => Promise<void>;
  readonly ended: Promise<{
    readonly code: number | null;
    readonly signal: string | null;
    readonly stderr: string;
  }>;
}

type Start = (
  environment: Readonly<Record<string, string>>,
  ...parts: readonly string[]
) => Program;

/** Bundles the program of `processes/` for the tests of a file: one file starts in a fraction of the time of the sources. */
export function useProgram(): Start {
  let folder = "";
  beforeAll(async () => {
    // Below the packages of this repository, which the program loads.
    await mkdir(".cache", { recursive: true });
    folder = await mkdtemp(join(".cache", "shutdown-"));
    await build({
      entryPoints: ["test/shutdown/processes/program.ts"],
      outfile: join(folder, "program.mjs"),
      bundle: true,
      platform: "node",
      format: "esm",
      target: "es2022",
      packages: "external",
    });
  });
  afterAll(() => rm(folder, { recursive: true }));
  return (environment, ...parts) =>
    start(join(folder, "program.mjs"), parts, environment);
}

function start(
  file: string,
  parts: readonly string[],
  environment: Readonly<Record<string, string>>,
): Program {
  const child = fork(file, parts, {
    env: { ...process.env, ...environment },
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const messages = new Set<string>();
  let stderr = "";
  child.stderr?.on("data", (text: Buffer) => (stderr += text.toString()));
  child.on("message", (message) => messages.add(message as string));
  const ended = once(child, "close").then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
    stderr,
  }));
  const failed = ended.then(() => {
    throw new Error(`the program has ended: ${stderr}`);
  });
  failed.catch(() => undefined);
  const reported = async (message: string) => {
    while (!messages.has(message))
      await Promise.race([once(child, "message"), failed]);
  };
  return { child, messages, reported, ended };
}
