import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import {
  checkCallbacks,
  checkFlag,
  checkOptions,
  checkWhole,
  type OptionNames,
} from "../checks.js";
import { FileError, InputError, type CallContext } from "../errors.js";
import {
  checkPath,
  findFileSystem,
  makeFolders,
  onDisk,
  prepareTarget,
  removeMade,
  type FileSystem,
} from "../jobs/save-file.js";
import { Bounds, type FileCallOptions } from "./bounds.js";
import type { S3Connection } from "./connection.js";
import { FileDownload } from "./file-download.js";
import { listFiles, type VolumeFile } from "./list.js";
import { missingError } from "./missing.js";
import { headFile, isMissing } from "./file-state.js";
import { checkFileKey, checkFolderKey, trimSlash } from "./object-key.js";
import { PartFiles, type PartFile } from "./part-file.js";
import { forEachTogether } from "./slots.js";
import { Progress, type TransferProgress } from "./progress.js";

/** How to download. */
export interface DownloadFileOptions extends FileCallOptions {
  /**
   * Whether a download to a path that was interrupted goes on where it was: its bytes stay in a hidden file beside the path,
   * whose name begins with `.cloud-compute-`. With `false`, nothing stays. A stream cannot be resumed.
   *
   * @default true
   */
  readonly resume?: boolean | undefined;
  /**
   * How many files of a folder are downloaded at once: a whole number, 1 or more.
   *
   * @default 4
   */
  readonly concurrency?: number | undefined;
  /** Called as bytes arrive. What the function throws, or rejects with, ends the download. */
  readonly onProgress?: ((progress: TransferProgress) => unknown) | undefined;
}

/** What a download has done. */
export interface DownloadFileResult {
  /** The number of files that are now here as they are on the volume. */
  readonly files: number;
  /** How many of them were there already. */
  readonly skipped: number;
  /** The bytes of all these files. */
  readonly bytes: number;
  /** How many of these bytes this call has received. The others were here already. */
  readonly transferred: number;
  /**
   * The keys of files that came twice with the same bytes, although their ETag looks like an MD5 of other bytes. They are
   * saved all the same: it is not known that each such ETag is an MD5.
   */
  readonly unverified: readonly string[];
}

const OPTIONS: OptionNames<DownloadFileOptions> = {
  signal: true,
  timeout: true,
  resume: true,
  concurrency: true,
  onProgress: true,
};

const CALL: CallContext = { operation: "volume.download" };
/** How often a file is downloaded because it was written meanwhile, and the first pause in between. */
const MAX_ROUNDS = 3;
const CHANGED_PAUSE_MS = 500;
/** How many keys that cannot be paths are named. */
const MAX_NAMED = 10;

/** Downloads a file or a folder to a path, as `volume.download` documents. */
export async function downloadTo(
  connection: S3Connection,
  key: string,
  path: string,
  options: DownloadFileOptions,
): Promise<DownloadFileResult> {
  checkOptions(options, OPTIONS, CALL);
  const { concurrency = 4, resume = true, onProgress } = options;
  checkWhole("concurrency", concurrency, 1, CALL);
  checkFlag("resume", resume, CALL);
  checkCallbacks({ onProgress }, CALL);
  checkFolderKey(key, CALL);
  checkPath("path", path, CALL);
  const failure = new AbortController();
  const bounds = Bounds.of(options, CALL).within(failure.signal);
  const progress = new Progress(onProgress, (error) => failure.abort(error));
  const downloads = new Downloads(connection, bounds, progress, resume);
  try {
    const isFolder = key === "" || key.endsWith("/");
    if (isFolder) await downloads.saveFolder(key, path, concurrency, failure);
    else await downloads.saveOne(key, path);
    return {
      files: downloads.files,
      skipped: downloads.skipped,
      bytes: progress.bytes,
      transferred: progress.transferred,
      unverified: downloads.unverified,
    };
  } catch (error) {
    await downloads.removeEmptyFolders();
    throw error;
  } finally {
    // Ends what is still under way after a failure, and releases the signal of the caller.
    failure.abort();
  }
}

