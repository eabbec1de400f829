import { parseArgs } from "node:util";
import { integer, type Rule } from "../src/check-arguments.js";
import { findSimilar } from "../src/similar.js";
import { CommandError } from "./command-error.js";

/** The name of this command. */
export const COMMAND = "cloud-compute-emulator";

export type FlagValues = Readonly<Record<string, string | boolean | undefined>>;

/**
 * Reads the named flags, each with a value, and the switches, which have none, with `--help`. `command` is what stands before
 * the flags: `cloud-compute-emulator worker`.
 *
 * @throws CommandError with the exit code 2 for any other argument, and for a flag whose value is given twice
 */
export function readFlags(
  command: string,
  names: readonly string[],
  args: readonly string[],
  switches: readonly string[] = [],
): FlagValues {
  const options: Record<string, { type: "string" | "boolean" }> = {};
  for (const name of names) options[name] = { type: "string" };
  for (const name of [...switches, "help"]) options[name] = { type: "boolean" };
  try {
    const { values, tokens } = parseArgs({
      args: [...args],
      options,
      allowPositionals: false,
      tokens: true,
    });
    refuseRepeated(
      tokens.flatMap((token) => (token.kind === "option" ? token.name : [])),
      names,
    );
    return values;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [sentence = ""] = message
      .replace(
        "argument is ambiguous",
        'needs a value that does not begin with "-"',
      )
      .split(/\. |\n/);
    const isProgram =
      command === COMMAND && sentence.startsWith("Unexpected argument");
    const hint = isProgram ? " (write -- before a program to run)" : "";
    throw new CommandError(
      2,
      `${sentence.replace(/\.$/, "")}${hint}; ${adviceOn(sentence, Object.keys(options))}run "${command} --help" for the flags`,
      { cause: error },
    );
  }
}

/** Names the flag that was probably meant by an unknown one. */
function adviceOn(sentence: string, known: readonly string[]): string {
  const unknown = /^Unknown option '--([^']+)'/.exec(sentence)?.[1];
  const meant = unknown && findSimilar(unknown, known);
  return meant ? `did you mean --${meant}? ` : "";
}

/** Throws an error for a flag with a value that is given twice: only one of the values could hold. */
function refuseRepeated(
  given: readonly string[],
  names: readonly string[],
): void {
  const repeated = given.find(
    (name, index) => names.includes(name) && given.indexOf(name) < index,
  );
  if (repeated !== undefined) throw new Error(`--${repeated} is given twice`);
}

/** A port to listen on; 0 for any free one. */
export const PORT: Rule = integer(0, 65_535);

/** The number that a flag holds, undefined without the flag; throws a `CommandError` for any other text. */
export function numberOf(
  values: FlagValues,
  name: string,
  [isValid, expected]: Rule,
): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const value = typeof text === "string" && text.trim() ? Number(text) : NaN;
  if (isValid(value)) return value;
  throw new CommandError(
    2,
    `--${name} must be ${expected}, not "${String(text)}"`,
  );
}

/** The text that a flag holds, undefined without the flag; throws a `CommandError` for an empty text. */
export function textOf(values: FlagValues, name: string): string | undefined {
  const text = values[name];
  if (typeof text !== "string") return undefined;
  if (text !== "") return text;
  throw new CommandError(2, `--${name} must not be empty`);
}
