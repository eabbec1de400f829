import {
  CloudComputeError,
  GraphQLError,
  InputError,
  ResponseError,
} from "../index.js";
import { CommandError } from "./command.js";

/** How a message says where the whole reason is. */
const WHOLE_REASON = "see `body` or `cause.body` of this error";

/** How much of a body is printed. */
const MAX_BODY_LENGTH = 1000;

/**
 * Rethrows an error of this package as a `CommandError`, with the exit code 2 for an `InputError` and 1 for others.
 * Rethrows any other error unchanged.
 */
export function reportFailure(error: unknown): never {
  if (!(error instanceof CloudComputeError)) throw error;
  const exitCode = error instanceof InputError ? 2 : 1;
  throw new CommandError(exitCode, messageOf(error), { cause: error });
}

/** The message of an error. Where it refers to the `body` of the error, which a terminal does not show, the body itself. */
export function messageOf(error: Error): string {
  const failure = [error, error.cause].find(
    (each) => each instanceof ResponseError || each instanceof GraphQLError,
  );
  if (!failure) return error.message;
  const body = JSON.stringify(failure.body).slice(0, MAX_BODY_LENGTH);
  return error.message.replace(
    WHOLE_REASON,
    () => `the service answered ${body}`,
  );
}
