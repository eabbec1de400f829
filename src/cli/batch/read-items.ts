import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { codeOf, CommandError } from "../command.js";

/** The numbers of the lines of all items that were read. */
interface ItemLines {
  readonly lines: number[];
}

/**
 * Reads JSON lines from a file, or from standard input. Empty lines are skipped. `source` gets the number of the line of
 * each item.
 *
 * @throws CommandError for a file that cannot be read, and for the first line that is no JSON
 */
export async function* readItems(
  file: string | undefined,
  source: ItemLines,
): AsyncGenerator<object, void, undefined> {
  const input = file === undefined ? process.stdin : createReadStream(file);
  let number = 0;
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      number++;
      if (line.trim() === "") continue;
      source.lines.push(number);
      yield parseLine(line, number);
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === "") throw error;
    const name = file === undefined ? "standard input" : `the file ${file}`;
    throw new CommandError(2, `${name} cannot be read (${code})`, {
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
