import { spawn } from "node:child_process";
import { exitCodeOf } from "../child-process.js";

/** A worker that runs as a child process. */
export interface WorkerChild {
  /** Resolves with the exit code, or with 128 plus the number of a signal. */
  readonly exited: Promise<number>;
  /** Asks the worker to end when its jobs have ended. */
  readonly stop: () => void;
  readonly kill: () => void;
  /** Resolves with the exit code. A worker that does not exit in time is killed. */
  readonly exitWithin: (graceMs: number) => Promise<number>;
}

/** Starts a worker with further environment variables. Its output is the output of this process. */
export function startChild(
  [program = "", ...args]: readonly string[],
  variables: Readonly<Record<string, string>>,
): WorkerChild {
  const env: NodeJS.ProcessEnv = { ...process.env, ...variables };
  // Without the id of an endpoint, a worker logs lines for people.
  delete env["RUNPOD_ENDPOINT_ID"];
  const child = spawn(program, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env,
  });
  const kill = () => void child.kill("SIGKILL");
  process.on("exit", kill);
  const exited = exitCodeOf(child, program).finally(() => {
    process.off("exit", kill);
  });
  return {
    exited,
    stop: () => void child.kill("SIGTERM"),
    kill,
    exitWithin: async (graceMs) => {
      const timer = setTimeout(kill, graceMs);
      return exited.finally(() => clearTimeout(timer));
    },
  };
}
