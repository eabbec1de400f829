#!/usr/bin/env node
import packageJson from "../../package.json" with { type: "json" };
import { CommandError, type Command } from "./command.js";
import { emulatorCommand } from "./emulator.js";

/** Every subcommand by its name. */
const commands: Readonly<Record<string, Command>> = {
  emulator: emulatorCommand,
};

const code = await main(process.argv.slice(2));
// What was printed is out before the process ends; timers that are left do not hold it.
process.stdout.write("", () => process.exit(code));

async function main([name, ...words]: readonly string[]): Promise<number> {
  try {
    return await dispatch(name, words);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(`cloud-compute-sdk: ${error.message}`);
    return error.exitCode;
  }
}

async function dispatch(
  name: string | undefined,
  words: readonly string[],
): Promise<number> {
  if (name === "--version") {
    console.log(packageJson.version);
    return 0;
  }
  if (name === "--help" || name === "help") {
    console.log(usage());
    return 0;
  }
  const command =
    name !== undefined && Object.hasOwn(commands, name)
      ? commands[name]
      : undefined;
  if (command) return command.run(words);
  const what =
    name === undefined
      ? "a command is missing"
      : `there is no command "${name}"`;
  throw new CommandError(
    2,
    `${what}; run "cloud-compute-sdk --help" for the list`,
  );
}

function usage(): string {
  const rows = Object.entries(commands).map(
    ([name, { summary }]) => `  ${name.padEnd(12)}${summary}`,
  );
  return `Usage: cloud-compute-sdk <command> [flags]

Commands:
${rows.join("\n")}

  --help      this text; after a command, its flags
  --version   the version of the package`;
}
