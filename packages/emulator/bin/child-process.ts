import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { codeOf, CommandError } from "./command-error.js";

/**
 * Runs a command with additional environment variables, on the same input and output. Resolves with its exit code, or
 * with 128 plus the number of the signal that ended the command.
 *
 * Without a terminal, the command gets a process group of its own, and SIGTERM, SIGINT and SIGHUP are forwarded to the
 * whole group: `npx program` starts further processes, and passes no signal on to them. In a terminal, the command stays
 * in the group of the terminal, so that it can read from the terminal, and Ctrl+C reaches all processes of the group
 * without help; only SIGTERM is forwarded, to the command itself.
 *
 * @throws CommandError when the command cannot be started
 */
export async function runChildProcess(
  [file = "", ...args]: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<number> {
  const hasOwnGroup = !process.stdin.isTTY && process.platform !== "win32";
  const child = spawn(file, args, {
    stdio: "inherit",
    env: { ...process.env, ...variables },
    detached: hasOwnGroup,
  });
  const signals = createHandlers(child, hasOwnGroup);
  for (const [signal, handle] of signals) process.on(signal, handle);
  try {
    return await exitCodeOf(child, file);
  } finally {
    for (const [signal, handle] of signals) process.off(signal, handle);
  }
}

/**
 * Resolves with the exit code of a process, or with 128 plus the number of the signal that ended the process.
 *
 * @throws CommandError when the process cannot be started
 */
export async function exitCodeOf(
  child: ChildProcess,
  file: string,
): Promise<number> {
  try {
    const [code, signal] = (await once(child, "exit")) as [
      number | null,
      NodeJS.Signals | null,
    ];
    return code ?? 128 + (signal ? constants.signals[signal] : 0);
  } catch (error) {
    const message = `${file} cannot be run (${codeOf(error)})`;
    throw new CommandError(1, message, { cause: error });
  }
}

/** What this process does at a signal while the command runs. */
function createHandlers(
  child: ChildProcess,
  hasOwnGroup: boolean,
): readonly (readonly [NodeJS.Signals, () => void])[] {
  if (!hasOwnGroup)
    return [
      ["SIGTERM", () => child.kill("SIGTERM")],
      ["SIGINT", () => undefined],
    ];
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
  return signals.map((signal) => {
    const forward = () => {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    };
    return [signal, forward];
  });
}
