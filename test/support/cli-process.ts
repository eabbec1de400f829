import { build } from "esbuild";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import packageJson from "../../package.json" with { type: "json" };

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** The command, bundled as it is published, in a folder of its own. */
export interface Cli {
  /** An empty folder for files of the test. */
  readonly folder: string;
  /** Runs it to its end. */
  readonly run: (...words: string[]) => Promise<Ended>;
  /** Starts `emulator` and resolves when it listens. */
  readonly start: (...words: string[]) => Promise<Running>;
  readonly remove: () => Promise<void>;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly origin: string;
  readonly variables: Readonly<Record<string, string>>;
  /** A request with the key. */
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
  /** Sends a signal and resolves when the process is gone. */
  readonly stop: (signal: NodeJS.Signals) => Promise<Ended>;
}

export async function bundleCli(): Promise<Cli> {
  await mkdir(join(root, ".cache"), { recursive: true });
  const folder = await mkdtemp(join(root, ".cache", "cli-"));
  await build({
    absWorkingDir: root,
    entryPoints: { cli: "src/cli/index.ts" },
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
  const launch = (words: readonly string[]) =>
    collect(spawn(process.execPath, [file, ...words], { cwd: folder }));
  return {
    folder,
    run: (...words) => launch(words).ended,
    start: async (...words) => {
      const started = launch(["emulator", "--port", "0", ...words]);
      return follow(started, await listening(started));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

interface Launched {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly output: () => string;
}

function collect(child: ChildProcess): Launched {
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      texts[name] += text;
    });
  const ended = once(child, "close").then(([code]) => ({
    code: code as number | null,
    ...texts,
  }));
  return { child, ended, output: () => texts.stdout };
}

/** The variables that it prints, once it has printed all of them. */
async function listening({
  child,
  ended,
  output,
}: Launched): Promise<Record<string, string>> {
  const gone = ended.then(({ code, stderr }) => {
    throw new Error(`the emulator ended with ${String(code)}: ${stderr}`);
  });
  while (!output().includes("\n\n"))
    await Promise.race([child.stdout && once(child.stdout, "data"), gone]);
  gone.catch(() => undefined);
  const lines = [...output().matchAll(/^export (\w+)=(.*)$/gm)];
  return Object.fromEntries(
    lines.map(([, name = "", value = ""]) => [name, value]),
  );
}

function follow(
  { child, ended }: Launched,
  variables: Readonly<Record<string, string>>,
): Running {
  const origin = variables["CLOUD_COMPUTE_PUBLIC_BASE_URL"] ?? "";
  const authorization = `Bearer ${variables["CLOUD_COMPUTE_API_KEY"] ?? ""}`;
  return {
    origin,
    variables,
    send: (path, init = {}) =>
      fetch(origin + path, {
        ...init,
        headers: { authorization, "content-type": "application/json" },
      }),
    stop: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
