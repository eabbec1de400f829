import { randomInt } from "node:crypto";
import {
  createCommandEmulator,
  type CommandEmulator,
} from "../src/emulator.js";
import type { Emulator, EmulatorOptions, Listener } from "../src/index.js";
import { exportLines } from "../src/server/variables.js";
import { codeOf, CommandError } from "./command-error.js";
import { listenForInterruption } from "./interruption.js";
import { COMMAND } from "./flags.js";
import { runChildProcess } from "./child-process.js";
import {
  HELP,
  readSettings,
  type Settings,
  type WorkerSettings,
} from "./settings.js";
import { logRequests, printWarnings } from "./request-log.js";
import { brokenState, openStateFile, type StateFile } from "./state-file.js";
import { describeLoss, runningJobs } from "./worker/describe-loss.js";
import { runWorker } from "./worker-process.js";

/**
 * `cloud-compute-emulator`: serves until a signal stops it, or until the command after `--` ends. Resolves with the exit
 * code: that of the command, or 0.
 */
export async function serve(args: readonly string[]): Promise<number> {
  const settings = readSettings(args);
  if (settings === "help") {
    console.log(HELP);
    return 0;
  }
  const { state, command, worker } = settings;
  const file = state === undefined ? undefined : await openStateFile(state);
  try {
    const options = withStored(settings.emulator, file);
    // A constant seed would give the jobs of each start the ids that a program has stored since the start before.
    const emulator = createCommandEmulator(options, randomInt(2 ** 32));
    if (file) await restoreState(emulator, file);
    return await serveEmulator(emulator, settings, file);
  } finally {
    await file?.close();
  }

  async function serveEmulator(
    emulator: CommandEmulator,
    settings: Settings,
    file: StateFile | undefined,
  ): Promise<number> {
    const interruption = command ? undefined : listenForInterruption();
    if (worker) expectWorker(emulator, worker);
    if (file) saveChanges(emulator, file);
    const listener = await listen(emulator, settings, file);
    // The output belongs to the command, unless that is a worker.
    const prints = !command || worker !== undefined;
    if (prints) printIntroduction(listener, settings, file);
    const stopLog = prints ? logRequests(emulator) : printWarnings(emulator);
    try {
      if (command && worker)
        return await serveWorker(emulator, listener, command, worker);
      if (command) return await runChildProcess(command, listener.variables);
      await interruption?.signal;
      return 0;
    } finally {
      await emulator.close();
      stopLog();
      await file?.save();
      interruption?.done();
    }
  }
}

/** Runs the worker, and says how it has ended. Resolves with its exit code, or with 0 after a signal to this process. */
async function serveWorker(
  emulator: CommandEmulator,
  listener: Listener,
  command: readonly string[],
  worker: WorkerSettings,
): Promise<number> {
  const { endpoint } = worker;
  const variables = variablesOf(listener, worker);
  const code = await runWorker(command, variables, () =>
    emulator.drainWorkers(endpoint),
  );
  const left = runningJobs(emulator, endpoint);
  if (code !== undefined)
    console.log(`${describeLoss(code, left)}; the emulator ends`);
  else if (left.length > 0)
    console.log(`the worker was stopped while it ran ${left.join(", ")}`);
  return code ?? 0;
}

/**
 * Lets the jobs that are submitted before the worker has started wait for the worker. Refuses an id that is none of the
 * endpoints of an account which has some: the worker would wait for ever.
 */
function expectWorker(
  { account, snapshot }: Emulator,
  { endpoint, port }: WorkerSettings,
): void {
  const ids = snapshot().endpoints.map(({ id }) => id);
  if (ids.length > 0 && !ids.includes(endpoint))
    throw new CommandError(
      2,
      `--worker ${endpoint}: the account has no such endpoint; it has ${ids.join(", ")}`,
    );
  const isLoadBalanced = port !== undefined;
  account.setWorkers(endpoint, isLoadBalanced ? { port } : { external: true });
}

