import { format } from "node:util";

/** What a command printed, and its exit code. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let runs = 0;

/**
 * Runs a script of the repository in another folder, within this process: the modules that the script imports are
 * loaded once for all runs of a test file. Only one script runs at a time, because the folder and the arguments belong
 * to the process.
 * @param script - the file without its ending, from the root of the repository: `scripts/check`
 */
export async function runScript(
  folder: string,
  script: string,
  args: readonly string[] = [],
): Promise<Ended> {
  const query = `?run=${++runs}`;
  return runWithin(folder, async () => {
    const { argv } = process;
    process.argv = [process.execPath, script, ...args];
    try {
      // Each query gives a module of its own, and a script does its work when it is imported.
      await import(/* @vite-ignore */ `../../${script}.ts${query}`);
      return Number(process.exitCode ?? 0);
    } finally {
      process.argv = argv;
    }
  });
}

/** Runs `command` with `folder` as the working directory, and collects what the command prints to the console. */
export async function runWithin(
  folder: string,
  command: () => Promise<number>,
): Promise<Ended> {
  const printed = { stdout: "", stderr: "" };
  const { log, error } = console;
  const { exitCode } = process;
  const before = process.cwd();
  console.log = (...texts) => (printed.stdout += `${format(...texts)}\n`);
  console.error = (...texts) => (printed.stderr += `${format(...texts)}\n`);
  process.chdir(folder);
  process.exitCode = undefined;
  try {
    return { code: await command(), ...printed };
  } finally {
    process.chdir(before);
    process.exitCode = exitCode;
    Object.assign(console, { log, error });
  }
}
