import { constants } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Snapshot } from "../src/index.js";
import { keyRule } from "../src/options.js";
import { codeOf, CommandError } from "./command-error.js";
import { lockFile } from "./lock-file.js";

const FORMAT = "cloud-compute-emulator state";
const VERSION = 1;

/** Only this user reads and writes, and no link is followed. Systems without the flag have no such links. */
const OWNER_ONLY = 0o600;
const NO_FOLLOW = process.platform === "win32" ? 0 : constants.O_NOFOLLOW;
/** The opening of a named pipe does not wait for a writer. */
const NO_WAIT = process.platform === "win32" ? 0 : constants.O_NONBLOCK;

/** What a state file holds. */
interface StoredState {
  readonly snapshot: Snapshot;
  /** The API key of the account. */
  readonly apiKey: string;
}

/** The emulator whose state is saved. */
interface StateSource {
  readonly apiKey: string;
  readonly snapshot: () => Snapshot;
}

/**
 * Opens a state file, which need not exist or may be empty, for this process only.
 *
 * @throws CommandError where another process uses the file, or where the file cannot be read or used
 */
export async function openStateFile(name: string): Promise<StateFile> {
  const path = resolve(name);
  const unlock = await lockFile(path);
  try {
    return new StateFile(path, await load(path), unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** A file with the state of one emulator. However the process ends, the file holds every change whose save has ended. */
export class StateFile {
  readonly path: string;
  /** What the file held when it was opened; undefined when there was nothing. */
  readonly loaded: StoredState | undefined;
  readonly #unlock: () => Promise<void>;
  #source: StateSource | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** The write that begins when the current one ends. */
  #next: Promise<void> | undefined;

  constructor(
    path: string,
    loaded: StoredState | undefined,
    unlock: () => Promise<void>,
  ) {
    this.path = path;
    this.loaded = loaded;
    this.#unlock = unlock;
  }

  /** Writes the state of an emulator, and from then on at each save. */
  begin(source: StateSource): Promise<void> {
    this.#source = source;
    return this.save();
  }

  /** Resolves when everything that has changed so far is on disk. Calls during a write share the next write. */
  save(): Promise<void> {
    if (!this.#next) {
      const write = () => this.#write();
      this.#next = this.#writing.then(write, write);
      this.#writing = this.#next;
    }
    return this.#next;
  }

  /** Ends the use of the file by this process, after the writes that were asked for. What changes from now on is not written. */
  async close(): Promise<void> {
    await this.#writing.catch(() => undefined);
    this.#source = undefined;
    // Another write may have begun meanwhile.
    await this.#writing.catch(() => undefined);
    await this.#unlock();
  }

  async #write(): Promise<void> {
    this.#next = undefined;
    if (!this.#source) return;
    const { apiKey, snapshot } = this.#source;
    const state = snapshot();
    const content = { format: FORMAT, version: VERSION, apiKey, state };
    await replaceFile(this.path, `${JSON.stringify(content)}\n`);
  }
}

/** The error for a state file that the emulator cannot restore. */
export function brokenState(path: string, reason: string): CommandError {
  return new CommandError(
    1,
    `the state file ${path} cannot be used, ${reason}: move it away, or pass another file with --state`,
  );
}

async function load(path: string): Promise<StoredState | undefined> {
  const text = await readText(path);
  if (text === undefined || text === "") return undefined;
  const content = parseObject(text);
  if (content?.["format"] !== FORMAT)
    throw brokenState(path, "it is not a state of the emulator");
  const { version, apiKey, state } = content;
  if (version !== VERSION) throw brokenState(path, "another version wrote it");
  return { snapshot: state as Snapshot, apiKey: readKey(path, apiKey) };
}

function readKey(path: string, apiKey: unknown): string {
  const [isKey] = keyRule;
  if (typeof apiKey === "string" && isKey(apiKey)) return apiKey;
  throw brokenState(path, "its key is damaged");
}

/** The text of the file; undefined where there is none. */
async function readText(path: string): Promise<string | undefined> {
  try {
    const flags = constants.O_RDONLY | NO_FOLLOW | NO_WAIT;
    const file = await open(path, flags);
    try {
      if (!(await file.stat()).isFile())
        throw new CommandError(
          1,
          `the state file ${path} is not a regular file: pass the name of a file with --state`,
        );
      return await file.readFile("utf8");
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const code = codeOf(error);
    if (code === "ENOENT") return undefined;
    const problem =
      code === "ELOOP"
        ? "is a symbolic link: pass the file that it points to"
        : `cannot be read (${code}): make it readable, or pass another file with --state`;
    throw new CommandError(1, `the state file ${path} ${problem}`, {
      cause: error,
    });
  }
}

function parseObject(
  text: string,
): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces a file: a crash leaves either the old one or the new one. */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  const { O_CREAT, O_EXCL, O_WRONLY } = constants;
  const flags = O_CREAT | O_EXCL | O_WRONLY | NO_FOLLOW;
  const file = await open(draft, flags, OWNER_ONLY);
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
