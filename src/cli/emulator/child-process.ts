import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { codeOf, CommandError } from "../command.js";

/**
 * Runs a command with additional environment variables, on the same input and output. Resolves with its exit code, or
 * with 128 plus the number of the signal that ended the command. SIGTERM is forwarded; Ctrl+C in a terminal reaches the
 * command without help.
 *
 * @throws CommandError when the command cannot be started
 */
export async function runChildProcess(
  [file = "", ...args]: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn(file, args, {
    stdio: "inherit",
    env: { ...process.env, ...variables },
  });
  const forward = () => child.kill("SIGTERM");
  const ignore = () => undefined;
  process.on("SIGTERM", forward).on("SIGINT", ignore);
  try {
    const [code, signal] = (await once(child, "exit")) as [
      number | null,
      NodeJS.Signals | null,
    ];
    return code ?? 128 + (signal ? constants.signals[signal] : 0);
  } catch (error) {
    const message = `${file} cannot be run (${codeOf(error)})`;
    throw new CommandError(1, message, { cause: error });
  } finally {
    process.off("SIGTERM", forward).off("SIGINT", ignore);
  }
}
