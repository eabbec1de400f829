import { createHash, randomUUID, type Hash } from "node:crypto";
import {
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  type FileHandle,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { FileError } from "../errors.js";
import { onDisk, type FileSystem } from "../jobs/save-file.js";

/** One state of a file on a volume. */
export interface FileVersion {
  readonly etag: string;
  readonly size: number;
}

/** `.cloud-compute-<file>.<etag>.<size>.<process>-<random>.part`: the name says which version of which file the bytes are of. */
const NAME =
  /^\.cloud-compute-([\da-f]{24})\.([\w-]{1,80})\.(\d+)\.(\d+)-[\da-f]{8}\.part$/;
/** A part that no process has written to for so long is not in use: its process number may be another process's now. */
const MAX_IDLE_MS = 300_000;
/** After so long, nobody goes on with a download any more. */
const MAX_AGE_MS = 7 * 86_400_000;
const PIECE_BYTES = 2 ** 20;

/** The parts that downloads of this process write at the moment. */
const underWay = new Set<string>();

/** The parts of the downloads of one call. Each folder is read once, because it may have many files. */
export class PartFiles {
  readonly #system: FileSystem;
  readonly #volumeId: string;
  readonly #names = new Map<string, Promise<string[]>>();

  constructor(system: FileSystem, volumeId: string) {
    this.#system = system;
    this.#volumeId = volumeId;
  }

  /**
   * Takes over what the last interrupted download of this key to this path has left; undefined if there is nothing. What
   * earlier ones have left is removed.
   */
  async takeOver(target: string, key: string): Promise<PartFile | undefined> {
    const folder = dirname(target);
    const known = this.#names.get(folder);
    const names = known ?? this.#onDisk(folder, () => readParts(folder));
    this.#names.set(folder, names);
    const id = this.#idOf(target, key);
    const own = (await names).filter((name) => NAME.exec(name)?.[1] === id);
    const ages = await Promise.all(
      own.map(async (name) => ({
        name,
        age: await freeAgeOf(join(folder, name)),
      })),
    );
    const [last, ...earlier] = ages
      .filter(({ age }) => age !== undefined)
      .sort((one, other) => (one.age ?? 0) - (other.age ?? 0));
    for (const { name } of earlier)
      await rm(join(folder, name), { force: true });
    if (last === undefined) return undefined;
    const [, , etag = "", size] = NAME.exec(last.name) ?? [];
    const version = { etag, size: Number(size) };
    return this.#claim(join(folder, last.name), target, key, version);
  }

  /** Makes an empty part beside a path. */
  async create(
    target: string,
    key: string,
    version: FileVersion,
  ): Promise<PartFile> {
    const path = this.#pathOf(target, key, version);
    const handle = await this.#onDisk(target, () => open(path, "wx"));
    return new PartFile(this.#system, path, target, handle, version, 0);
  }

  /** Renames a part to a name of this process: of several processes, only one succeeds. */
  async #claim(
    from: string,
    target: string,
    key: string,
    version: FileVersion,
  ): Promise<PartFile | undefined> {
    const path = this.#pathOf(target, key, version);
    try {
      await rename(from, path);
    } catch {
      return undefined;
    }
    const handle = await this.#onDisk(target, () => open(path, "r+"));
    const { size } = await handle.stat();
    const part = new PartFile(
      this.#system,
      path,
      target,
      handle,
      version,
      size,
    );
    if (size > 0 && size <= version.size) return part;
    await part.remove();
    return undefined;
  }

  #pathOf(target: string, key: string, { etag, size }: FileVersion): string {
    const writer = `${process.pid}-${randomUUID().slice(0, 8)}`;
    // An ETag that cannot be in a name is never found again: such a download begins anew.
    const version = /^[\w-]{1,80}$/.test(etag) ? etag : "unknown-etag";
    const name = `.cloud-compute-${this.#idOf(target, key)}.${version}.${size}.${writer}.part`;
    return join(dirname(target), name);
  }

  #idOf(target: string, key: string): string {
    const text = [this.#volumeId, key, basename(target)].join("\n");
    return createHash("sha256").update(text).digest("hex").slice(0, 24);
  }

  #onDisk<T>(path: string, step: () => Promise<T>): Promise<T> {
    return onDisk(this.#system, path, step);
  }
}

