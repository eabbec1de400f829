import { createHash } from "node:crypto";
import {
  access,
  constants,
  open,
  readdir,
  realpath,
  stat,
} from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { check, checkCallbacks, checkWhole } from "../checks.js";
import {
  FileError,
  InputError,
  isError,
  ResponseError,
  type CallContext,
} from "../errors.js";
import { systemReason } from "../jobs/save-file.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import { Bounds, type FileCallOptions } from "./bounds.js";
import type { S3Connection } from "./connection.js";
import { isOwnFile, Journal, type JournalData } from "./journal.js";
import { listFiles, type VolumeFile } from "./list.js";
import {
  choosePartSize,
  DEFAULT_PART_BYTES,
  headFile,
  MAX_PART_BYTES,
  MAX_PARTS,
  MultipartUpload,
  sendVerified,
  type Part,
} from "./multipart.js";
import {
  checkFileKey,
  checkFolderKey,
  parentsOf,
  refuseMountName,
  trimSlash,
} from "./object-key.js";
import {
  blobSource,
  fileSource,
  StreamParts,
  type PartSource,
} from "./part-source.js";
import { Progress, type TransferProgress } from "./progress.js";
import { BufferSlots, together } from "./slots.js";

/**
 * What to upload: the path or `file:` URL of a file or a folder, a Blob or bytes, or a stream of bytes, such as one of Node
 * or the body of a response.
 */
export type UploadSource =
  | string
  | URL
  | Blob
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>;

/** How to upload. */
export interface UploadOptions extends FileCallOptions {
  /**
   * Whether an upload that was interrupted goes on where it was: a journal beside the file, whose name begins with
   * `.cloud-compute-`, says what has arrived. With `false`, no journal is written, and the parts of an upload that fails
   * are removed from the volume. A stream, a Blob and bytes cannot be resumed.
   *
   * @default true
   */
  readonly resume?: boolean | undefined;
  /**
   * The bytes of a part, at most 90 MiB. Larger files are sent in parts of this size, smaller ones in one request.
   *
   * @default 50 MiB; more for a file of more than 10,000 such parts
   */
  readonly partSize?: number | undefined;
  /**
   * How many parts, or small files, are sent at once: a whole number, 1 or more. Each takes the memory of one part.
   *
   * @default 2
   */
  readonly concurrency?: number | undefined;
  /** Called as bytes leave. What the function throws, or rejects with, ends the upload. */
  readonly onProgress?: ((progress: TransferProgress) => unknown) | undefined;
}

/** What an upload has done. */
export interface UploadResult {
  /** The number of files that are now on the volume as they are here. */
  readonly files: number;
  /** How many of them were there already. */
  readonly skipped: number;
  /** The bytes of all these files. */
  readonly bytes: number;
  /** How many of these bytes this call has sent. The others were there already. */
  readonly transferred: number;
}

const OPTIONS: OptionNames<UploadOptions> = {
  signal: true,
  timeout: true,
  resume: true,
  partSize: true,
  concurrency: true,
  onProgress: true,
};

/** How often an upload is begun, or its parts are sent, where the service loses them. */
const MAX_ROUNDS = 3;

/** Uploads anything, as `volume.upload` documents. */
export async function upload(
  connection: S3Connection,
  source: UploadSource,
  key: string,
  options: UploadOptions,
): Promise<UploadResult> {
  const call: CallContext = { operation: "volume.upload" };
  checkOptionNames(options, OPTIONS, call);
  const { partSize, concurrency = 2, resume = true, onProgress } = options;
  checkWhole("concurrency", concurrency, 1, call);
  check(
    partSize === undefined ||
      (Number.isInteger(partSize) &&
        partSize > 0 &&
        partSize <= MAX_PART_BYTES),
    "partSize",
    `must be a whole number of bytes from 1 to ${MAX_PART_BYTES}`,
    call,
  );
  check(typeof resume === "boolean", "resume", "must be true or false", call);
  checkCallbacks({ onProgress }, call);
  checkFolderKey(key, call);
  refuseMountName(key, call);
  const failure = new AbortController();
  const bounds = Bounds.of(options, call).within(failure.signal);
  const uploads = new Uploads(connection, bounds, failure, {
    partSize,
    concurrency,
    resume,
    onProgress,
  });
  try {
    return await uploads.upload(source, key);
  } finally {
    // Ends what is still under way after a failure, and releases the signal of the caller.
    failure.abort();
  }
}

