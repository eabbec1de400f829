import type { EmulatorOptions, Quirks } from "../src/index.js";
import { delayRule, integer, type Rule } from "../src/check-arguments.js";
import { balanceRule } from "../src/check-conditions.js";
import { keyRule } from "../src/options.js";
import { quirkNames } from "../src/quirks.js";
import { CommandError } from "./command-error.js";
import {
  COMMAND,
  numberOf,
  PORT,
  readFlags,
  textOf,
  type FlagValues,
} from "./flags.js";

/** At most 24 lines of 80 characters, so that the text fits on one screen. */
export const HELP = `Usage: cloud-compute-emulator [flags] [-- <command> …] | worker | evidence
Serves one account, a page and a control API (/_emulator/); sends only webhooks.
  --port <number>     port to listen on; 0 picks a free port (default: 4010)
  --host <address>    address to listen on (default: 127.0.0.1); 0.0.0.0 for all
  --allow-host <name> a further host name that requests may name
  --remote-control    let other machines use the page and the control API
  --worker <endpoint> run the command as a worker, or print what a worker reads
  --worker-port <n>   port at which that worker answers, for load balancing
  --state <file>      save each change in a file before its answer is sent
  --speed <number>    speed of the clock (default: 1); 0: control API moves it
  --seed <number>     the same seed and calls give the same ids (else random)
  --latency <ms>      minimum time of each response (default: 0)
  --key <key>         accepted API key (default: a random one, kept by --state)
  --balance <usd>     USD of the account; Pods stop when they are used up
  --limits            answer 429 above the rate limits of the job API
  --lenient           accept unknown GPU types and data centers
  --service-times     let Pods and workers start as slowly as in the service
  --strict            fail jobs whose input breaks a rule that a page states
  --documented-outputs  let public models answer as documented: image_url, …
  --quirks <a,b>      oddities of the service, such as goTimes or retired
  --introspection     let GraphQL answer introspection
  --help              print this text
Prints the variables that a client reads, then a line per request; or runs the
command with them, and exits with its code. 0: stopped, 1: failed, 2: usage.`;

/** What the arguments ask for. */
export interface Settings {
  readonly emulator: EmulatorOptions;
  readonly port: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  /** Whether other machines may use the page and the control API. */
  readonly remoteControl: boolean;
  /** The name of the state file, if the state is kept. */
  readonly state: string | undefined;
  /** The worker, if there is one: the command after `--`, or without a command a program that the user starts. */
  readonly worker: WorkerSettings | undefined;
  /** The command after `--`, which runs as long as the emulator. */
  readonly command: readonly string[] | undefined;
}

export interface WorkerSettings {
  /** The id of the endpoint. */
  readonly endpoint: string;
  /** Where the worker of a load balancing endpoint answers. */
  readonly port: number | undefined;
}

const FLAGS = [
  "port",
  "host",
  "allow-host",
  "worker",
  "worker-port",
  "state",
  "speed",
  "seed",
  "latency",
  "key",
  "balance",
  "quirks",
];
/** What each flag without a value sets. */
const SWITCHES: Readonly<Record<string, EmulatorOptions>> = {
  limits: { limits: true },
  lenient: { lenient: true },
  "documented-outputs": { modelOutputs: "documented" },
  "service-times": { serviceTimes: true },
  strict: { strict: true },
  introspection: { introspection: true },
};
const REMOTE_CONTROL = "remote-control";

/** With 0, the clock is a manual one. */
const SPEED: Rule = [
  (value) => Number.isFinite(value) && Number(value) >= 0,
  "a number, 0 or above",
];
const SEED: Rule = [Number.isSafeInteger, "a whole number"];

/** Reads the flags; throws a `CommandError` with the exit code 2 for a wrong one. */
export function readSettings(args: readonly string[]): Settings | "help" {
  const { flags, command } = splitCommand(args);
  const values = readFlags(COMMAND, FLAGS, flags, [
    ...Object.keys(SWITCHES),
    REMOTE_CONTROL,
  ]);
  if (values["help"] === true) return "help";
  const apiKey = textOf(values, "key");
  const [isKey, expected] = keyRule;
  if (apiKey !== undefined && !isKey(apiKey))
    throw new CommandError(2, `--key must be ${expected}`);
  const speed = numberOf(values, "speed", SPEED);
  const worker = readWorker(values);
  const switches = Object.entries(SWITCHES)
    .filter(([name]) => values[name] === true)
    .map(([, options]) => options);
  return {
    emulator: {
      apiKey,
      ...(speed === 0 ? { clock: "manual" } : { speed }),
      seed: numberOf(values, "seed", SEED),
      latency: numberOf(values, "latency", delayRule),
      balance: numberOf(values, "balance", balanceRule),
      quirks: readQuirks(textOf(values, "quirks")),
      ...(Object.assign({}, ...switches) as EmulatorOptions),
    },
    allowedHosts: [textOf(values, "allow-host") ?? []].flat(),
    remoteControl: values[REMOTE_CONTROL] === true,
    port: numberOf(values, "port", PORT) ?? (command && !worker ? 0 : 4010),
    host: textOf(values, "host") ?? "127.0.0.1",
    state: textOf(values, "state"),
    worker,
    command,
  };
}

function readWorker(values: FlagValues): WorkerSettings | undefined {
  const endpoint = textOf(values, "worker");
  const port = numberOf(values, "worker-port", integer(1, 65_535));
  if (endpoint !== undefined) return { endpoint, port };
  if (port === undefined) return undefined;
  throw new CommandError(2, "--worker-port is missing --worker");
}

/** The quirks that are on. */
function readQuirks(text: string | undefined): Quirks {
  const names = text === undefined ? [] : text.split(",");
  const known: readonly string[] = quirkNames;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new CommandError(
      2,
      `--quirks has no "${unknown}"; the quirks are ${known.join(", ")}`,
    );
  return Object.fromEntries(names.map((name) => [name, true]));
}

/** The arguments before `--`, and the command after it. */
function splitCommand(args: readonly string[]): {
  readonly flags: readonly string[];
  readonly command: readonly string[] | undefined;
} {
  const at = args.indexOf("--");
  if (at === -1) return { flags: args, command: undefined };
  const command = args.slice(at + 1);
  if (command.length > 0) return { flags: args.slice(0, at), command };
  throw new CommandError(2, "a command is missing after --");
}