/** What the worker reads: where its jobs are, or the port at which it is to answer. */
function variablesOf(
  { workerVariables }: Listener,
  { endpoint, port }: WorkerSettings,
): Readonly<Record<string, string>> {
  if (port === undefined) return workerVariables(endpoint);
  return { PORT: String(port), PORT_HEALTH: String(port) };
}

/** The key of an account stays with its state, unless a flag gives another one, and so do the files of its volumes. */
function withStored(
  options: EmulatorOptions,
  file: StateFile | undefined,
): EmulatorOptions {
  return {
    ...options,
    apiKey: options.apiKey ?? file?.loaded?.apiKey,
    volumesFolder: file && `${file.path}.volumes`,
  };
}

/** Restores the state file and writes it at once, so that a problem with the file shows at the start. */
async function restoreState(
  emulator: CommandEmulator,
  file: StateFile,
): Promise<void> {
  try {
    if (file.loaded) emulator.restore(file.loaded.snapshot);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw brokenState(file.path, reason);
  }
  try {
    await file.begin(emulator);
  } catch (error) {
    const message = `the state file ${file.path} cannot be written (${codeOf(error)}): pass another file with --state`;
    throw new CommandError(1, message, { cause: error });
  }
}

/** The emulator waits for its listeners before it responds: a response to a change is sent when the change is on disk. */
function saveChanges(emulator: Emulator, file: StateFile): void {
  emulator.subscribe(({ kind }) => {
    if (kind === "change") return file.save().catch(stop);
    return undefined;
  });
  function stop(error: unknown): never {
    console.error(
      `${COMMAND}: the state file ${file.path} cannot be written (${codeOf(error)}): the emulator stops, because it could not keep further changes`,
    );
    process.exit(1);
  }
}

async function listen(
  emulator: Emulator,
  { port, host, allowedHosts, remoteControl }: Settings,
  file: StateFile | undefined,
): Promise<Listener> {
  const stateFile = file?.path;
  try {
    return await emulator.listen({
      port,
      host,
      allowedHosts,
      remoteControl,
      stateFile,
    });
  } catch (error) {
    throw listenError(error, port, host);
  }
}

function listenError(error: unknown, port: number, host: string): CommandError {
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} of ${host} is in use: stop what listens there, or pass another port with --port (0 picks a free port)`,
    EACCES: `this user may not open port ${port}: pass a port above 1023 with --port`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: pass one of its addresses with --host`,
    ENOTFOUND: `the host ${host} is unknown: pass an address of this machine with --host`,
  };
  const code = codeOf(error);
  const message =
    messages[code] ?? `port ${port} of ${host} cannot be opened (${code})`;
  return new CommandError(1, message, { cause: error });
}

function printIntroduction(
  listener: Listener,
  { host, worker, command, remoteControl }: Settings,
  file: StateFile | undefined,
): void {
  const { variables } = listener;
  console.log(`Page: ${variables["CLOUD_COMPUTE_PUBLIC_BASE_URL"] ?? ""}/`);
  console.log(exportLines(variables));
  if (worker && !command) {
    console.log(`\nThe worker of ${worker.endpoint} reads, in any language:`);
    const lines = exportLines(variablesOf(listener, worker));
    console.log(lines.replace(/^/gm, "  "));
  }
  console.log("");
  const otherKey = process.env["CLOUD_COMPUTE_API_KEY"];
  if (otherKey && otherKey !== variables["CLOUD_COMPUTE_API_KEY"])
    console.error(
      "The emulator refuses the key in CLOUD_COMPUTE_API_KEY, which may be a real one: run the lines above, or pass a key for tests with --key.",
    );
  if (file)
    console.log(`State: ${file.path}, files of volumes: ${file.path}.volumes`);
  console.log("Stop: Ctrl+C\n");
  if (!/^(127\.|::1$|localhost$)/.test(host))
    console.error(
      remoteControl
        ? `Anyone who can reach ${host} can use the page and the control API without a key.`
        : `Anyone with the key who can reach ${host} can use this emulator. Its page answers only this machine.`,
    );
}