/** The beginning of a file, in a hidden file beside its path. */
export class PartFile {
  readonly version: FileVersion;
  readonly #path: string;
  /** Where the whole file will be. Errors name it in place of the hidden part. */
  readonly #target: string;
  readonly #system: FileSystem;
  readonly #handle: FileHandle;
  #bytes: number;

  constructor(
    system: FileSystem,
    path: string,
    target: string,
    handle: FileHandle,
    version: FileVersion,
    bytes: number,
  ) {
    this.#system = system;
    this.#path = path;
    this.#target = target;
    this.#handle = handle;
    this.version = version;
    this.#bytes = bytes;
    underWay.add(path);
  }

  /** The number of bytes that are here. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds the bytes that are here to a hash. `check` throws where the call ends. */
  async hashInto(hash: Hash, check: () => void): Promise<void> {
    const buffer = Buffer.alloc(PIECE_BYTES);
    for (let at = 0; at < this.#bytes;) {
      check();
      const { bytesRead } = await this.#onDisk(() =>
        this.#handle.read(buffer, 0, PIECE_BYTES, at),
      );
      if (bytesRead === 0) return;
      hash.update(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
  }

  /** Appends bytes. Each has its place, so that two processes that write the same version do each other no harm. */
  async write(piece: Uint8Array): Promise<void> {
    let at = 0;
    while (at < piece.length) {
      const { bytesWritten } = await this.#onDisk(() =>
        this.#handle.write(piece, at, piece.length - at, this.#bytes),
      );
      at += bytesWritten;
      this.#bytes += bytesWritten;
    }
  }

  /** Puts the whole file at its path, with the mode of the file that was there, and with a time if one is given. */
  async finish(
    mode: number | undefined,
    modified: Date | undefined,
  ): Promise<void> {
    await this.#onDisk(async () => {
      if (mode !== undefined) await this.#handle.chmod(mode);
      if (modified) await this.#handle.utimes(modified, modified);
      await this.#handle.sync();
    });
    await this.#handle.close();
    try {
      await rename(this.#path, this.#target);
      underWay.delete(this.#path);
    } catch (error) {
      const isGone = Reflect.get(Object(error), "code") === "ENOENT";
      if (!isGone) return this.#onDisk(() => Promise.reject(error as Error));
      const problem = `${this.#target} was downloaded by another process at the same time`;
      const { call } = this.#system;
      throw new FileError("file_changed", problem, this.#target, call);
    }
  }

  /** Leaves the bytes for the next download. */
  async leave(): Promise<void> {
    underWay.delete(this.#path);
    await this.#handle.close().catch(() => undefined);
  }

  async remove(): Promise<void> {
    await this.leave();
    await rm(this.#path, { force: true }).catch(() => undefined);
  }

  #onDisk<T>(step: () => Promise<T>): Promise<T> {
    return onDisk(this.#system, this.#target, step);
  }
}

/** The names of the parts in a folder. Those that are a week old are removed. */
async function readParts(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const name of await readdir(folder)) {
    if (!NAME.test(name)) continue;
    const path = join(folder, name);
    const age = await freeAgeOf(path);
    if ((age ?? 0) > MAX_AGE_MS) await rm(path, { force: true });
    else names.push(name);
  }
  return names;
}

/** How many milliseconds ago a part was written to; undefined if a process still writes to it. */
async function freeAgeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return undefined;
  const age = Date.now() - found.mtimeMs;
  const pid = Number(NAME.exec(basename(path))?.[4]);
  const isInUse =
    pid === process.pid
      ? underWay.has(path)
      : age < MAX_IDLE_MS && (await isAlive(pid));
  return isInUse ? undefined : age;
}

/** Whether there is a process with this number. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // The process of another user.
    return Reflect.get(Object(error), "code") === "EPERM";
  }
  // A killed process keeps its number until its parent notices, which in a container may be never.
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return !/\) Z /.test(status);
}