/** The options of an upload with their defaults. */
interface Settings extends Pick<UploadOptions, "partSize" | "onProgress"> {
  readonly resume: boolean;
  readonly concurrency: number;
}

/** Counts how many bytes of a part have left. A part that is sent again counts from 0. */
type PartCount = ReturnType<Progress["ofFile"]>;

interface LocalFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** What is known before an upload: the file here, and what a list has shown at its key on the volume. */
interface Known {
  readonly file?: LocalFile;
  readonly present?: VolumeFile | undefined;
}

/** The uploads of one call. */
class Uploads {
  readonly #connection: S3Connection;
  readonly #bounds: Bounds;
  readonly #failure: AbortController;
  readonly #settings: Settings;
  readonly #slots: BufferSlots;
  readonly #progress: Progress;
  #skipped = 0;
  #files = 0;

  constructor(
    connection: S3Connection,
    bounds: Bounds,
    failure: AbortController,
    settings: Settings,
  ) {
    this.#connection = connection;
    this.#bounds = bounds;
    this.#failure = failure;
    this.#settings = settings;
    this.#slots = new BufferSlots(settings.concurrency);
    this.#progress = new Progress(settings.onProgress, (error) =>
      failure.abort(error),
    );
  }

  async upload(source: UploadSource, key: string): Promise<UploadResult> {
    const path = source instanceof URL ? fileURLToPath(source) : source;
    if (typeof path === "string") await this.#uploadPath(path, key);
    else if (path instanceof Blob) await this.#uploadBlob(path, key);
    else if (path instanceof Uint8Array)
      await this.#uploadBlob(new Blob([path as BlobPart]), key);
    else {
      check(
        Symbol.asyncIterator in Object(path),
        "source",
        "must be a path, a file: URL, a Blob, bytes or a stream of bytes",
        this.#bounds.call,
      );
      await this.#uploadStream(path as AsyncIterable<unknown>, key);
    }
    return {
      files: this.#files,
      skipped: this.#skipped,
      bytes: this.#progress.bytes,
      transferred: this.#progress.transferred,
    };
  }

  async #uploadPath(path: string, key: string): Promise<void> {
    const { call } = this.#bounds;
    check(path !== "", "source", "must not be an empty path", call);
    const status = await this.#onDisk(path, () => stat(path));
    if (status.isDirectory()) {
      await this.#uploadFolder(path, key === "" ? "" : `${trimSlash(key)}/`);
      return;
    }
    // Opening a pipe would wait for its writer.
    if (!status.isFile())
      throw new FileError(
        "file_not_read",
        `${path} ${NO_KIND}: pass a stream to upload what comes out of it`,
        path,
        call,
      );
    const { size, mtimeMs } = status;
    this.#progress.total = size;
    this.#progress.totalFiles = 1;
    const target =
      key === "" || key.endsWith("/") ? `${key}${basename(path)}` : key;
    checkFileKey(target, call);
    await this.#uploadFile({ path, size, mtimeMs }, target, undefined);
  }

  /** Uploads a file. `present` is what the volume has at the key, where a list has shown that. */
  async #uploadFile(
    file: LocalFile,
    key: string,
    present: VolumeFile | undefined,
    finished?: Journal[],
  ): Promise<void> {
    const { call } = this.#bounds;
    const handle = await this.#onDisk(file.path, () => open(file.path));
    try {
      const source = fileSource(handle, file.path, file, call);
      const read = (offset: number, into: Uint8Array<ArrayBuffer>) =>
        this.#onDisk(file.path, () => source.read(offset, into));
      await this.#uploadSource(
        { ...source, read },
        key,
        { file, present },
        finished,
      );
    } finally {
      await handle.close();
    }
    this.#endFile(key);
  }

  async #uploadBlob(blob: Blob, key: string): Promise<void> {
    checkFileKey(key, this.#bounds.call);
    this.#progress.total = blob.size;
    this.#progress.totalFiles = 1;
    await this.#uploadSource(blobSource(blob), key, {});
    this.#endFile(key);
  }

  #endFile(key: string): void {
    this.#files++;
    this.#progress.endFile(key);
  }

  async #uploadSource(
    source: PartSource,
    key: string,
    about: Known,
    finished?: Journal[],
  ): Promise<void> {
    const partSize = choosePartSize(source.size, this.#settings.partSize);
    if (source.size <= partSize)
      return this.#uploadWhole(source, key, about.present);
    const journal = await this.#openJournal(key, about.file);
    try {
      await this.#uploadInParts(
        source,
        key,
        partSize,
        about,
        journal,
        finished,
      );
    } finally {
      journal.close();
    }
  }

  /** Uploads a small file in one request, unless the volume has the same bytes. */
  async #uploadWhole(
    source: PartSource,
    key: string,
    present: VolumeFile | undefined,
  ): Promise<void> {
    await this.#slots.use(source.size, async (buffer) => {
      this.#bounds.check();
      const md5 = await source.read(0, buffer);
      if (present?.size === source.size && present.etag === md5) {
        this.#skipped++;
        this.#progress.addPresent(key, source.size);
        return;
      }
      await this.#put(key, buffer, md5);
      await source.checkUnchanged();
    });
  }

  async #put(
    key: string,
    body: Uint8Array<ArrayBuffer>,
    md5: string,
  ): Promise<void> {
    const count = this.#progress.ofFile(key);
    const onSent = (sent: number) => count(1, sent);
    const request = { method: "PUT", key, body, onSent } as const;
    await this.#explainConflict(key, () =>
      sendVerified(this.#connection, request, md5, this.#bounds),
    );
  }

  /** The journal of an upload in parts, which nobody else of this process may have open. */
  async #openJournal(
    key: string,
    file: LocalFile | undefined,
  ): Promise<Journal> {
    const { call } = this.#bounds;
    if (!file || !this.#settings.resume) return Journal.inMemory(call);
    const { volumeId } = this.#connection.place;
    return Journal.beside(file.path, volumeId, key, call);
  }

  async #uploadInParts(
    source: PartSource,
    key: string,
    partSize: number,
    { file, present }: Known,
    journal: Journal,
    finished: Journal[] | undefined,
  ): Promise<void> {
    const bounds = this.#bounds;
    const isResumed = file !== undefined && this.#settings.resume;
    const expected = {
      size: source.size,
      modifiedMs: file?.mtimeMs ?? 0,
      partSize,
    };
    const isPresent =
      !journal.data &&
      present?.size === source.size &&
      (await this.#hasSameBytes(source, present.etag, partSize));
    if (isPresent) {
      this.#skipped++;
      this.#progress.addPresent(key, source.size);
      return;
    }
    const count = this.#progress.ofFile(key);
    let lastError: unknown;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const session = await this.#openSession(journal, key, expected);
      if (session === "present") {
        this.#skipped++;
        this.#progress.addPresent(key, source.size);
        finished?.push(journal);
        if (!finished) await journal.remove();
        return;
      }
      if (session instanceof MultipartUpload) {
        try {
          await this.#sendParts(session, source, partSize, count);
          await source.checkUnchanged();
          const end = await session.complete(bounds);
          if ("obstacle" in end) {
            lastError = end.error;
            if (end.obstacle === "gone") await journal.remove();
            continue;
          }
          await this.#keepOrRemove(journal, end.mark, finished);
          return;
        } catch (error) {
          const isChanged =
            error instanceof FileError && error.code === "file_changed";
          if (!isResumed || isChanged) {
            await session.abort(Bounds.of({}, bounds.call));
            await journal.remove();
          }
          // The service has forgotten the upload, which begins anew.
          if (!isForgotten(error)) throw error;
          lastError = error;
          await journal.remove();
          continue;
        }
      }
      await this.#keepOrRemove(journal, session.mark, finished);
      this.#progress.addPresent(key, source.size);
      return;
    }
    throw lastError;
  }

  /**
   * Whether a large file on the volume has the bytes of a file here. What its ETag is, the service does not say: an ETag
   * that equals the MD5 of the file, or S3's digest of the MD5s of the parts, proves that the bytes are the same.
   */
  async #hasSameBytes(
    source: PartSource,
    etag: string,
    partSize: number,
  ): Promise<boolean> {
    if (!/^[\da-f]{32}(-\d+)?$/.test(etag)) return false;
    const whole = createHash("md5");
    const parts = createHash("md5");
    let count = 0;
    await this.#slots.use(partSize, async (buffer) => {
      for (let offset = 0; offset < source.size; offset += partSize) {
        this.#bounds.check();
        const bytes = buffer.subarray(0, source.size - offset);
        parts.update(await source.read(offset, bytes), "hex");
        whole.update(bytes);
        count++;
      }
    });
    return [whole.digest("hex"), `${parts.digest("hex")}-${count}`].includes(
      etag,
    );
  }

  /** The journal of a file in a folder stays until the whole folder is there, so that the file is not sent again. */
  async #keepOrRemove(
    journal: Journal,
    mark: string,
    finished: Journal[] | undefined,
  ): Promise<void> {
    if (!finished || !journal.data) return journal.remove();
    await journal.write({ ...journal.data, parts: {}, finished: mark });
    finished.push(journal);
  }

  /** Goes on with the upload of the journal, or begins a new one. `"present"` if the journal says that the file is there. */
  async #openSession(
    journal: Journal,
    key: string,
    expected: Pick<JournalData, "size" | "modifiedMs" | "partSize">,
  ) {
    const bounds = this.#bounds;
    const connection = this.#connection;
    const { data } = journal;
    if (data) {
      const isSame =
        data.size === expected.size &&
        data.modifiedMs === expected.modifiedMs &&
        data.partSize === expected.partSize;
      if (isSame && data.finished !== undefined) {
        const state = await headFile(connection, key, bounds);
        if (state?.mark === data.finished) return "present" as const;
      } else if (isSame) {
        const resumed = await MultipartUpload.resume(
          connection,
          key,
          journal,
          data,
          bounds,
        );
        if (resumed) return resumed;
      } else if (data.finished === undefined)
        await abortUpload(connection, key, data.uploadId, bounds);
      await journal.remove();
    }
    return this.#explainConflict(key, () =>
      MultipartUpload.begin(connection, key, journal, expected, bounds),
    );
  }

  /** Sends the parts that the service lacks, as many at once as there are slots. */
  async #sendParts(
    session: MultipartUpload,
    source: PartSource,
    partSize: number,
    count: PartCount,
  ): Promise<void> {
    const parts = Math.ceil(source.size / partSize);
    let next = 1;
    const work = async () => {
      while (next <= parts) {
        const number = next++;
        const offset = (number - 1) * partSize;
        const length = Math.min(partSize, source.size - offset);
        if (session.hasPart(number)) count(number, length, true);
        else
          await this.#slots.use(length, async (bytes) => {
            this.#bounds.check();
            const md5 = await source.read(offset, bytes);
            const onSent: Part["onSent"] = (sent, isPresent) =>
              count(number, sent, isPresent);
            const part = { number, bytes, md5, onSent };
            await session.sendPart(part, this.#bounds);
          });
      }
    };
    // An upload that the service has forgotten begins anew: the rest of the call goes on.
    await together(this.#settings.concurrency, work, (error) => {
      if (!isForgotten(error)) this.#failure.abort(error);
    });
  }

  /** Uploads a stream, part by part. Nothing of a stream can be read again: the upload is aborted if it fails. */
  async #uploadStream(
    stream: AsyncIterable<unknown>,
    key: string,
  ): Promise<void> {
    const { call } = this.#bounds;
    checkFileKey(key, call);
    const parts = new StreamParts(stream, call);
    const partSize = this.#settings.partSize ?? DEFAULT_PART_BYTES;
    const count = this.#progress.ofFile(key);
    let session: MultipartUpload | undefined;
    try {
      const sending = new Set<Promise<void>>();
      let size = 0;
      for (let number = 1; ; number++) {
        const buffer = await this.#slots.take(partSize);
        let isTaken = true;
        try {
          this.#bounds.check();
          const { bytes, md5 } = await this.#readStream(parts, buffer);
          const body = buffer.subarray(0, bytes);
          size += bytes;
          if (number === 1 && bytes < partSize) {
            await this.#put(key, body, md5);
            break;
          }
          if (bytes === 0) break;
          check(
            number <= MAX_PARTS,
            "partSize",
            `must be larger for this stream: a file has at most ${MAX_PARTS} parts`,
            call,
          );
          session ??= await this.#explainConflict(key, () =>
            MultipartUpload.begin(
              this.#connection,
              key,
              Journal.inMemory(call),
              { size: 0, modifiedMs: 0, partSize },
              this.#bounds,
            ),
          );
          const onSent = (sent: number) => count(number, sent);
          const part = { number, bytes: body, md5, onSent };
          isTaken = false;
          const sent = session
            .sendPart(part, this.#bounds)
            .finally(() => this.#slots.give(buffer));
          sending.add(sent);
          sent.then(
            () => sending.delete(sent),
            (error: unknown) => this.#failure.abort(error),
          );
          if (bytes < partSize) break;
        } finally {
          if (isTaken) this.#slots.give(buffer);
        }
      }
      await Promise.all(sending);
      if (session) {
        const end = await session.complete(this.#bounds, size);
        if ("obstacle" in end) throw end.error;
      }
      this.#endFile(key);
    } catch (error) {
      this.#failure.abort(error);
      parts.cancel();
      await session?.abort(Bounds.of({}, call));
      throw error;
    }
  }

  async #readStream(parts: StreamParts, into: Uint8Array<ArrayBuffer>) {
    // A stream may stall for ever: only the bounds of the call end that.
    return this.#bounds.wait(Infinity, () => parts.read(into));
  }

  async #uploadFolder(folder: string, prefix: string): Promise<void> {
    await this.#checkFolder(folder, prefix);
    await this.#refuseFileAbove(prefix);
    const finished: Journal[] = [];
    const queue = this.#walkFiles(folder, prefix);
    const work = async () => {
      for (
        let next = await queue.next();
        !next.done;
        next = await queue.next()
      ) {
        const { file, key, present } = next.value;
        await this.#uploadFile(file, key, present, finished);
      }
    };
    await together(this.#settings.concurrency, work, (error) =>
      this.#failure.abort(error),
    );
    for (const journal of finished) await journal.remove();
  }

  /** Counts the files of a folder, and refuses it as a whole if some of them cannot be uploaded. Nothing is sent before. */
  async #checkFolder(folder: string, prefix: string): Promise<void> {
    const { call } = this.#bounds;
    const problems: string[] = [];
    let total = 0;
    let totalFiles = 0;
    for await (const { files, problems: found } of this.#walk(folder, prefix)) {
      problems.push(...found);
      for (const { file, key } of files) {
        const problem = await problemOf(file.path, key);
        if (problem !== undefined) problems.push(problem);
        total += file.size;
        totalFiles++;
      }
    }
    refuseEntries(folder, problems, call);
    Object.assign(this.#progress, { total, totalFiles });
  }

  /** The files of a folder and of the folders in it, each with what the volume has at its key. */
  async *#walkFiles(folder: string, prefix: string) {
    for await (const level of this.#walk(folder, prefix)) {
      // What was made since the folder was checked.
      refuseEntries(folder, level.problems, this.#bounds.call);
      const present = new Map<string, VolumeFile>();
      const request = { prefix: level.prefix, isFlat: true };
      if (level.files.length + level.folders.length > 0)
        for await (const entry of listFiles(
          this.#connection,
          request,
          this.#bounds,
        ))
          present.set(entry.key, entry);
      for (const name of level.folders)
        this.#refuseConflict(present.get(`${level.prefix}${name}`));
      for (const { file, key } of level.files) {
        this.#refuseConflict(present.get(`${key}/`));
        yield { file, key, present: present.get(key) };
      }
    }
  }

  /**
   * A folder and each folder in it, from the outermost, with its files in the order of their names, and with what is wrong
   * with others. Links are followed.
   */
  async *#walk(
    folder: string,
    prefix: string,
    above: readonly string[] = [],
  ): AsyncGenerator<{
    readonly prefix: string;
    readonly files: readonly {
      readonly file: LocalFile;
      readonly key: string;
    }[];
    readonly folders: readonly string[];
    readonly problems: readonly string[];
  }> {
    const files: { file: LocalFile; key: string }[] = [];
    const folders: string[] = [];
    const problems: string[] = [];
    const real = await realpath(folder).catch(() => folder);
    const names = await readdir(folder).catch((error: unknown): string[] => {
      problems.push(describeUnread(folder, error));
      return [];
    });
    if (above.includes(real)) {
      problems.push(`${folder} is a link to a folder that contains it`);
      names.length = 0;
    }
    for (const name of names.sort()) {
      if (isOwnFile(name)) continue;
      const path = join(folder, name);
      const status = await stat(path).catch((error: unknown) => {
        problems.push(describeUnread(path, error));
        return undefined;
      });
      if (status === undefined) continue;
      if (status.isDirectory()) folders.push(name);
      else if (status.isFile()) {
        const { size, mtimeMs } = status;
        files.push({ file: { path, size, mtimeMs }, key: `${prefix}${name}` });
      } else problems.push(`${path} ${NO_KIND}`);
    }
    yield { prefix, files, folders, problems };
    for (const name of folders)
      yield* this.#walk(join(folder, name), `${prefix}${name}/`, [
        ...above,
        real,
      ]);
  }

  /** Refuses a key where the volume has the other kind: no key may be a file and a folder. */
  #refuseConflict(other: VolumeFile | undefined): void {
    if (!other) return;
    const { key, isFolder } = other;
    const name = trimSlash(key);
    const problem = isFolder
      ? `key "${name}" is a folder on the volume, so that no file can have this key`
      : `key "${name}" is a file on the volume, so that nothing can be put below it`;
    throw new InputError("key", problem, this.#bounds.call);
  }

  async #refuseFileAbove(prefix: string): Promise<void> {
    const name = trimSlash(prefix);
    const keys = name === "" ? [] : [...parentsOf(name), name];
    for (const key of keys)
      if (await headFile(this.#connection, key, this.#bounds))
        this.#refuseConflict({ ...NO_FILE, key });
  }

  /** Does the first step of an upload. If it is refused, says whether the key is a folder, or is below a file. */
  async #explainConflict<T>(key: string, step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      const mayConflict =
        error instanceof ResponseError &&
        error.status >= 400 &&
        ![401, 403, 413, 507].includes(error.status);
      if (!mayConflict) throw error;
      const isConflict = (reason: unknown): boolean =>
        reason instanceof InputError;
      await this.#refuseFolder(key).catch((reason: unknown) => {
        if (isConflict(reason)) throw reason;
      });
      throw error;
    }
  }

  async #refuseFolder(key: string): Promise<void> {
    const request = { prefix: `${key}/`, isFlat: false, pageSize: 1 };
    const below = await listFiles(
      this.#connection,
      request,
      this.#bounds,
    ).next();
    if (!below.done) this.#refuseConflict({ ...NO_FILE, key, isFolder: true });
    for (const parent of parentsOf(key))
      if (await headFile(this.#connection, parent, this.#bounds))
        this.#refuseConflict({ ...NO_FILE, key: parent });
  }

  /** Reads from the disk. A failure becomes an error that names the path. */
  async #onDisk<T>(path: string, step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (cause) {
      if (!isError(cause) || !("syscall" in cause)) throw cause;
      const problem = describeUnread(path, cause);
      const call = { ...this.#bounds.call, cause };
      throw new FileError("file_not_read", problem, path, call);
    }
  }
}

