import { build } from "esbuild";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A worker that was bundled as users bundle theirs, in a temporary folder. */
export interface BundledWorker {
  readonly start: (
    environment: Readonly<Record<string, string>>,
    ...args: string[]
  ) => WorkerProcess;
  readonly remove: () => Promise<void>;
}

/** A process of a worker. */
interface WorkerProcess {
  readonly child: ChildProcess;
  /** Resolves with the exit code, or with the signal that has ended the process. */
  readonly exited: Promise<number | NodeJS.Signals>;
  /** What the process has printed. */
  readonly output: () => string;
}

/** Bundles the worker of these tests into one file. */
export async function bundleWorker(): Promise<BundledWorker> {
  await mkdir(join(ROOT, ".cache"), { recursive: true });
  const folder = await mkdtemp(join(ROOT, ".cache", "worker-"));
  const outfile = join(folder, "worker.mjs");
  await build({
    entryPoints: [join(ROOT, "test/worker/processes/worker.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "es2022",
  });
  return {
    start: (environment, ...args) => {
      const child = spawn(process.execPath, [outfile, ...args], {
        env: { ...process.env, ...environment },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let printed = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => {
          printed += text;
        });
      const exited = once(child, "close").then(
        ([code, signal]) => (code ?? signal) as number | NodeJS.Signals,
      );
      return { child, exited, output: () => printed };
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
