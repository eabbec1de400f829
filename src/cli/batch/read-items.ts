import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { codeOf, CommandError } from "../command.js";

/** What was read. */
interface ReadLines {
  /** The number of the line of each item. */
  readonly items: number[];
  /** The numbers of the lines that are no JSON, as far as these are skipped. */
  readonly notJson: number[];
}

/** How to read. */
interface ReadOptions {
  /** The file to read; standard input if undefined or "-". */
  readonly file: string | undefined;
  /** Whether a line that is no JSON is skipped, instead of ending the reading. */
  readonly skipInvalid: boolean;
}

/**
 * Reads JSON lines. Empty lines are skipped. `lines` gets the numbers of the other lines.
 *
 * @throws CommandError for a file that cannot be read, and for the first line that is no JSON unless `skipInvalid` is true
 */
export async function* readItems(
  { file, skipInvalid }: ReadOptions,
  lines: ReadLines,
): AsyncGenerator<object, void, undefined> {
  const isStandardInput = file === undefined || file === "-";
  const input = isStandardInput ? process.stdin : createReadStream(file);
  let number = 0;
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      number++;
      if (line.trim() === "") continue;
      const item = parseLine(number === 1 ? line.replace(/^\ufeff/, "") : line);
      if (item !== undefined) {
        lines.items.push(number);
        yield item;
      } else if (skipInvalid) lines.notJson.push(number);
      else
        throw new CommandError(
          2,
          `line ${number} is not valid JSON; the lines before it have been added`,
        );
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === "") throw error;
    const name = isStandardInput ? "standard input" : `the file ${file}`;
    throw new CommandError(2, `${name} cannot be read (${code})`, {
      cause: error,
    });
  }
}

/** The value of a line; undefined for a line that is no JSON. */
function parseLine(line: string): object | undefined {
  try {
    return JSON.parse(line) as object;
  } catch {
    return undefined;
  }
}
