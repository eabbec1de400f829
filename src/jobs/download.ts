import type { Settings } from "../http/settings.js";
import {
  checkDownloadOptions,
  openFile,
  type DownloadOptions,
  type FileStream,
} from "./download-file.js";
import { oneFileOf, type FileSource } from "./outputs.js";
import { saveFile } from "./save-file.js";
import {
  saveFolder,
  type FolderOptions,
  type SavedFile,
} from "./save-folder.js";

/**
 * Downloads files that a model made. The key is never sent to the file's host. `source` is a file of `outputsOf`, a URL, the
 * handle of a job, which is waited for, or whatever `outputsOf` takes. A host that cannot be reached, or answers with a
 * status that may pass, is asked again, up to three times.
 */
export interface Download {
  /**
   * Downloads a file as a stream of bytes, with the content type of the file and a name to store it under. The connection
   * ends when the stream is read to its end, cancelled or aborted.
   *
   * @throws InputError if `source` does not name one file with an http or https URL, its URL holds a user name or password,
   *   or an option is not valid
   * @throws ResponseError if the host refuses; its code is `output_expired` or `output_not_found` if the file is gone, and
   *   `invalid_response` if the status is another success than 200
   * @throws ConnectionError if the connection fails; after the headers, reading the stream throws it
   * @throws TimeoutError at `timeout`, or if the host sends nothing for `stall` milliseconds; also thrown by reading the
   *   stream
   *
   * @example
   * ```ts
   * const stream = await cloud.download(output);
   * console.log(stream.contentType, stream.suggestedName);
   * for await (const bytes of stream) console.log(bytes.byteLength);
   * ```
   */
  (source: FileSource, options?: DownloadOptions): Promise<FileStream>;
  /**
   * Downloads a file to `path` and resolves with its number of bytes. The bytes go to a file beside `path` that is then
   * renamed, so `path` holds either the whole new file or what was there before. The new file has the mode of the file
   * that it replaces; where `path` is a symbolic link, the file that the link leads to is replaced, or the link itself if it
   * leads to nothing. Missing folders are made. A download that loses its connection begins again, up to three times. This
   * needs a runtime with a file system: Node, Bun or Deno.
   *
   * @throws InputError if there is no file system, or `path` is empty; otherwise the errors of the download
   * @throws FileError with the code `file_not_written` if the file cannot be written, also because something other than a
   *   file is at `path`
   * @throws ResponseError with the code `invalid_response` also if the end of the file cannot be checked: the host
   *   compresses the file, or neither announces its length (`content-length`) nor sends it in chunks on a connection that
   *   is kept (`transfer-encoding: chunked` with `connection: keep-alive`)
   * @throws ConnectionError also if the host sends more or fewer bytes than it announced
   *
   * @example
   * ```ts
   * const bytes = await cloud.download.toFile(job, "pictures/lighthouse.png");
   * ```
   */
  toFile(
    source: FileSource,
    path: string,
    options?: DownloadOptions,
  ): Promise<number>;
  /**
   * Downloads every file of a job, of a list of jobs or outputs, or of the results of `map` or a batch, into a folder, and
   * resolves with the saved files. A second call with the same files downloads only what is missing. A file that cannot
   * be saved does not stop the others: the promise rejects when all others are saved. Lost connections are as with
   * `toFile`.
   *
   * @throws InputError if there is no file system, or an option is not valid
   * @throws FileError if the folder cannot be made (`file_not_written`), or not everything was saved (`files_not_saved`;
   *   `unsaved` lists each file, and each job without a file, with its error)
   *
   * @example
   * ```ts
   * const prompts = ["a pier", "a buoy"].map((prompt) => ({ prompt }));
   * const results = cloud.model("z-image-turbo").map(prompts);
   * const saved = await cloud.download.toFolder(results, "pictures", {
   *   name: (_, { source }) => source.input.prompt,
   * });
   * ```
   */
  toFolder<Source extends FileSource>(
    source: Iterable<Source> | AsyncIterable<Source> | Source,
    folder: string,
    options?: FolderOptions<Source>,
  ): Promise<SavedFile<Source>[]>;
}

/** Creates `cloud.download`. */
export function createDownload(settings: Settings): Download {
  const open = async (source: FileSource, options: DownloadOptions = {}) => {
    const call = { operation: "download" };
    const begunAt = performance.now();
    checkDownloadOptions(options);
    const file = await oneFileOf(source, options, call);
    return openFile(settings, file, options, begunAt);
  };
  const toFile = async (
    source: FileSource,
    path: string,
    options: DownloadOptions = {},
  ) => {
    const call = { operation: "download.toFile" };
    const begunAt = performance.now();
    checkDownloadOptions(options);
    const file = await oneFileOf(source, options, call);
    return saveFile(settings, file, path, options, begunAt);
  };
  const toFolder = <Source extends FileSource>(
    source: Source | Iterable<Source> | AsyncIterable<Source>,
    folder: string,
    options: FolderOptions<Source> = {},
  ) => saveFolder(settings, source, folder, options);
  return Object.assign(open, { toFile, toFolder });
}
