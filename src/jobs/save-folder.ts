import {
  check,
  checkCallbacks,
  checkMilliseconds,
  checkOptions,
  checkWhole,
  type OptionNames,
} from "../checks.js";
import { FileError, InputError, type UnsavedFile } from "../errors.js";
import {
  openWholeFile,
  withRetries,
  type DownloadClient,
  type DownloadOptions,
} from "./download-file.js";
import { cleanStem, extensionOf, stemOfUrl } from "./file-name.js";
import {
  filesOf,
  isMapResult,
  type FileSource,
  type OutputFile,
} from "./outputs.js";
import {
  checkPath,
  findFileSystem,
  makeFolders,
  onDisk,
  removeStaleParts,
  writeFile,
  type FileSystem,
} from "./save-file.js";

/** How to save the files of many jobs. `timeout` and `stall` hold for each file, from the end of its job. */
export interface FolderOptions<
  Source extends FileSource = FileSource,
> extends Pick<DownloadOptions, "signal" | "timeout" | "stall"> {
  /**
   * What the name of a file begins with. Characters with a meaning in a file system are replaced, and the name ends
   * with a mark of the file's address and the extension of its type: `"a lighthouse"` becomes
   * `a_lighthouse-3f2a9c1b.png`.
   *
   * @default the name at the end of the file's address
   */
  readonly name?:
    | ((file: OutputFile, place: FilePlace<Source>) => string)
    | undefined;
  /**
   * How many files are downloaded at once: a whole number, 1 or more.
   *
   * @default 4
   */
  readonly concurrency?: number | undefined;
}

/** Where a file comes from. */
export interface FilePlace<Source extends FileSource = FileSource> {
  /** The `index` of a result of `map`; else the place of the job, or output, among those that were given, from 0. */
  readonly index: number;
  /** The place of the file among those of its job, from 0. */
  readonly number: number;
  /** The job, or output, as it was given: a result of `map` has its `input`, and a result of a batch its `key`. */
  readonly source: Source;
}

/** A file that `download.toFolder` has saved. */
export interface SavedFile<Source extends FileSource = FileSource> {
  readonly url: string;
  readonly path: string;
  /** The `index` of a result of `map`; else the place of its job, or output, among those that were given, from 0. */
  readonly index: number;
  /** The job, or output, as it was given: a result of `map` has its `input`, and a result of a batch its `key`. */
  readonly source: Source;
  /** False if the file was there already. */
  readonly isNew: boolean;
}

/** One job, or output, and its place. */
interface Item<Source extends FileSource> {
  readonly source: Source;
  readonly index: number;
}

const CALL = { operation: "download.toFolder" } as const;

const OPTIONS: OptionNames<FolderOptions> = {
  signal: true,
  timeout: true,
  stall: true,
  name: true,
  concurrency: true,
};

/** Saves the files of one or many jobs, as `download.toFolder` documents. */
export async function saveFolder<Source extends FileSource>(
  client: DownloadClient,
  source: Source | Iterable<Source> | AsyncIterable<Source>,
  folder: string,
  options: FolderOptions<Source>,
): Promise<SavedFile<Source>[]> {
  checkOptions(options, OPTIONS, CALL);
  const { concurrency = 4, timeout, stall, name } = options;
  checkWhole("concurrency", concurrency, 1, CALL);
  checkMilliseconds("timeout", timeout, CALL);
  checkMilliseconds("stall", stall, CALL);
  checkCallbacks({ name }, CALL);
  checkPath("folder", folder, CALL);
  const items = numberItems(source);
  const system = findFileSystem(CALL);
  const saving = new FolderDownload(client, system, folder, options);
  await saving.prepare();
  const workers = Array.from({ length: concurrency }, () =>
    saving.saveAll(items),
  );
  const ends = await Promise.allSettled(workers);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return saving.finish();
}

/** The sources with their indexes. A text and an object that cannot be iterated over are one source. */
async function* numberItems<Source extends FileSource>(
  source: Source | Iterable<Source> | AsyncIterable<Source>,
): AsyncGenerator<Item<Source>, void, undefined> {
  let index = 0;
  if (isList<Source>(source))
    for await (const each of source) {
      // The results of `map` come as their jobs end.
      yield { source: each, index: isMapResult(each) ? each.index : index };
      index++;
    }
  else yield { source, index: isMapResult(source) ? source.index : index };
}

function isList<Source extends FileSource>(
  source: Source | Iterable<Source> | AsyncIterable<Source>,
): source is Iterable<Source> | AsyncIterable<Source> {
  return (
    typeof source === "object" &&
    [Symbol.iterator, Symbol.asyncIterator].some((key) => key in Object(source))
  );
}

