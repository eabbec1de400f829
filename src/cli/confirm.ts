import { createInterface } from "node:readline/promises";
import { CommandError } from "./command.js";

/** Asks on the terminal. Throws a `CommandError` with the message `unattended` where nobody can be asked. */
export async function isConfirmed(
  question: string,
  unattended: string,
): Promise<boolean> {
  if (!process.stdin.isTTY) throw new CommandError(2, unattended);
  const { stdin: input, stderr: output } = process;
  const terminal = createInterface({ input, output });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
