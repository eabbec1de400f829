import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { codeOf, CommandError } from "./command.js";

/**
 * Runs a command with more environment variables, on the same input and output, and resolves with its exit code: 128
 * and the signal's number where a signal ended it. SIGTERM is passed on; Ctrl+C reaches it from the terminal.
 */
export async function runBeside(
  [file = "", ...words]: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn(file, words, {
    stdio: "inherit",
    env: { ...process.env, ...variables },
  });
  const pass = () => child.kill("SIGTERM");
  const stay = () => undefined;
  process.on("SIGTERM", pass).on("SIGINT", stay);
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
    process.off("SIGTERM", pass).off("SIGINT", stay);
  }
}
