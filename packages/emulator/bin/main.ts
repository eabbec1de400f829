import packageJson from "../package.json" with { type: "json" };
import { CommandError } from "./command-error.js";
import { showEvidence } from "./evidence.js";
import { COMMAND } from "./flags.js";
import { serve } from "./serve.js";
import { runWorkerCommand } from "./worker/command.js";

/** Runs the command with its arguments, and resolves with the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const [name, ...others] = args;
  try {
    switch (name) {
      case "--version":
      case "-V":
        console.log(packageJson.version);
        return 0;
      case "worker":
        return await runWorkerCommand(others);
      case "evidence":
        return showEvidence(others);
      default:
        return await serve(args);
    }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(`${COMMAND}: ${error.message}`);
    return error.exitCode;
  }
}
