import { spawn } from "node:child_process";
import { listenForInterruption } from "./interruption.js";
import { exitCodeOf } from "./child-process.js";

/** How long a worker may take to finish its jobs after SIGTERM. */
export const GRACE_MS = 10_000;

/**
 * Runs a worker with additional environment variables, in a process group of its own and without input. At SIGTERM, SIGINT
 * or SIGHUP, the group gets SIGTERM, and SIGKILL after `graceMs` milliseconds or at the next signal. When the worker ends,
 * what it has started ends too. `onStop` is called after SIGTERM was sent. Resolves with the exit code of the worker, or with
 * undefined after a signal to this process.
 *
 * @throws CommandError when the worker cannot be started
 */
export async function runWorker(
  [file = "", ...args]: readonly string[],
  variables: Readonly<Record<string, string>>,
  onStop: () => void,
  graceMs = GRACE_MS,
): Promise<number | undefined> {
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
  let timer: NodeJS.Timeout | undefined;
  const kill = () => send("SIGKILL");
  const interruption = listenForInterruption(kill);
  void interruption.signal.then(() => {
    send("SIGTERM");
    timer = setTimeout(kill, graceMs);
    onStop();
  });
  process.on("exit", kill);
  try {
    const code = await exitCodeOf(child, file);
    return timer ? undefined : code;
  } finally {
    clearTimeout(timer);
    // A worker may leave processes behind, such as the one that sends its pings.
    kill();
    interruption.done();
    process.off("exit", kill);
  }
}
