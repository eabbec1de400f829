import { CloudComputeError, InputError } from "../index.js";
import { CommandError } from "./command.js";

/** Throws the failure of a call as a problem that the user can solve. Throws any other error as it is. */
export function reportFailure(error: unknown): never {
  if (!(error instanceof CloudComputeError)) throw error;
  const exitCode = error instanceof InputError ? 2 : 1;
  throw new CommandError(exitCode, error.message, { cause: error });
}
