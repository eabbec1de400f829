import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { check, checkCallbacks, checkWhole } from "../checks.js";
import {
  ConnectionError,
  FileError,
  InputError,
  ResponseError,
  type CallContext,
} from "../errors.js";
import { discard } from "../http/body.js";
import { checkPath, findFileSystem, saveStream } from "../jobs/save-file.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import { findSimilar } from "../similar.js";
import { Bounds, type FileCallOptions } from "./bounds.js";
import {
  contextOf,
  etagOf,
  readAnswer,
  type Attempt,
  type S3Connection,
} from "./connection.js";
import { listFiles, type VolumeFile } from "./list.js";
import { headFile } from "./multipart.js";
import { checkFileKey, checkFolderKey } from "./object-key.js";
import { together } from "./slots.js";
import { Progress, type TransferProgress } from "./progress.js";

/** How to download. */
export interface DownloadFileOptions extends FileCallOptions {
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
}

const OPTIONS: OptionNames<DownloadFileOptions> = {
  signal: true,
  timeout: true,
  concurrency: true,
  onProgress: true,
};

const CALL: CallContext = { operation: "volume.download" };
/** The longest time in which the service may send nothing. It works out the MD5 of a large file before it answers. */
const STALL_MS = 130_000;
/** How often a file is downloaded anew because it was written meanwhile. */
const MAX_ROUNDS = 3;