const NO_KIND = "is neither a file nor a folder";
/** How many entries of a folder that cannot be uploaded are named. */
const MAX_NAMED = 10;

/** Why a file of a folder cannot be uploaded; undefined if it can. */
async function problemOf(
  path: string,
  key: string,
): Promise<string | undefined> {
  try {
    checkFileKey(key, {});
    await access(path, constants.R_OK);
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    return describeUnread(path, error);
  }
}

function describeUnread(path: string, error: unknown): string {
  return `${path} could not be read: ${systemReason(error)}`;
}

function refuseEntries(
  folder: string,
  problems: readonly string[],
  call: CallContext,
): void {
  if (problems.length === 0) return;
  const named = problems.slice(0, MAX_NAMED).join("; ");
  const others = problems.length - MAX_NAMED;
  const rest = others > 0 ? `; and ${others} more` : "";
  const problem = `${folder} cannot be uploaded as it is: ${named}${rest}`;
  throw new FileError("file_not_read", problem, folder, call);
}

const NO_FILE: VolumeFile = {
  key: "",
  size: 0,
  etag: "",
  modified: undefined,
  isFolder: false,
};

/** Removes the parts of an unfinished upload from the volume. */
export async function abortUpload(
  connection: S3Connection,
  key: string,
  uploadId: string,
  bounds: Bounds,
): Promise<void> {
  const query = { uploadId };
  await connection
    .send({ method: "DELETE", key, query }, bounds)
    .catch((error: unknown) => {
      const isGone = error instanceof ResponseError && error.status === 404;
      if (!isGone) throw error;
    });
}

/** Whether the service has forgotten an upload whose parts are being sent. */
function isForgotten(error: unknown): boolean {
  return error instanceof ResponseError && error.code === "file_not_found";
}
