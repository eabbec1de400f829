import { open, readFile, realpath, rename } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { codeOf, CommandError } from "./command.js";

/** A file that holds one state. Whatever ends the process, it holds the last one saved, whole. */
export interface StateFile {
  readonly path: string;
  /** The state found on opening; undefined where there was no file. */
  readonly found: unknown;
  /** Resolves when the state as it is now is on disk. Calls that come during a write share the next one. */
  readonly save: () => Promise<void>;
}

const format = "cloud-compute-sdk emulator state";
const version = 1;

/** Opens a state file that need not exist; `take` gives the state at each save. */
export async function openStateFile(
  name: string,
  take: () => unknown,
): Promise<StateFile> {
  // A link stays a link: what it points to is replaced.
  const path = await realpath(name).catch(() => resolve(name));
  const found = await load(path);
  let writing = Promise.resolve();
  let waiting: Promise<void> | undefined;
  const begin = () => {
    waiting = undefined;
    const text = JSON.stringify({ format, version, state: take() });
    return replace(path, text);
  };
  const save = () => {
    if (!waiting) {
      waiting = writing.then(begin, begin);
      writing = waiting;
    }
    return waiting;
  };
  return { path, found, save };
}

async function load(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new CommandError(
      1,
      `the state file ${path} cannot be read (${codeOf(error)}): mend that, or give another with --state`,
      { cause: error },
    );
  }
  const content = parse(text);
  if (content?.format !== format)
    throw brokenState(path, "it is no state of the emulator");
  if (content.version !== version)
    throw brokenState(path, "it was written by another version");
  return content.state;
}

/** A state file that this emulator cannot go on from. */
export function brokenState(path: string, reason: string): CommandError {
  return new CommandError(
    1,
    `the state file ${path} cannot be used, ${reason}: move it away, or give another with --state`,
  );
}

interface Content {
  readonly format?: unknown;
  readonly version?: unknown;
  readonly state?: unknown;
}

function parse(text: string): Content | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Puts a text in the place of a file: a reader sees the old one or the new one, and a crash leaves one of them. */
async function replace(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await settle(dirname(path));
}

/** Makes a rename last through a loss of power, on systems that can. */
async function settle(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
