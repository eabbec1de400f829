import type { Path } from "../../document/json.js";

/** A spec that the generator cannot work with. The message has a line per problem: file, line, place and reason. */
export class SpecError extends Error {
  override name = "SpecError";

  constructor(
    message: string,
    { at, ...options }: ErrorOptions & { readonly at?: Path } = {},
  ) {
    super(message, options);
    this.at = at;
  }

  /** The part of the document that the error is about, if there is a single one. */
  readonly at: Path | undefined;
}

/** Makes the error about the node at a path of a document. */
export type ErrorAt = (path: Path, problem: string) => SpecError;

/** Throws all `errors` as one `SpecError`, each line once. Does nothing where there are none. */
export function throwErrors(errors: readonly SpecError[]): void {
  const messages = new Set(
    errors.flatMap(({ message }) => message.split("\n")),
  );
  if (messages.size > 0) throw new SpecError([...messages].join("\n"));
}

/** The `SpecError` that a step throws, as a list; empty where the step succeeds. */
export function errorsOf(step: () => unknown): SpecError[] {
  try {
    step();
    return [];
  } catch (error) {
    if (error instanceof SpecError) return [error];
    throw error;
  }
}

/** As `entries.map(map)`, but every entry is tried, and the `SpecError`s of all of them are thrown as one. */
export function mapCollectingErrors<T, R>(
  entries: readonly T[],
  map: (entry: T) => R,
): R[] {
  const errors: SpecError[] = [];
  const results = entries.flatMap((entry) => {
    try {
      return [map(entry)];
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      errors.push(error);
      return [];
    }
  });
  throwErrors(errors);
  return results;
}

/** Runs a command. A `SpecError` ends it with exit code 1, and only its message is printed. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Prints a line that does not end the command. */
export function warn(line: string): void {
  console.error(`warning: ${line}`);
}
