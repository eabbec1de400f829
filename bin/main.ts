import packageJson from "../package.json" with { type: "json" };
import { deployments } from "../generated/surfaces/deployments.js";
import { findSimilar } from "../src/similar.js";
import { CommandError, type Command } from "../src/cli/command.js";
import { outputClosed } from "../src/cli/output.js";

/** A subcommand, whose code is loaded when the subcommand runs. */
interface Subcommand {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  batch: {
    summary: "run a model for many inputs, durably",
    load: () => import("../src/cli/batch/command.js"),
  },
  files: {
    summary: "list, copy and delete the files of a volume",
    load: () => import("../src/cli/files/command.js"),
  },
  drift: {
    summary: "compare a document of the service with this package",
    load: () => import("../packages/spec-tools/src/drift/command.js"),
  },
  doctor: {
    summary: "try each API of the service, read-only",
    load: () => import("../src/cli/doctor/command.js"),
  },
  captures: {
    summary: "turn a transcript of doctor into captures",
    load: () => import("../packages/spec-tools/src/captures/command.js"),
  },
  explain: {
    summary: "say why a job has not begun",
    load: () => import("../src/cli/explain/command.js"),
  },
  stop: {
    summary: "show what runs and costs money, and end it",
    load: () => import("../src/cli/stop/command.js"),
  },
  sweep: {
    summary: "delete the rented Pods that were left behind",
    load: () => import("../src/cli/sweep/command.js"),
  },
};

/** Runs the command with the arguments after its name, and resolves with the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    return await runSubcommand(args);
  } catch (error) {
    // The command has ended because nobody reads its output: `flushOutput` tells why.
    if (outputClosed.aborted && error === outputClosed.reason) return 0;
    const missing = missingPackage(error);
    if (missing !== undefined) {
      console.error(`cloud-compute-sdk: run "npm install ${missing}" first`);
      return 1;
    }
    const exitCode = exitCodeOf(error);
    if (exitCode === undefined) throw error;
    console.error(`cloud-compute-sdk: ${(error as Error).message}`);
    return exitCode;
  }
}

async function runSubcommand([
  name = "help",
  ...args
]: readonly string[]): Promise<number> {
  if (name === "--version" || name === "-V") {
    console.log(packageJson.version);
    return 0;
  }
  const [wanted, ...others] = args;
  if (name === "help" && wanted !== undefined)
    return runSubcommand([wanted, ...others, "--help"]);
  if (name === "help" || name === "--help" || name === "-h") {
    console.log(helpText());
    return 0;
  }
  const names = Object.keys(SUBCOMMANDS);
  const subcommand = names.includes(name) ? SUBCOMMANDS[name] : undefined;
  if (subcommand) return (await subcommand.load()).run(args);
  const nearest = findSimilar(name, names);
  const advice = nearest ? `did you mean ${nearest}? ` : "";
  throw new CommandError(
    2,
    `there is no command "${name}"; ${advice}run "cloud-compute-sdk --help" for the list`,
  );
}

/** The exit code for an error that the user can solve: one of a command, or of the client, which this file does not load. */
function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof CommandError) return error.exitCode;
  if (!(error instanceof Error && "maybeSent" in error)) return undefined;
  return error.name === "InputError" ? 2 : 1;
}

/** The package that the user has to install, if an error says so. */
function missingPackage(error: unknown): string | undefined {
  return /Cannot find package '([^']+)'/.exec(String(error))?.[1];
}

function helpText(): string {
  const rows = Object.entries(SUBCOMMANDS).map(
    ([name, { summary }]) => `  ${name.padEnd(12)}${summary}`,
  );
  return `Usage: cloud-compute-sdk <command> [flags]

Commands:
${rows.join("\n")}

  --help, -h     print this text; after a command, print its flags
  --version, -V  print the version of the package

CLOUD_COMPUTE_DEPLOYMENT=${Object.keys(deployments)[0]} sets the URLs that no other variable sets.
Node 22.21, 24.5 and later obey HTTPS_PROXY with NODE_USE_ENV_PROXY=1.
The emulator is a package of its own: npx cloud-compute-emulator --help`;
}
