import { open, readFile, realpath, rename } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { codeOf, CommandError } from "../command.js";

const FORMAT = "cloud-compute-sdk emulator state";
const VERSION = 1;

/** Opens a state file, which need not exist; `snapshot` returns the state to save. */
export async function openStateFile(
  name: string,
  snapshot: () => unknown,
): Promise<StateFile> {
  // For a symbolic link, the file that the link points to is replaced.
  const path = await realpath(name).catch(() => resolve(name));
  return new StateFile(path, await load(path), snapshot);
}

/** A file with one state. However the process ends, the file holds the state that was saved last, complete. */
export class StateFile {
  readonly path: string;
  /** The state that the file held when it was opened; undefined when there was no file. */
  readonly loaded: unknown;
  readonly #snapshot: () => unknown;
  #writing: Promise<void> = Promise.resolve();
  /** The write that begins when the current one ends. */
  #next: Promise<void> | undefined;

  constructor(path: string, loaded: unknown, snapshot: () => unknown) {
    this.path = path;
    this.loaded = loaded;
    this.#snapshot = snapshot;
  }

  /** Resolves when the current state is on disk. Calls during a write share the next write. */
  save(): Promise<void> {
    if (!this.#next) {
      const write = () => this.#write();
      this.#next = this.#writing.then(write, write);
      this.#writing = this.#next;
    }
    return this.#next;
  }

  #write(): Promise<void> {
    this.#next = undefined;
    const content = {
      format: FORMAT,
      version: VERSION,
      state: this.#snapshot(),
    };
    return replaceFile(this.path, JSON.stringify(content));
  }
}

async function load(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new CommandError(
      1,
      `the state file ${path} cannot be read (${codeOf(error)}): make it readable, or pass another file with --state`,
      { cause: error },
    );
  }
  const content = parseContent(text);
  if (content?.format !== FORMAT)
    throw brokenState(path, "it is not a state of the emulator");
  if (content.version !== VERSION)
    throw brokenState(path, "another version wrote it");
  return content.state;
}

/** The error for a state file that the emulator cannot restore. */
export function brokenState(path: string, reason: string): CommandError {
  return new CommandError(
    1,
    `the state file ${path} cannot be used, ${reason}: move it away, or pass another file with --state`,
  );
}

interface Content {
  readonly format?: unknown;
  readonly version?: unknown;
  readonly state?: unknown;
}

function parseContent(text: string): Content | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces a file atomically: a reader, or a crash, finds either the old text or the new one. */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** Makes a rename survive a power failure, on systems that support it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
