import { once } from "node:events";
import {
  createEmulator,
  type Emulator,
  type Listener,
} from "../emulator/index.js";
import { runBeside } from "./beside.js";
import { codeOf, CommandError, type Command } from "./command.js";
import { readSettings, type Settings } from "./emulator-flags.js";
import { help } from "./emulator-help.js";
import { logRequests } from "./request-log.js";
import { brokenState, openStateFile, type StateFile } from "./state-file.js";

/** `cloud-compute-sdk emulator`: serves until it is told to stop, or until the command it was given has ended. */
export const emulatorCommand: Command = {
  run: async (words) => {
    const settings = readSettings(words);
    if (settings === "help") {
      console.log(help);
      return 0;
    }
    return serve(settings);
  },
};

/** The exit code: that of the command beside it, or 0. */
async function serve(settings: Settings): Promise<number> {
  const { state, command } = settings;
  const emulator = createEmulator(settings.emulator);
  const file = await restore(emulator, state);
  const stopped = command ? undefined : untilStopped();
  if (file) keep(emulator, file);
  const { urls } = await listen(emulator, settings);
  const variables = variablesOf(emulator, urls);
  if (!command) introduce(variables, settings, file);
  const endLog = command ? undefined : logRequests(emulator);
  try {
    if (command) return await runBeside(command, variables);
    await stopped;
    return 0;
  } finally {
    await emulator.close();
    endLog?.();
    await file?.save();
  }
}

/** The emulator goes on from the state file, which is written at once: what is wrong with it shows now. */
async function restore(
  emulator: Emulator,
  name: string | undefined,
): Promise<StateFile | undefined> {
  if (name === undefined) return undefined;
  const file = await openStateFile(name, emulator.snapshot);
  try {
    if (file.found !== undefined)
      emulator.restore(file.found as ReturnType<Emulator["snapshot"]>);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw brokenState(file.path, reason);
  }
  try {
    await file.save();
  } catch (error) {
    const message = `the state file ${file.path} cannot be written (${codeOf(error)}): give another with --state`;
    throw new CommandError(1, message, { cause: error });
  }
  return file;
}

/** An emulator's answer waits for its listeners: none leaves before the state it tells of is on disk. */
function keep(emulator: Emulator, file: StateFile): void {
  emulator.subscribe(({ kind }) => {
    if (kind === "change") return file.save().catch(giveUp);
    return undefined;
  });
  function giveUp(error: unknown): never {
    console.error(
      `cloud-compute-sdk: the state file ${file.path} cannot be written (${codeOf(error)}): stopped, as nothing more would be kept`,
    );
    process.exit(1);
  }
}

async function listen(
  emulator: Emulator,
  { port, host }: Settings,
): Promise<Listener> {
  try {
    return await emulator.listen({ port, host });
  } catch (error) {
    throw cannotListen(error, port, host);
  }
}

function cannotListen(
  error: unknown,
  port: number,
  host: string,
): CommandError {
  const ways: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} of ${host} is in use: stop what listens there, or choose another with --port (0 takes a free one)`,
    EACCES: `port ${port} may not be opened by this user: choose one above 1023 with --port`,
    EADDRNOTAVAIL: `${host} is no address of this machine: give one that is with --host`,
    ENOTFOUND: `the host ${host} is not known: give an address of this machine with --host`,
  };
  const code = codeOf(error);
  const message =
    ways[code] ?? `port ${port} of ${host} cannot be opened (${code})`;
  return new CommandError(1, message, { cause: error });
}

/** What a client reads from its environment. */
function variablesOf({ apiKey }: Emulator, urls: Listener["urls"]) {
  return {
    CLOUD_COMPUTE_API_KEY: apiKey,
    CLOUD_COMPUTE_BASE_URL: here(urls.baseUrl),
    CLOUD_COMPUTE_PUBLIC_BASE_URL: here(urls.publicBaseUrl),
    CLOUD_COMPUTE_GRAPHQL_URL: here(urls.graphqlUrl),
  };
}

function introduce(
  variables: ReturnType<typeof variablesOf>,
  { host }: Settings,
  file: StateFile | undefined,
): void {
  const lines = [
    ...Object.entries(variables).map(
      ([name, value]) => `export ${name}=${quote(value)}`,
    ),
    "",
    `Page: ${variables.CLOUD_COMPUTE_PUBLIC_BASE_URL}/`,
    ...(file ? [`State: ${file.path}`] : []),
    "Stop: Ctrl+C",
    "",
  ];
  console.log(lines.join("\n"));
  if (!/^(127\.|::1$|localhost$)/.test(host))
    console.error(
      `Anyone who reaches ${host} can use this emulator, and its page without a key.`,
    );
}

/** An address that leads to this machine, where it listens at all of its addresses. */
function here(url: string): string {
  return url
    .replace("//0.0.0.0:", "//127.0.0.1:")
    .replace("//[::]:", "//[::1]:");
}

/** A word as a shell takes it. */
function quote(text: string): string {
  return /^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Resolves at the first signal to stop; the second one ends the process as ever. */
async function untilStopped(): Promise<void> {
  const gone = new AbortController();
  const { signal } = gone;
  await Promise.race(
    ["SIGINT", "SIGTERM"].map((name) => once(process, name, { signal })),
  );
  gone.abort();
}
