import { inspect } from "node:util";
import { isError } from "../errors.js";
import { ignoreErrors } from "../ignore-errors.js";
import { writeJson } from "../json.js";

/** The result of a job, as it is sent. */
export interface JobResult {
  readonly body: string;
  readonly isStream: boolean;
  /** Why the job has failed; undefined for an output. */
  readonly error?: string;
}

const MAX_ERROR_LENGTH = 4096;
/** A cause may refer to itself. */
const MAX_CAUSES = 10;

/**
 * Writes the output of a job. The service would end a job whose result it refuses as COMPLETED without an output, so an output
 * that is too large, or that JSON cannot hold, makes a failed job with the reason.
 */
export function writeOutput(
  output: unknown,
  isStream: boolean,
  maxBytes: number,
): JobResult {
  const value = output ?? (isStream ? [] : null);
  try {
    const text = writeJson("output", value, {});
    const bytes = Buffer.byteLength(text);
    if (bytes <= maxBytes) return { body: `{"output":${text}}`, isStream };
    const advice = "upload it to storage, and return its address";
    const problem = `the output has ${bytes} bytes of JSON, and at most ${maxBytes} are accepted: ${advice}`;
    return writeFailure(problem, isStream);
  } catch (error) {
    return writeFailure(error, isStream);
  }
}

/** Writes the failure of a job. The service takes an `error` that is no text for a success, so it is always a text. */
export function writeFailure(reason: unknown, isStream = false): JobResult {
  const text = describeChain(reason);
  const error = text.slice(0, MAX_ERROR_LENGTH) || "the handler has failed";
  return { body: JSON.stringify({ error }), isStream, error };
}

/** An error with the stack of each of its causes, for the log. */
export function inspectError(reason: unknown): string {
  return chainOf(reason)
    .map((each) => (isError(each) && each.stack) || describeValue(each))
    .join("\ncaused by: ");
}

/** The messages of an error and of its causes. A message that quotes its cause already is not followed by it. */
function describeChain(reason: unknown): string {
  return chainOf(reason)
    .map(describeValue)
    .reduce((text, each) => (text.includes(each) ? text : `${text}: ${each}`));
}

/** An error, its cause, the cause of that, and so on. */
function chainOf(reason: unknown): unknown[] {
  const chain = [reason];
  // The loop also visits the causes that it adds.
  for (const each of chain) {
    const cause = isError(each) ? each.cause : undefined;
    if (cause !== undefined && chain.length < MAX_CAUSES) chain.push(cause);
  }
  return chain;
}

/**
 * The message of an error; an error of another class than `Error` is named, because the message may say little without it. A
 * handler may throw any other value: an object is written as JSON.
 */
function describeValue(value: unknown): string {
  if (isError(value)) {
    const { name, message } = value;
    const isNamed = ["Error", "InputError"].includes(name);
    return isNamed ? message : `${name}: ${message}`;
  }
  if (typeof value === "string") return value;
  return ignoreErrors(() => JSON.stringify(value)) ?? inspect(value);
}
