import type { EmulatorOptions, Quirks } from "../src/index.js";
import { quirkNames } from "../src/quirks.js";
import { CommandError } from "./command-error.js";
import {
  COMMAND,
  numberOf,
  readFlags,
  textOf,
  type FlagValues,
  type NumberRule,
} from "./flags.js";

/** At most 24 lines of 80 characters, so that the text fits on one screen. */
export const HELP = `Usage: cloud-compute-emulator [flags] [-- <command> …] | worker | evidence
Serves one account, a page and a control API (/_emulator/); sends only webhooks.
  --port <number>     port to listen on; 0 picks a free port (default: 4010)
  --host <address>    address to listen on (default: 127.0.0.1); 0.0.0.0 for all
  --allow-host <name> a further host name that requests may name
  --remote-control    let other machines use the page and the control API
  --worker <endpoint> run the command as a worker that takes jobs over HTTP
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
  /** What the command after `--` works for, if it is a worker. */
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
const SWITCHES = [
  "limits",
  "lenient",
  "documented-outputs",
  "service-times",
  "strict",
  "introspection",
  "remote-control",
];

const PORT: NumberRule = {
  accepts: (value) => Number.isInteger(value) && value >= 0 && value <= 65_535,
  description: "a port, an integer from 0 to 65535",
};
const WORKER_PORT: NumberRule = {
  accepts: (value) => Number.isInteger(value) && value >= 1 && value <= 65_535,
  description: "a port, an integer from 1 to 65535",
};
const SPEED: NumberRule = {
  accepts: (value) => value >= 0 && value < Infinity,
  description: "a number, 0 or above",
};
const SEED: NumberRule = {
  accepts: Number.isSafeInteger,
  description: "an integer",
};
const BALANCE: NumberRule = {
  accepts: Number.isFinite,
  description: "a number of USD",
};
const LATENCY: NumberRule = {
  accepts: (value) => value >= 0 && value <= 600_000,
  description: "milliseconds, a number from 0 to 600000",
};

/** Reads the flags; throws a `CommandError` with the exit code 2 for a wrong one. */
export function readSettings(args: readonly string[]): Settings | "help" {
  const { flags, command } = splitCommand(args);
  const values = readFlags(COMMAND, FLAGS, flags, SWITCHES);
  if (values["help"] === true) return "help";
  const apiKey = textOf(values, "key");
  // The key becomes part of a header.
  if (apiKey !== undefined && !/^[!-~]+$/.test(apiKey))
    throw new CommandError(2, "--key must be ASCII without spaces");
  const speed = numberOf(values, "speed", SPEED);
  const worker = readWorker(values, command);
  const latency = numberOf(values, "latency", LATENCY);
  return {
    emulator: {
      apiKey,
      ...(speed === 0 ? { clock: "manual" } : { speed }),
      seed: numberOf(values, "seed", SEED),
      latency,
      balance: numberOf(values, "balance", BALANCE),
      limits: values["limits"] === true,
      lenient: values["lenient"] === true,
      ...(values["documented-outputs"] === true && {
        modelOutputs: "documented",
      }),
      strict: values["strict"] === true,
      serviceTimes: values["service-times"] === true,
      introspection: values["introspection"] === true,
      quirks: readQuirks(textOf(values, "quirks")),
    },
    allowedHosts: [textOf(values, "allow-host") ?? []].flat(),
    remoteControl: values["remote-control"] === true,
    port: numberOf(values, "port", PORT) ?? (command && !worker ? 0 : 4010),
    host: textOf(values, "host") ?? "127.0.0.1",
    state: textOf(values, "state"),
    worker,
    command,
  };
}

/** The worker that the command after `--` is, if it is one. */
function readWorker(
  values: FlagValues,
  command: readonly string[] | undefined,
): WorkerSettings | undefined {
  const endpoint = textOf(values, "worker");
  const port = numberOf(values, "worker-port", WORKER_PORT);
  if (endpoint === undefined) {
    if (port === undefined) return undefined;
    throw new CommandError(2, "--worker-port is missing --worker");
  }
  if (command) return { endpoint, port };
  throw new CommandError(
    2,
    "--worker takes the command of the worker after --",
  );
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