/** Opens a file as a stream, which goes on after a cut. */
export async function openDownload(
  connection: S3Connection,
  key: string,
  options: DownloadFileOptions,
): Promise<ReadableStream<Uint8Array>> {
  checkOptions(options, OPTIONS, CALL);
  const { onProgress } = options;
  checkCallbacks({ onProgress }, CALL);
  checkFileKey(key, CALL);
  const failure = new AbortController();
  const bounds = Bounds.of(options, CALL).within(failure.signal);
  const progress = new Progress(onProgress, (error) => failure.abort(error));
  const file = new FileDownload(connection, key, bounds, progress);
  progress.totalFiles = 1;
  try {
    progress.total = (await file.open()).size;
  } catch (error) {
    file.close();
    throw error;
  }
  return file.stream();
}

/** The downloads of one call. */
class Downloads {
  readonly #connection: S3Connection;
  readonly #bounds: Bounds;
  readonly #progress: Progress;
  readonly #isResumed: boolean;
  readonly #system: FileSystem;
  readonly #parts: PartFiles;
  readonly #made = new Set<string>();
  /** What of a folder could not be downloaded, because its key cannot be a path here. */
  readonly #unsavable: string[] = [];
  readonly unverified: string[] = [];
  files = 0;
  skipped = 0;

  constructor(
    connection: S3Connection,
    bounds: Bounds,
    progress: Progress,
    isResumed: boolean,
  ) {
    this.#connection = connection;
    this.#bounds = bounds;
    this.#progress = progress;
    this.#isResumed = isResumed;
    this.#system = findFileSystem(bounds.call);
    this.#parts = new PartFiles(this.#system, connection.place.volumeId);
  }

