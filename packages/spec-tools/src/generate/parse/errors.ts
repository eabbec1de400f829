import { DocumentError } from "../../document/error.js";
import type { Path } from "../../document/json.js";

/** Makes the error about the node at a path of a document. */
export type ErrorAt = (path: Path, problem: string) => DocumentError;

/** Throws all `errors` as one `DocumentError`, each line once. Does nothing where there are none. */
export function throwErrors(errors: readonly DocumentError[]): void {
  const messages = new Set(
    errors.flatMap(({ message }) => message.split("\n")),
  );
  if (messages.size > 0) throw new DocumentError([...messages].join("\n"));
}

/** As `entries.map(map)`, but every entry is tried, and the `DocumentError`s of all of them are thrown as one. */
export function mapCollectingErrors<T, R>(
  entries: readonly T[],
  map: (entry: T, index: number) => R,
): R[] {
  const errors: DocumentError[] = [];
  const results = entries.flatMap((entry, index) => {
    try {
      return [map(entry, index)];
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      errors.push(error);
      return [];
    }
  });
  throwErrors(errors);
  return results;
}

/** Runs a command. A `DocumentError` ends it with exit code 1, and only its message is printed. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Prints a line that does not end the command. */
export function warn(line: string): void {
  console.error(`warning: ${line}`);
}