/** One download of a folder. */
class FolderDownload<Source extends FileSource> {
  readonly #client: DownloadClient;
  readonly #system: FileSystem;
  readonly #folder: string;
  readonly #options: FolderOptions<Source>;
  /** The names in the folder, by their beginning without the extension. */
  readonly #present = new Map<string, string>();
  readonly #saved: SavedFile<Source>[] = [];
  readonly #unsaved: UnsavedFile[] = [];
  #isStopped = false;

  constructor(
    client: DownloadClient,
    system: FileSystem,
    folder: string,
    options: FolderOptions<Source>,
  ) {
    this.#client = client;
    this.#system = system;
    this.#folder = folder;
    this.#options = options;
  }

  /** Makes the folder, and reads which files are there. */
  async prepare(): Promise<void> {
    const folder = this.#folder;
    await onDisk(this.#system, folder, async () => {
      await makeFolders(this.#system, folder);
      await removeStaleParts(this.#system, folder);
      for (const name of await this.#system.files.readdir(folder))
        this.#present.set(withoutExtension(name), name);
    });
  }

  /** Saves the files of one item after the other. Rejects where nothing more is to be saved. */
  async saveAll(items: AsyncIterator<Item<Source>, void>): Promise<void> {
    try {
      while (!this.#isStopped) {
        this.#options.signal?.throwIfAborted();
        const next = await items.next();
        if (next.done) return;
        await this.#saveItem(next.value);
      }
    } catch (error) {
      this.#isStopped = true;
      // The source of the items may hold resources. Its own failure would hide the first one.
      items.return?.().catch(() => undefined);
      throw error;
    }
  }

  /** The saved files in the order of their sources. Throws if there are others. */
  finish(): SavedFile<Source>[] {
    const [first] = this.#unsaved.sort((one, other) => one.index - other.index);
    if (!first)
      return this.#saved.sort((one, other) => one.index - other.index);
    const count = this.#unsaved.length;
    const all = count + this.#saved.length;
    const problem = `${count} of ${all} files were not saved to ${this.#folder}; the first: ${String(first.error)}`;
    throw new FileError(
      "files_not_saved",
      problem,
      this.#folder,
      { ...CALL, cause: first.error },
      this.#unsaved,
    );
  }

  async #saveItem({ source, index }: Item<Source>): Promise<void> {
    const { signal } = this.#options;
    let files: readonly OutputFile[];
    try {
      files = await filesOf(source, { signal }, CALL);
      if (files.length === 0)
        throw new InputError("source", "source names no file", CALL);
    } catch (error) {
      this.#keepFailure({ url: undefined, index, source, error });
      return;
    }
    for (const [number, file] of files.entries()) {
      const begin = this.#options.name?.(file, { index, number, source });
      const { url } = file;
      const end = await this.#saveFile(file, begin).catch((error: unknown) =>
        this.#keepFailure({ url, index, source, error }),
      );
      if (!end) continue;
      this.#saved.push({ url, index, source, ...end });
    }
  }

  /** Keeps a failure for the end. An abort ends everything. */
  #keepFailure(failure: UnsavedFile): undefined {
    this.#options.signal?.throwIfAborted();
    this.#unsaved.push(failure);
  }

  async #saveFile(
    file: OutputFile,
    begin: string | undefined,
  ): Promise<Pick<SavedFile, "path" | "isNew">> {
    const { url } = file;
    check(
      begin === undefined || typeof begin === "string",
      "name",
      "must return a string",
      CALL,
    );
    const stem = begin === undefined ? stemOfUrl(url) : cleanStem(begin);
    // The mark is that of the address: no two files have one name, and a second run finds what the first one saved.
    const marked = `${stem}-${await markOf(url)}`;
    const { paths } = this.#system;
    const present = this.#present.get(marked);
    if (present !== undefined)
      return { path: paths.join(this.#folder, present), isNew: false };
    const { signal, timeout, stall } = this.#options;
    const options = { signal, timeout, stall };
    let name = marked;
    await withRetries(options, (begunAt) =>
      writeFile(this.#system, this.#folder, undefined, async () => {
        const stream = await openWholeFile(
          this.#client,
          file,
          options,
          begunAt,
        );
        name = marked + extensionOf(stream.suggestedName);
        return { stream, target: paths.join(this.#folder, name) };
      }),
    );
    this.#present.set(marked, name);
    return { path: paths.join(this.#folder, name), isNew: true };
  }
}

function withoutExtension(name: string): string {
  return name.slice(0, name.length - extensionOf(name).length);
}

/** Eight hexadecimal digits that distinguish an address from others. */
async function markOf(url: string): Promise<string> {
  const bytes = new TextEncoder().encode(url);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash.slice(0, 4), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