  async saveOne(key: string, path: string): Promise<void> {
    this.#progress.totalFiles = 1;
    const isInFolder = /[/\\]$/.test(path) || (await isFolder(path));
    const target = isInFolder ? join(path, basename(key)) : path;
    const onSize = (size: number) => (this.#progress.total = size);
    await this.#save(key, target, { onSize });
  }

  /** Downloads what is below a prefix, unless it is there already. */
  async saveFolder(
    prefix: string,
    folder: string,
    concurrency: number,
    failure: AbortController,
  ): Promise<void> {
    const request = { prefix, isFlat: false, withFolders: true };
    const entries = listFiles(this.#connection, request, this.#bounds);
    let isThere = prefix === "";
    const save = (entry: VolumeFile) => {
      isThere = true;
      return this.#saveEntry(entry, prefix, folder);
    };
    await forEachTogether(concurrency, entries, save, failure);
    if (!isThere) await this.#refuseMissingFolder(prefix);
    this.#refuseUnsavable(folder);
  }

  #refuseUnsavable(folder: string): void {
    const keys = this.#unsavable;
    if (keys.length === 0) return;
    const named = keys.slice(0, MAX_NAMED).map((key) => JSON.stringify(key));
    const others = keys.length - named.length;
    const rest = others > 0 ? ` and ${others} more` : "";
    const problem = `all files but ${named.join(", ")}${rest} are in ${folder}: such a key cannot be the path of a file here`;
    throw new FileError("file_not_written", problem, folder, CALL);
  }

  /** Removes the folders that were made for files that did not come. */
  async removeEmptyFolders(): Promise<void> {
    const innermostFirst = [...this.#made].sort().reverse();
    await removeMade(this.#system, innermostFirst);
  }

  async #saveEntry(
    entry: VolumeFile,
    prefix: string,
    folder: string,
  ): Promise<void> {
    const { key, size, modified, isFolder } = entry;
    const parts = localParts(isFolder ? trimSlash(key) : key, prefix);
    if (!parts) {
      this.#unsavable.push(key);
      return;
    }
    const target = join(folder, ...parts);
    if (isFolder) {
      // The service lists a folder by itself only if it is empty.
      await onDisk(this.#system, target, () =>
        makeFolders(this.#system, target),
      );
      return;
    }
    if (!(await isPresent(entry, target)))
      return this.#save(key, target, { modified });
    this.files++;
    this.skipped++;
    this.#progress.addPresent(key, size);
    this.#progress.endFile(key);
  }

  /** Saves one file. If it is written on the volume meanwhile, the download begins anew. */
  async #save(
    key: string,
    path: string,
    {
      onSize,
      modified,
    }: {
      readonly onSize?: (size: number) => void;
      /** The time of the file on the volume, which the file here gets. */
      readonly modified?: Date | undefined;
    },
  ): Promise<void> {
    const { target, mode, made } = await prepareTarget(this.#system, path);
    for (const folder of made) this.#made.add(folder);
    const isLeft = this.#isResumed;
    let part = isLeft ? await this.#parts.takeOver(target, key) : undefined;
    let md5: string | undefined;
    for (let round = 1; ; round++) {
      const file = new FileDownload(
        this.#connection,
        key,
        this.#bounds,
        this.#progress,
      );
      try {
        if (part) await file.goOn(part);
        const version = await file.open();
        onSize?.(version.size);
        part ??= await this.#parts.create(target, key, version);
        for (let piece = await file.read(); piece; piece = await file.read())
          await part.write(piece);
        // An ETag may look like an MD5 and be none: then the same bytes come again.
        if (file.isDoubtful && file.md5 !== md5)
          throw file.createChangedError(
            "came with other bytes than its MD5 says",
          );
        // Without the time of the volume, the next download fetches the file again.
        await part.finish(mode, file.isDoubtful ? undefined : modified);
        if (file.isDoubtful) this.unverified.push(key);
        break;
      } catch (error) {
        file.close();
        const isChanged =
          error instanceof FileError && error.code === "file_changed";
        await this.#leaveOrRemove(part, isChanged || isMissing(error));
        if (!isChanged || round === MAX_ROUNDS) throw error;
        part = undefined;
        ({ md5 } = file);
        file.takeBack();
        await this.#bounds.pause(CHANGED_PAUSE_MS * 2 ** (round - 1));
      }
    }
    this.files++;
    this.#progress.endFile(key);
  }

  /** Keeps what has come, for the next download, unless the file was changed or deleted. */
  async #leaveOrRemove(
    part: PartFile | undefined,
    isUseless: boolean,
  ): Promise<void> {
    const isKept = this.#isResumed && !isUseless && (part?.bytes ?? 0) > 0;
    await (isKept ? part?.leave() : part?.remove());
  }

  async #refuseMissingFolder(prefix: string): Promise<void> {
    const name = trimSlash(prefix);
    const isFile = await headFile(this.#connection, name, this.#bounds);
    if (!isFile)
      throw await missingError(this.#connection, prefix, this.#bounds);
    const problem = `key "${prefix}" is a file on the volume: write "${name}"`;
    throw new InputError("key", problem, this.#bounds.call);
  }
}

/**
 * The path of a file below the folder that it is downloaded to. Undefined for a key that would leave the folder, or cannot
 * be a path here.
 */
function localParts(key: string, prefix: string): string[] | undefined {
  if (key.length < prefix.length) return [];
  const parts = key.slice(prefix.length).split("/");
  const isUnsafe = (part: string) =>
    ["", ".", ".."].includes(part) ||
    part.includes("\0") ||
    (process.platform === "win32" && /[\\:]/.test(part));
  return parts.some(isUnsafe) ? undefined : parts;
}

/** Whether a file is there as an earlier download has left it: with the size and the time of the one on the volume. */
async function isPresent(
  { size, modified }: VolumeFile,
  path: string,
): Promise<boolean> {
  const found = await statOf(path);
  return (
    found?.isFile() === true &&
    found.size === size &&
    modified !== undefined &&
    // A file may be written twice within a second. The disk keeps the time as a number of another precision.
    Math.round(found.mtimeMs) === modified.getTime()
  );
}

async function isFolder(path: string): Promise<boolean> {
  return (await statOf(path))?.isDirectory() ?? false;
}

/** What is at a path; undefined also where that cannot be seen: the write then says why. */
async function statOf(path: string) {
  return stat(path).catch(() => undefined);
}
