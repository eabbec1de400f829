import { spawn } from "node:child_process";
import { exitCodeOf } from "../emulator/child-process.js";

/** How long a worker may take to end at once. */
const KILL_AFTER_MS = 10_000;
/** A busy process takes two signals that follow each other closely for one, so the signal is sent again. */
const SIGNAL_INTERVAL_MS = 2000;

/** A worker that runs as a child process. */
export interface WorkerChild {
  /** Resolves with the exit code, or with 128 plus the number of a signal. */
  readonly exited: Promise<number>;
  /** Asks the worker to end when its jobs have ended; a second call, to end at once. */
  readonly stop: () => void;
  /** Asks for the end at once, and kills a worker that does not follow. */
  readonly end: () => Promise<number>;
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
  const kill = () => child.kill("SIGKILL");
  process.on("exit", kill);
  const exited = exitCodeOf(child, program).finally(() => {
    process.off("exit", kill);
  });
  const stop = () => void child.kill("SIGTERM");
  return {
    exited,
    stop,
    end: async () => {
      stop();
      const again = setInterval(stop, SIGNAL_INTERVAL_MS);
      const timer = setTimeout(kill, KILL_AFTER_MS);
      return exited.finally(() => {
        clearInterval(again);
        clearTimeout(timer);
      });
    },
  };
}
