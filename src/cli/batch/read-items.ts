import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { codeOf, CommandError } from "../command.js";

/** Where a source of lines is: the number of the line that was read last. */
interface LinePosition {
  line: number;
}

/**
 * Reads JSON lines from a file, or from standard input. Empty lines are skipped. `position` always holds the number of the
 * line that was read last.
 *
 * @throws CommandError for a file that cannot be read, and for the first line that is no JSON
 */
export async function* readItems(
  file: string | undefined,
  position: LinePosition,
): AsyncGenerator<object, void, undefined> {
  const input = file === undefined ? process.stdin : createReadStream(file);
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      position.line++;
      if (line.trim() !== "") yield parseLine(line, position.line);
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === "") throw error;
    const source = file === undefined ? "standard input" : `the file ${file}`;
    throw new CommandError(2, `${source} cannot be read (${code})`, {
      cause: error,
    });
  }
}

function parseLine(line: string, number: number): object {
  try {
    return JSON.parse(line) as object;
  } catch {
    throw new CommandError(
      2,
      `line ${number} is no JSON; the lines before it have been added`,
    );
  }
}
