import { CloudComputeError, InputError } from "../index.js";
import { CommandError } from "./command.js";

/**
 * Rethrows an error of this package as a `CommandError`, with the exit code 2 for an `InputError` and 1 for others.
 * Rethrows any other error unchanged. Where the user has called `command`, that stands in place of a function of `volume`.
 */
export function reportFailure(error: unknown, command?: string): never {
  if (!(error instanceof CloudComputeError)) throw error;
  const exitCode = error instanceof InputError ? 2 : 1;
  const message =
    command === undefined
      ? error.message
      : error.message.replace(/^(volume\.\w+|openVolume):/, `${command}:`);
  throw new CommandError(exitCode, message, { cause: error });
}
