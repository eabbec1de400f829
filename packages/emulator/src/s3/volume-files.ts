import type { Stats } from "node:fs";
import { nodeModules } from "./node-modules.js";
import { receiveFile } from "./receive.js";
import { noSuchKey, S3Refusal } from "./refusal.js";

/** The hidden folder in which the service keeps the parts of unfinished uploads. */
export const PARTS_FOLDER = ".s3compat_uploads";

/** So many files are counted for each write, on average: up to so many, each write counts them all. */
const FILES_PER_WRITE = 200;

/** The clock of a file system may stand still for so long, and a file that is written twice meanwhile keeps its time. */
const CLOCK_TICK_MS = 50;

/** A file of a volume. */
export interface StoredFile {
  readonly key: string;
  readonly path: string;
  readonly size: number;
  readonly modified: Date;
  /** Changes when the file is written. */
  readonly mark: string;
  /** The MD5 of the bytes, which takes a while for a large file that a worker or a Pod has written. */
  readonly etag: () => Promise<string>;
}

/** A file that was received, and is not yet at its key. */
interface IncomingFile {
  readonly path: string;
  readonly size: number;
  /** The MD5 of the bytes. */
  readonly etag: string;
}

/** What a list has at a key: a file, or a folder, whose key ends with a slash. */
export interface ListedEntry {
  readonly key: string;
  readonly isFolder: boolean;
}

/** The files of one volume: a folder on the disk, in which workers and Pods may write, too. */
export class VolumeFiles {
  readonly folder: string;
  readonly #realFolder: string;
  /** The size of the volume. */
  volumeBytes = Infinity;
  readonly #incoming: string;
  /** The MD5 of each file whose size and time are still the same. */
  readonly #etags = new Map<string, { mark: string; etag: string }>();
  #incomingCount = 0;
  /** The bytes of all files when they were last counted, with what requests have stored and deleted since. */
  #storedBytes = 0;
  /** The bytes that are being received, and are not at their key yet. */
  #incomingBytes = 0;
  /** How many writes come before the files are counted again. */
  #writesBeforeCount = 0;

  constructor(folder: string, incoming: string) {
    this.folder = folder;
    this.#incoming = incoming;
    nodeModules().fs.mkdirSync(folder, { recursive: true });
    this.#realFolder = nodeModules().fs.realpathSync(folder);
    nodeModules().fs.mkdirSync(incoming, { recursive: true });
  }

  /** The path of a key. A key that is no path of a file is refused. */
  pathOf(key: string): string {
    const parts = key.replace(/\/$/, "").split("/");
    const { path } = nodeModules();
    const isWrong = (part: string) =>
      ["", ".", ".."].includes(part) ||
      part.includes("\0") ||
      (path.sep === "\\" && part.includes(path.sep));
    if (parts.some(isWrong))
      throw new S3Refusal(
        "InvalidArgument",
        `the key "${key}" cannot be the path of a file`,
      );
    return path.join(this.folder, ...parts);
  }

