import { parseArgs } from "node:util";
import { findSimilar } from "../similar.js";
import { CommandError, messageOf } from "./command.js";

export type FlagValues = Readonly<
  Record<string, string | boolean | readonly string[] | undefined>
>;

/** What may stand after the name of a command. */
interface Accepted {
  /** The flags with a value. */
  readonly texts?: readonly string[];
  /** The flags with a value that may be given several times. */
  readonly lists?: readonly string[];
  /** The flags without a value, beside `--help`. */
  readonly switches?: readonly string[];
  /** Whether words may stand beside the flags. */
  readonly words?: boolean;
}

/** The switches that have a letter. */
const LETTERS: Readonly<Record<string, string>> = { help: "h", recursive: "r" };

/**
 * Reads the arguments of a command.
 *
 * @throws CommandError with the exit code 2 for any other argument, and for a flag of `texts` that is given twice
 */
export function readArguments(
  command: string,
  {
    texts = [],
    lists = [],
    switches = [],
    words: takesWords = false,
  }: Accepted,
  args: readonly string[],
): { readonly values: FlagValues; readonly words: readonly string[] } {
  const options: Record<
    string,
    { type: "string" | "boolean"; multiple?: boolean; short?: string }
  > = {};
  for (const name of texts) options[name] = { type: "string" };
  for (const name of lists) options[name] = { type: "string", multiple: true };
  for (const name of [...switches, "help"]) {
    const short = LETTERS[name];
    options[name] = { type: "boolean", ...(short && { short }) };
  }
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...args],
      options,
      allowPositionals: takesWords,
      tokens: true,
    });
    const given = tokens.flatMap((each) =>
      each.kind === "option" ? each.name : [],
    );
    const repeated = texts.find(
      (name) => given.indexOf(name) < given.lastIndexOf(name),
    );
    if (repeated !== undefined) throw new Error(`--${repeated} is given twice`);
    return { values: values as FlagValues, words: positionals };
  } catch (error) {
    const [sentence = ""] = messageOf(error)
      .replace(
        "argument is ambiguous",
        'needs a value that does not begin with "-"',
      )
      .split(/\. |\n/);
    throw new CommandError(
      2,
      `${sentence.replace(/\.$/, "")}; ${adviceOn(sentence, Object.keys(options))}run "cloud-compute-sdk ${command} --help" for the flags`,
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

/** Which numbers a flag accepts. */
export interface NumberRule {
  readonly accepts: (value: number) => boolean;
  /** The accepted numbers in English, for the error message. */
  readonly description: string;
}

export const AMOUNT: NumberRule = {
  accepts: (value) => value > 0 && Number.isFinite(value),
  description: "an amount above 0, such as 0.05",
};

export const WHOLE: NumberRule = {
  accepts: (value) => Number.isInteger(value) && value > 0,
  description: "a whole number, 1 or more",
};

/** The number that a flag holds, undefined without the flag; throws a `CommandError` for any other text. */
export function numberOf(
  values: FlagValues,
  name: string,
  { accepts, description }: NumberRule,
): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const value = typeof text === "string" && text.trim() ? Number(text) : NaN;
  if (accepts(value)) return value;
  throw new CommandError(
    2,
    `--${name} must be ${description}, not "${String(text)}"`,
  );
}

/** The text that a flag holds, undefined without the flag; throws a `CommandError` for an empty text. */
export function textOf(values: FlagValues, name: string): string | undefined {
  const text = values[name];
  if (typeof text !== "string") return undefined;
  if (text !== "") return text;
  throw new CommandError(2, `--${name} must not be empty`);
}

/** The texts that a list of flags holds; throws a `CommandError` for an empty text. */
export function textsOf(values: FlagValues, name: string): readonly string[] {
  const texts = values[name];
  if (!Array.isArray(texts)) return [];
  return texts.map((text: string) => {
    if (text !== "") return text;
    throw new CommandError(2, `--${name} must not be empty`);
  });
}
