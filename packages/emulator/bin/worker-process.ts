import { spawn } from "node:child_process";
import { listenForInterruption } from "./interruption.js";
import { exitCodeOf } from "./child-process.js";

/** How long a worker may take to finish its jobs after SIGTERM. */
export const GRACE_MS = 10_000;

/** Without the id of an endpoint, a worker logs lines for people. */
export const READABLE_LOG = { RUNPOD_ENDPOINT_ID: undefined };

/** A worker that runs as a child process. */
export interface WorkerProcess {
  /**
   * Resolves with the exit code, or with 128 plus the number of a signal. Rejects with a `CommandError` when the worker
   * cannot be started.
   */
  readonly exited: Promise<number>;
  /** Asks the worker to end when its jobs have ended. */
  readonly stop: () => void;
  readonly kill: () => void;
  /** Resolves with the exit code. A worker that does not exit in time is killed. */
  readonly exitWithin: (graceMs: number) => Promise<number>;
}

/**
 * Starts a worker with additional environment variables, in a process group of its own and without input. Its output is the
 * output of this process. Signals go to the whole group: `npx program` starts further processes, and passes no signal on to
 * them. When the worker ends, what it has started ends too.
 */
export function startWorker(
  [file = "", ...args]: readonly string[],
  variables: NodeJS.ProcessEnv,
): WorkerProcess {
  const hasGroup = process.platform !== "win32";
  const child = spawn(file, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...variables },
    detached: hasGroup,
  });
  const send = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      if (hasGroup) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // The group has ended.
    }
  };
  const kill = () => send("SIGKILL");
  process.on("exit", kill);
  const exited = exitCodeOf(child, file).finally(() => {
    // A worker may leave processes behind, such as the one that sends its pings.
    kill();
    process.off("exit", kill);
  });
  return {
    exited,
    stop: () => send("SIGTERM"),
    kill,
    exitWithin: async (graceMs) => {
      const timer = setTimeout(kill, graceMs);
      return exited.finally(() => clearTimeout(timer));
    },
  };
}

/**
 * Runs a worker until it ends. At SIGTERM, SIGINT or SIGHUP, the worker is asked to end, and is killed after `graceMs`
 * milliseconds or at the next signal. `onStop` is called after SIGTERM was sent. Resolves with the exit code of the worker, or
 * with undefined after a signal to this process.
 *
 * @throws CommandError when the worker cannot be started
 */
export async function runWorker(
  command: readonly string[],
  variables: NodeJS.ProcessEnv,
  onStop: () => void,
  graceMs = GRACE_MS,
): Promise<number | undefined> {
  const worker = startWorker(command, variables);
  const interruption = listenForInterruption(worker.kill);
  let stopped: Promise<unknown> | undefined;
  void interruption.signal.then(() => {
    worker.stop();
    stopped = worker.exitWithin(graceMs).catch(() => undefined);
    onStop();
  });
  try {
    const code = await worker.exited;
    return stopped ? undefined : code;
  } finally {
    interruption.done();
  }
}