/** Downloads a file or a folder to a path, as `volume.download` documents. */
export async function downloadTo(
  connection: S3Connection,
  key: string,
  path: string,
  options: DownloadFileOptions,
): Promise<DownloadFileResult> {
  checkOptionNames(options, OPTIONS, CALL);
  const { concurrency = 4, onProgress } = options;
  checkWhole("concurrency", concurrency, 1, CALL);
  checkCallbacks({ onProgress }, CALL);
  checkFolderKey(key, CALL);
  checkPath("path", path, CALL);
  const failure = new AbortController();
  const bounds = Bounds.of(options, CALL).within(failure.signal);
  const progress = new Progress(onProgress, (error) => failure.abort(error));
  const downloads = new Downloads(connection, bounds, progress);
  try {
    const isFolder = key === "" || key.endsWith("/");
    if (isFolder)
      await downloads.saveFolder(key, path, concurrency, (error) =>
        failure.abort(error),
      );
    else await downloads.saveOne(key, path);
    return {
      files: downloads.files,
      skipped: downloads.skipped,
      bytes: progress.bytes,
    };
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
  checkOptionNames(options, OPTIONS, CALL);
  const { onProgress } = options;
  checkCallbacks({ onProgress }, CALL);
  checkFileKey(key, CALL);
  const failure = new AbortController();
  const bounds = Bounds.of(options, CALL).within(failure.signal);
  const progress = new Progress(onProgress, (error) => failure.abort(error));
  const file = new FileDownload(connection, key, bounds, progress);
  await file.open();
  return file.stream();
}

/** The downloads of one call. */
class Downloads {
  readonly #connection: S3Connection;
  readonly #bounds: Bounds;
  readonly #progress: Progress;
  files = 0;
  skipped = 0;

  constructor(connection: S3Connection, bounds: Bounds, progress: Progress) {
    this.#connection = connection;
    this.#bounds = bounds;
    this.#progress = progress;
  }

  async saveOne(key: string, path: string): Promise<void> {
    this.#progress.totalFiles = 1;
    const isInFolder = /[/\\]$/.test(path) || (await isFolder(path));
    const target = isInFolder ? join(path, basename(key)) : path;
    await this.#save(key, target, (size) => (this.#progress.total = size));
  }

  /** Downloads what is below a prefix, unless it is there already. */
  async saveFolder(
    prefix: string,
    folder: string,
    concurrency: number,
    fail: (error: unknown) => void,
  ): Promise<void> {
    const request = { prefix, isFlat: false };
    const files = listFiles(this.#connection, request, this.#bounds);
    const work = async () => {
      for (
        let next = await files.next();
        !next.done;
        next = await files.next()
      ) {
        const file = next.value;
        const target = join(folder, ...localParts(file.key, prefix));
        if (await isPresent(file, target)) {
          this.files++;
          this.skipped++;
          this.#progress.add(file.key, file.size);
          this.#progress.endFile(file.key);
        } else await this.#save(file.key, target);
      }
    };
    await together(concurrency, work, fail);
    const isEmpty = this.files === 0 && prefix !== "";
    if (isEmpty) await this.#refuseMissingFolder(prefix);
  }

  /** Saves one file. If it is written on the volume meanwhile, the download begins anew. */
  async #save(
    key: string,
    path: string,
    onSize?: (size: number) => void,
  ): Promise<void> {
    const system = findFileSystem(this.#bounds.call);
    for (let round = 1; ; round++) {
      const file = new FileDownload(
        this.#connection,
        key,
        this.#bounds,
        this.#progress,
      );
      try {
        await saveStream(system, path, async () => {
          const size = await file.open();
          onSize?.(size);
          return file.stream();
        });
        break;
      } catch (error) {
        const isChanged =
          error instanceof FileError && error.code === "file_changed";
        if (!isChanged || round === MAX_ROUNDS) throw error;
        file.takeBack();
      }
    }
    this.files++;
    this.#progress.endFile(key);
  }

  async #refuseMissingFolder(prefix: string): Promise<void> {
    const name = prefix.replace(/\/$/, "");
    const isFile = await headFile(this.#connection, name, this.#bounds);
    if (!isFile) return;
    const problem = `key "${prefix}" is a file on the volume: write "${name}"`;
    throw new InputError("key", problem, this.#bounds.call);
  }
}

/** One file that is downloaded. */
class FileDownload {
  readonly #connection: S3Connection;
  readonly #key: string;
  readonly #bounds: Bounds;
  readonly #progress: Progress;
  #response: Response | undefined;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #controller = new AbortController();
  #etag = "";
  #size = 0;
  /** The number of bytes that have come. */
  #at = 0;
  /** The bytes at the beginning of the present answer that have come before. */
  #skip = 0;
  /** How often in a row the connection was lost without a byte. */
  #retries = 0;

  constructor(
    connection: S3Connection,
    key: string,
    bounds: Bounds,
    progress: Progress,
  ) {
    this.#connection = connection;
    this.#key = key;
    this.#bounds = bounds;
    this.#progress = progress;
  }

  /** Asks for the file, and resolves with its size. */
  async open(): Promise<number> {
    await this.#request();
    return this.#size;
  }

  /** Takes back what was counted of a download that begins anew. */
  takeBack(): void {
    this.#progress.add(this.#key, -this.#at);
  }

  /** The bytes of the file. */
  stream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const piece = await this.#read();
          if (piece) controller.enqueue(piece);
          else controller.close();
        },
        cancel: () => this.#close(),
      },
      { highWaterMark: 0 },
    );
  }

  /** The next bytes; undefined at the end of the file. */
  async #read(): Promise<Uint8Array | undefined> {
    for (;;) {
      if (this.#at === this.#size) {
        this.#close();
        return undefined;
      }
      let failure: unknown;
      try {
        const next = await this.#bounds.wait(STALL_MS, async () =>
          this.#reader?.read(),
        );
        const piece = next?.value && this.#take(next.value);
        if (piece?.length) return piece;
        if (next?.value) continue;
        failure = new Error("the answer ended before the file did");
      } catch (error) {
        this.#close();
        this.#bounds.check();
        if (error instanceof FileError) throw error;
        failure = error;
      }
      await this.#pause({ failure });
      await this.#request();
    }
  }

  /** What of a piece has not come before. */
  #take(piece: Uint8Array): Uint8Array {
    const skipped = Math.min(this.#skip, piece.length);
    this.#skip -= skipped;
    const fresh = piece.subarray(skipped);
    if (this.#at + fresh.length > this.#size)
      throw this.#createChangedError("is longer than announced");
    this.#at += fresh.length;
    if (fresh.length > 0) this.#retries = 0;
    this.#progress.add(this.#key, fresh.length);
    return fresh;
  }

  /** Asks for the file, or for what is missing of it, again where that may help. */
  async #request(): Promise<void> {
    for (;;) {
      const attempt = await this.#attempt();
      if (attempt === undefined) return;
      await this.#pause(attempt);
    }
  }

  /** Asks once. Undefined if an answer has come whose body goes on at the right place. */
  async #attempt(): Promise<Attempt | undefined> {
    this.#close();
    this.#controller = new AbortController();
    const range = this.#at > 0 && {
      range: `bytes=${this.#at}-`,
      ...(this.#etag && { "if-match": `"${this.#etag}"` }),
    };
    const request = { method: "GET", key: this.#key, headers: { ...range } };
    let response: Response;
    try {
      response = await this.#bounds.wait(STALL_MS, () =>
        this.#connection.open(
          { ...request, method: "GET" },
          this.#controller.signal,
        ),
      );
    } catch (failure) {
      this.#close();
      this.#bounds.check();
      return { failure };
    }
    if (response.status === 200 || response.status === 206) {
      await this.#begin(response);
      return undefined;
    }
    if (response.status === 412)
      throw this.#createChangedError("was written during the download");
    return {
      answer: await this.#bounds.wait(STALL_MS, () => readAnswer(response)),
    };
  }

  async #begin(response: Response): Promise<void> {
    const { headers, status } = response;
    this.#response = response;
    this.#reader = response.body?.getReader();
    const etag = etagOf(headers);
    if (this.#at === 0) {
      this.#etag = etag;
      const length = headers.get("content-length");
      this.#size =
        length === null || headers.has("content-encoding")
          ? await this.#askSize()
          : Number(length);
      return;
    }
    if (etag !== this.#etag)
      throw this.#createChangedError("was written during the download");
    // The service documents no ranges: an answer with the whole file begins at 0.
    const [, start] = /^bytes (\d+)-/.exec(
      headers.get("content-range") ?? "",
    ) ?? [undefined, "0"];
    const begin = status === 206 ? Number(start) : 0;
    if (begin > this.#at)
      throw this.#createChangedError("came with another range than asked for");
    this.#skip = this.#at - begin;
  }

  async #askSize(): Promise<number> {
    const state = await headFile(this.#connection, this.#key, this.#bounds);
    if (state && !Number.isNaN(state.size)) return state.size;
    throw new ConnectionError(
      "the service does not say how long the file is",
      contextOf({ method: "GET", key: this.#key }, this.#bounds),
    );
  }

  /** Waits before the next attempt, or throws where there must be none. */
  async #pause(attempt: Attempt): Promise<void> {
    const pauseMs = this.#connection.pauseAfter(attempt, this.#retries++);
    if (pauseMs !== undefined) return this.#bounds.pause(pauseMs);
    const request = { method: "GET", key: this.#key } as const;
    const error = this.#connection.errorOf(
      attempt,
      contextOf(request, this.#bounds),
    );
    if (attempt.answer?.status === 404) await this.#explainMissing(error);
    throw error;
  }

  /** Says what is probably meant by the key of a file that is not there. */
  async #explainMissing(error: Error): Promise<void> {
    if (!(error instanceof ResponseError) || error.code !== "file_not_found")
      return;
    const folder = this.#key.slice(0, this.#key.lastIndexOf("/") + 1);
    const names = await this.#namesIn(folder).catch((): string[] => []);
    const asFolder = `${this.#key}/`;
    const meant = names.includes(asFolder)
      ? asFolder
      : findSimilar(this.#key, names);
    const hint = meant === undefined ? "" : ` (did you mean "${meant}"?)`;
    const { status, headers, body } = error;
    throw new ResponseError(
      `the volume has no file "${this.#key}"${hint}`,
      { status, headers, body },
      contextOf({ method: "GET", key: this.#key }, this.#bounds),
      "file_not_found",
    );
  }

  /** The keys directly in a folder, at most a thousand. */
  async #namesIn(prefix: string): Promise<string[]> {
    const names: string[] = [];
    const request = { prefix, isFlat: true };
    for await (const { key } of listFiles(
      this.#connection,
      request,
      this.#bounds,
    ))
      if (names.push(key) === 1000) break;
    return names;
  }

  #createChangedError(problem: string): FileError {
    this.#close();
    return new FileError(
      "file_changed",
      `"${this.#key}" ${problem}`,
      this.#key,
      contextOf({ method: "GET", key: this.#key }, this.#bounds),
    );
  }

  #close(): void {
    discard(this.#reader);
    this.#reader = undefined;
    if (this.#response) this.#controller.abort();
    this.#response = undefined;
  }
}

/** The path of a file below the folder that it is downloaded to. A key that would leave the folder is refused. */
function localParts(key: string, prefix: string): string[] {
  const parts = key.slice(prefix.length).split("/");
  const isUnsafe = (part: string) =>
    ["", ".", ".."].includes(part) ||
    part.includes("\0") ||
    (process.platform === "win32" && /[\\:]/.test(part));
  check(
    !parts.some(isUnsafe),
    "key",
    `"${key}" on the volume cannot be the path of a file here`,
    CALL,
  );
  return parts;
}

/** Whether a file of this size is there, and was not written on the volume since. */
async function isPresent(
  { size, modified }: VolumeFile,
  path: string,
): Promise<boolean> {
  const found = await statOf(path);
  return (
    found !== undefined &&
    found.isFile() &&
    found.size === size &&
    found.mtimeMs >= (modified?.getTime() ?? Infinity)
  );
}

async function isFolder(path: string): Promise<boolean> {
  return (await statOf(path))?.isDirectory() ?? false;
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    const { code } = Object(error) as { readonly code?: unknown };
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
