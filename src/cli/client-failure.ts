import { CloudComputeError, InputError } from "../index.js";
import { CommandError } from "./command.js";

/**
 * Rethrows an error of this package as a `CommandError`, with the exit code 2 for an `InputError` and 1 for others.
 * Rethrows any other error unchanged.
 */
export function reportFailure(error: unknown): never {
  if (!(error instanceof CloudComputeError)) throw error;
  const exitCode = error instanceof InputError ? 2 : 1;
  throw new CommandError(exitCode, error.message, { cause: error });
}
