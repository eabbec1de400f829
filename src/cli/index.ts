#!/usr/bin/env node
import packageJson from "../../package.json" with { type: "json" };
import { CommandError, type Command } from "./command.js";

/** A subcommand in the list of them; what it stands on is loaded when it is called. */
interface Listed {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** Every subcommand by its name. */
const commands: Readonly<Record<string, Listed>> = {
  emulator: {
    summary: "serve the whole service on this machine",
    load: async () => (await import("./emulator.js")).emulatorCommand,
  },
  drift: {
    summary: "compare a service's document with this package",
    load: async () => (await import("./drift.js")).driftCommand,
  },
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
  if (command) return (await command.load()).run(words);
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
