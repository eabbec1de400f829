import { once } from "node:events";
import {
  bundleCommand,
  type Cli,
  type Exited,
  type Launched,
} from "../../../../test/support/cli-process.js";
import { main } from "../../bin/main.js";

/** The command of the emulator, bundled like the published one. */
export interface EmulatorCommand extends Cli {
  /** Starts the command and resolves when the emulator listens. */
  readonly start: (...args: string[]) => Promise<Running>;
}

export interface Running {
  readonly origin: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Sends a request with the API key. */
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
  /** What the command has printed so far. */
  readonly output: () => string;
  readonly exited: Promise<Exited>;
  /** Sends a signal and resolves when the process has exited. */
  readonly stop: (signal: NodeJS.Signals) => Promise<Exited>;
}

/** Bundles the command of the emulator into a temporary folder. */
export async function bundleEmulatorCommand(): Promise<EmulatorCommand> {
  const cli = await bundleCommand("packages/emulator/bin/index.ts", main);
  return {
    ...cli,
    start: async (...args) => {
      const launched = cli.launch("--port", "0", ...args);
      return runningEmulator(launched, await readVariables(launched));
    },
  };
}

/** Resolves with the variables that the emulator prints, when all of them are printed. */
async function readVariables({
  child,
  exited,
  output,
}: Launched): Promise<Record<string, string>> {
  const failed = exited.then(({ code, stderr }) => {
    throw new Error(`the emulator exited with ${String(code)}: ${stderr}`);
  });
  while (!output().includes("\n\n"))
    await Promise.race([child.stdout && once(child.stdout, "data"), failed]);
  failed.catch(() => undefined);
  const lines = [...output().matchAll(/^export (\w+)=(.*)$/gm)];
  return Object.fromEntries(
    lines.map(([, name = "", value = ""]) => [name, value]),
  );
}

function runningEmulator(
  { child, exited, output }: Launched,
  variables: Readonly<Record<string, string>>,
): Running {
  const origin = variables["CLOUD_COMPUTE_PUBLIC_BASE_URL"] ?? "";
  const authorization = `Bearer ${variables["CLOUD_COMPUTE_API_KEY"] ?? ""}`;
  return {
    origin,
    variables,
    output,
    exited,
    send: (path, init = {}) =>
      fetch(origin + path, {
        ...init,
        headers: { authorization, "content-type": "application/json" },
      }),
    stop: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}
