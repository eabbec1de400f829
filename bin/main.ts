import packageJson from "../package.json" with { type: "json" };
import { deployments } from "../generated/surfaces/deployments.js";
import { findSimilar } from "../src/similar.js";
import { CommandError, type Command } from "../src/cli/command.js";
import { outputClosed } from "../src/cli/output.js";
import { fillUrlVariables } from "../src/cli/url-variables.js";

/** A subcommand, whose code is loaded when the subcommand runs. */
interface Subcommand {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

const SUBCOMMANDS: ReadonlyMap<string, Subcommand> = new Map([
  [
    "batch",
    {
      summary: "run a model for many inputs, durably",
      load: async () =>
        (await import("../src/cli/batch/command.js")).batchCommand,
    },
  ],
  [
    "files",
    {
      summary: "list, copy and delete the files of a volume",
      load: async () =>
        (await import("../src/cli/files/command.js")).filesCommand,
    },
  ],
  [
    "drift",
    {
      summary: "compare a document of the service with this package",
      load: async () =>
        (await import("../packages/spec-tools/src/drift/command.js"))
          .driftCommand,
    },
  ],
  [
    "doctor",
    {
      summary: "try each API of the service, read-only",
      load: async () =>
        (await import("../src/cli/doctor/command.js")).doctorCommand,
    },
  ],
  [
    "captures",
    {
      summary: "turn a transcript of doctor into captures",
      load: async () =>
        (await import("../packages/spec-tools/src/captures/command.js"))
          .capturesCommand,
    },
  ],
  [
    "explain",
    {
      summary: "say why a job has not begun",
      load: async () =>
        (await import("../src/cli/explain/command.js")).explainCommand,
    },
  ],
  [
    "sweep",
    {
      summary: "delete the rented Pods that were left behind",
      load: async () =>
        (await import("../src/cli/sweep/command.js")).sweepCommand,
    },
  ],
]);

/** The commands of the emulator, which is a package of its own. */
const EMULATOR_COMMANDS: ReadonlyMap<string, string> = new Map([
  ["emulator", "cloud-compute-emulator"],
  ["worker", "cloud-compute-emulator worker"],
  ["evidence", "cloud-compute-emulator evidence"],
]);

/** Runs the command with the arguments after its name, and resolves with the exit code. */
export async function main([
  name,
  ...args
]: readonly string[]): Promise<number> {
  try {
    return await runSubcommand(name, args);
  } catch (error) {
    // The command has ended because nobody reads its output: `flushOutput` tells why.
    if (outputClosed.aborted && error === outputClosed.reason) return 0;
    if (!(error instanceof CommandError)) throw error;
    console.error(`cloud-compute-sdk: ${error.message}`);
    return error.exitCode;
  }
}

async function runSubcommand(
  name: string | undefined,
  args: readonly string[],
): Promise<number> {
  const own = [name, ...args].slice(0, indexOfProgram(args) + 1);
  if (own.some((word) => VERSION.includes(word ?? ""))) {
    console.log(packageJson.version);
    return 0;
  }
  if (name === "help" && args.length > 0)
    return runSubcommand(args[0], [...args.slice(1), "--help"]);
  if (name === undefined || HELP.includes(name) || name === "help") {
    console.log(helpText());
    return 0;
  }
  const subcommand = SUBCOMMANDS.get(name);
  if (subcommand) {
    fillUrlVariables();
    return (await subcommand.load()).run(args.map(toLongFlag));
  }
  const moved = EMULATOR_COMMANDS.get(name);
  if (moved !== undefined)
    throw new CommandError(
      2,
      `there is no command "${name}" in this package: run "npx ${moved}", after "npm install --save-dev cloud-compute-emulator"`,
    );
  const nearest = findSimilar(name, [...SUBCOMMANDS.keys()]);
  const advice = nearest ? `did you mean ${nearest}? ` : "";
  throw new CommandError(
    2,
    `there is no command "${name}"; ${advice}run "cloud-compute-sdk --help" for the list`,
  );
}

const HELP: readonly string[] = ["--help", "-h"];
const VERSION: readonly string[] = ["--version", "-V"];

/** The long form of a flag, unless the flag is for a program that the command starts. */
function toLongFlag(
  argument: string,
  index: number,
  args: readonly string[],
): string {
  const isOwn = index < indexOfProgram(args);
  return argument === "-h" && isOwn ? "--help" : argument;
}

/** Where the words begin that are for a program, which a command starts. */
function indexOfProgram(args: readonly string[]): number {
  const index = args.indexOf("--");
  return index < 0 ? args.length : index;
}

function helpText(): string {
  const rows = [...SUBCOMMANDS].map(
    ([name, { summary }]) => `  ${name.padEnd(12)}${summary}`,
  );
  return `Usage: cloud-compute-sdk <command> [flags]

Commands:
${rows.join("\n")}

  --help, -h     print this text; after a command, print its flags
  --version, -V  print the version of the package, also after a command

CLOUD_COMPUTE_DEPLOYMENT=${Object.keys(deployments)[0]} sets the URLs that no other variable sets.
HTTPS_PROXY and NO_PROXY apply with Node 22.21, 24.5 or later, Bun and Deno.`;
}