  /** A new path for a file that is being received. */
  incomingPath(): string {
    const { path, crypto } = nodeModules();
    const name = `${this.#incomingCount++}-${crypto.randomUUID()}`;
    return path.join(this.#incoming, name);
  }

  /** The file at a key; undefined if there is none, or a folder. */
  async find(key: string): Promise<StoredFile | undefined> {
    const path = this.pathOf(key);
    const stats = await this.#stat(path);
    if (!stats || stats.isDirectory() !== key.endsWith("/")) return undefined;
    return {
      key,
      path,
      size: stats.isDirectory() ? 0 : stats.size,
      modified: stats.mtime,
      mark: markOf(stats),
      etag: () => this.#etagOf(path, stats),
    };
  }

  async require(key: string): Promise<StoredFile> {
    const file = await this.find(key);
    if (!file) throw noSuchKey(key);
    return file;
  }

  /** Receives the body of a request. Nothing is left of a body that is refused. */
  async receive(request: Request, payloadHash: string): Promise<IncomingFile> {
    const path = this.incomingPath();
    await this.#countWhereDue();
    let reserved = 0;
    try {
      const received = await receiveFile(
        request,
        payloadHash,
        path,
        (bytes) => {
          this.#reserve(bytes);
          reserved += bytes;
        },
      );
      return { ...received, path };
    } catch (error) {
      await this.discard({ path, size: reserved, etag: "" });
      throw error;
    }
  }

  /** Removes a received file. */
  async discard({ path, size }: IncomingFile): Promise<void> {
    await nodeModules().fs.promises.rm(path, { force: true });
    this.#incomingBytes -= size;
  }

  /** Puts a received file at its key, in place of the one that was there. */
  async store(incoming: IncomingFile, key: string): Promise<void> {
    try {
      await this.place(incoming.path, key, incoming.etag);
    } catch (error) {
      await this.discard(incoming);
      throw error;
    }
    this.#incomingBytes -= incoming.size;
    this.#storedBytes += incoming.size;
  }

  /** Copies a file, which may be of another volume. */
  async copy(source: StoredFile, key: string): Promise<void> {
    const { path, size } = source;
    await this.#countWhereDue();
    this.#reserve(size);
    const incoming = { path: this.incomingPath(), size, etag: "" };
    try {
      await nodeModules().fs.promises.copyFile(path, incoming.path);
      incoming.etag = await source.etag();
    } catch (error) {
      await this.discard(incoming);
      throw error;
    }
    await this.store(incoming, key);
  }

  /** Renames a file to its key, in place of the one that was there. */
  async place(incoming: string, key: string, etag: string): Promise<void> {
    const { fs, path } = nodeModules();
    const target = this.pathOf(key);
    if (!(await this.#isInside(target))) throw noSuchKey(key);
    const before = await this.#stat(target);
    if (before?.isDirectory()) throw folderInTheWay(key);
    // In whole milliseconds, as no clock sets the time of a file: a write that follows at once changes it.
    const now = new Date();
    try {
      await fs.promises.mkdir(path.dirname(target), { recursive: true });
      await fs.promises.utimes(incoming, now, now);
      await fs.promises.rename(incoming, target);
    } catch (error) {
      throw placeError(error, key);
    }
    this.#storedBytes -= before?.size ?? 0;
    const stats = await this.#stat(target);
    if (stats) this.#etags.set(target, { mark: markOf(stats), etag });
  }

  async createFolder(key: string): Promise<void> {
    const path = this.pathOf(key);
    if (!(await this.#isInside(path))) throw noSuchKey(key);
    try {
      await nodeModules().fs.promises.mkdir(path, { recursive: true });
    } catch (error) {
      throw placeError(error, key);
    }
  }

  /** Deletes a file, or a folder that has nothing in it. What is not there counts as deleted. */
  async delete(key: string): Promise<void> {
    const { fs } = nodeModules();
    const file = await this.find(key);
    if (!file) return;
    this.#etags.delete(file.path);
    if (key.endsWith("/"))
      await fs.promises.rmdir(file.path).catch(() => undefined);
    else await fs.promises.rm(file.path, { force: true });
    this.#storedBytes -= file.size;
  }

  /** Makes room for bytes that are about to be written. */
  #reserve(bytes: number): void {
    const used = this.#storedBytes + this.#incomingBytes + bytes;
    if (used > this.volumeBytes) {
      this.countAgain();
      const problem = `the volume is full: it has ${this.volumeBytes} bytes`;
      throw new S3Refusal("InsufficientStorage", problem);
    }
    this.#incomingBytes += bytes;
  }

  /** Has the files counted before the next write. */
  countAgain(): void {
    this.#writesBeforeCount = 0;
  }

  /** Workers and Pods write and delete files, too. The more files a volume has, the more seldom they are counted. */
  async #countWhereDue(): Promise<void> {
    if (this.#writesBeforeCount-- > 0) return;
    let bytes = 0;
    let count = 0;
    for await (const { key, isFolder } of this.list("", "", false)) {
      if (!isFolder) bytes += (await this.find(key))?.size ?? 0;
      count++;
    }
    this.#storedBytes = bytes;
    this.#writesBeforeCount = Math.floor(count / FILES_PER_WRITE);
  }

  /**
   * The files below a prefix after a key, in the order of a list, which is that of UTF-8. A flat list has the folders in
   * place of what is in them; any other list has the folders that have nothing in them.
   */
  async *list(
    prefix: string,
    after: string,
    isFlat: boolean,
    folder = prefix.slice(0, prefix.lastIndexOf("/") + 1),
  ): AsyncGenerator<ListedEntry> {
    const entries = await this.#readFolder(folder);
    const isAfter = (key: string) => compareKeys(key, after) > 0;
    const isEmptyFolder = entries.length === 0 && folder !== "";
    if (isEmptyFolder && folder.startsWith(prefix) && isAfter(folder))
      yield { key: folder, isFolder: true };
    for (const entry of entries) {
      const { key, isFolder } = entry;
      const isWanted = key.startsWith(prefix);
      if (!isFolder || (isFlat && isWanted)) {
        if (isWanted && isAfter(key)) yield entry;
        continue;
      }
      // Everything in a folder comes right after the key of the folder.
      const mayHave = isAfter(key) || after.startsWith(key);
      if (mayHave && (isWanted || prefix.startsWith(key)))
        yield* this.list(prefix, after, isFlat, key);
    }
  }

  async #readFolder(folder: string): Promise<ListedEntry[]> {
    const { fs, path } = nodeModules();
    const parts = folder.split("/").filter(Boolean);
    const full = path.join(this.folder, ...parts);
    if (!(await this.#isInside(full))) return [];
    const found = await fs.promises
      .readdir(full, { withFileTypes: true })
      .catch(() => []);
    if (found.some(({ name }) => name.includes("\ufffd")))
      for (const name of await fs.promises.readdir(full, {
        encoding: "buffer",
      }))
        if (!name.equals(Buffer.from(String(name))))
          throw notUtf8(`${folder}${String(name)}`);
    return found
      .map((entry) => {
        const isFolder = entry.isDirectory();
        const key = `${folder}${entry.name}${isFolder ? "/" : ""}`;
        return { key, isFolder };
      })
      .sort((one, other) => compareKeys(one.key, other.key));
  }

  /** Whether a path is in the volume when links are followed. A worker can make a link that leads out of it. */
  async #isInside(target: string): Promise<boolean> {
    const { fs, path } = nodeModules();
    const real = await fs.promises.realpath(target).catch(() => undefined);
    // What is not there yet is where its folder is.
    if (real === undefined)
      return target === this.folder || this.#isInside(path.dirname(target));
    return `${real}${path.sep}`.startsWith(`${this.#realFolder}${path.sep}`);
  }

  async #stat(path: string): Promise<Stats | undefined> {
    if (!(await this.#isInside(path))) return undefined;
    return nodeModules()
      .fs.promises.stat(path)
      .catch(() => undefined);
  }

  async #etagOf(path: string, stats: Stats): Promise<string> {
    const { crypto, fs } = nodeModules();
    const mark = markOf(stats);
    const known = this.#etags.get(path);
    if (known?.mark === mark) return known.etag;
    const begunAt = Date.now();
    const hash = crypto.createHash("md5");
    if (stats.isFile())
      for await (const piece of fs.createReadStream(path))
        hash.update(piece as Uint8Array);
    const etag = hash.digest("hex");
    if (begunAt - stats.ctimeMs > CLOCK_TICK_MS)
      this.#etags.set(path, { mark, etag });
    return etag;
  }
}

/** Changes when a file is written, also by a program that sets its time back. */
export function markOf({
  size,
  mtimeMs,
  ctimeMs,
  ino,
}: Readonly<Record<"size" | "mtimeMs" | "ctimeMs" | "ino", number>>): string {
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}

/** What the service makes of such a name is not known: to hide the file would be a guess. */
function notUtf8(key: string): S3Refusal {
  const problem = `the name of "${key}" on the disk is not UTF-8: rename the file`;
  return new S3Refusal("InvalidRequest", problem);
}

function compareKeys(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

function folderInTheWay(key: string): S3Refusal {
  const problem = `"${key}" is a folder of the volume`;
  return new S3Refusal("InvalidRequest", problem);
}

/** The volume is a file system: no key is a file and a folder, and no name is longer than 255 bytes. */
function placeError(error: unknown, key: string): unknown {
  const { code } = Object(error) as { readonly code?: unknown };
  if (code === "EISDIR") return folderInTheWay(key);
  if (code === "ENOTDIR" || code === "EEXIST")
    return new S3Refusal(
      "InvalidRequest",
      `"${key}" is below a file of the volume, or is a file`,
    );
  if (code === "ENAMETOOLONG")
    return new S3Refusal("KeyTooLongError", `"${key}" is too long`);
  return error;
}
