import { parseArgs } from "node:util";
import { CommandError } from "./command.js";

type Values = Readonly<Record<string, string | boolean | undefined>>;

/** Reads flags that take a value, and `--help`; refuses every other word. */
export function readFlags(
  command: string,
  names: readonly string[],
  words: readonly string[],
): Values {
  const valued = names.map((name) => [name, { type: "string" }] as const);
  const options = { ...Object.fromEntries(valued), help: { type: "boolean" } };
  try {
    return parseArgs({
      args: [...words],
      options: options as Record<string, { type: "string" | "boolean" }>,
      allowPositionals: false,
    }).values;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [sentence = ""] = message.split(/\. |\n/);
    throw new CommandError(
      2,
      `${sentence.replace(/\.$/, "")}; run "cloud-compute-sdk ${command} --help" for the flags`,
      { cause: error },
    );
  }
}

/** What a number may be, in words too. */
export interface Bounds {
  readonly is: (value: number) => boolean;
  readonly words: string;
}

/** The number a flag gives, undefined where it is not given. */
export function numberOf(
  values: Values,
  name: string,
  { is, words }: Bounds,
): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const value = typeof text === "string" && text.trim() ? Number(text) : NaN;
  if (is(value)) return value;
  throw new CommandError(2, `--${name} must be ${words} (it was "${text}")`);
}

/** The text a flag gives, undefined where it is not given; refuses an empty one. */
export function textOf(values: Values, name: string): string | undefined {
  const text = values[name];
  if (typeof text !== "string") return undefined;
  if (text !== "") return text;
  throw new CommandError(2, `--${name} must not be empty`);
}
