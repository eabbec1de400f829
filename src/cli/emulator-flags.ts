import type { EmulatorOptions } from "../emulator/index.js";
import { CommandError } from "./command.js";
import { numberOf, readFlags, textOf, type Bounds } from "./flags.js";

/** What the words after `emulator` ask for. */
export interface Settings {
  readonly emulator: EmulatorOptions;
  readonly port: number;
  readonly host: string;
  /** The state file, where one is wanted. */
  readonly state: string | undefined;
  /** The words after `--`: a command to run beside it. */
  readonly command: readonly string[] | undefined;
}

const flags = ["port", "host", "state", "speed", "seed", "latency", "key"];

const aPort: Bounds = {
  is: (value) => Number.isInteger(value) && value >= 0 && value <= 65_535,
  words: "a port, a whole number from 0 to 65535",
};
const aSpeed: Bounds = {
  is: (value) => value > 0 && value < Infinity,
  words: "a number above 0",
};
const aSeed: Bounds = { is: Number.isSafeInteger, words: "a whole number" };
const aLatency: Bounds = {
  is: (value) => value >= 0 && value <= 600_000,
  words: "milliseconds, a number from 0 to 600000",
};

/** Reads the flags; throws a `CommandError` with the exit code 2 for a wrong one. */
export function readSettings(words: readonly string[]): Settings | "help" {
  const [own, command] = split(words);
  const values = readFlags("emulator", flags, own);
  if (values["help"] === true) return "help";
  const apiKey = textOf(values, "key");
  // A key goes into a header as it is.
  if (apiKey !== undefined && !/^[!-~]+$/.test(apiKey))
    throw new CommandError(2, "--key must be ASCII without blanks");
  const speed = numberOf(values, "speed", aSpeed);
  const seed = numberOf(values, "seed", aSeed);
  const latency = numberOf(values, "latency", aLatency);
  return {
    emulator: { apiKey, speed, seed, latency },
    port: numberOf(values, "port", aPort) ?? (command ? 0 : 4010),
    host: textOf(values, "host") ?? "127.0.0.1",
    state: textOf(values, "state"),
    command,
  };
}

/** The words before `--` and those after it. */
function split(words: readonly string[]) {
  const at = words.indexOf("--");
  if (at === -1) return [words, undefined] as const;
  const command = words.slice(at + 1);
  if (command.length > 0) return [words.slice(0, at), command] as const;
  throw new CommandError(2, "a command is missing after --");
}
