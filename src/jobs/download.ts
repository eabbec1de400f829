import { checkOptions } from "../checks.js";
import type { Settings } from "../http/settings.js";
import {
  openFile,
  type DownloadOptions,
  type FileStream,
} from "./download-file.js";
import type { OutputFile } from "./outputs.js";
import { saveFile } from "./save-file.js";

/** Downloads files that a model made. The key is never sent to the file's host. */
export interface Download {
  /**
   * Downloads a file as a stream of bytes, with the content type of the file and a name to store it under. The connection
   * ends when the stream is read to its end, cancelled or aborted.
   *
   * @throws InputError if `output` has no http or https URL, its URL holds a user name or password, or an option is not valid
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
  (output: OutputFile | string, options?: DownloadOptions): Promise<FileStream>;
  /**
   * Downloads a file to `path` and resolves with its number of bytes. The bytes go to a file beside `path` that is then
   * renamed, so `path` holds either the whole new file or what was there before. The new file has the mode of the file
   * that it replaces; where `path` is a symbolic link, the file that the link leads to is replaced. This needs a runtime
   * with a file system: Node, Bun or Deno.
   *
   * @throws InputError if there is no file system, `path` is empty, or something other than a file is at `path`; otherwise
   *   the errors of the download, and those of the file system
   * @throws ResponseError with the code `invalid_response` also if the end of the file cannot be checked: the host
   *   compresses the file, or neither announces its length (`content-length`) nor sends it in chunks on a connection that
   *   is kept (`transfer-encoding: chunked` with `connection: keep-alive`)
   * @throws ConnectionError also if the host sends more or fewer bytes than it announced
   *
   * @example
   * ```ts
   * const bytes = await cloud.download.toFile(output, "lighthouse.png");
   * ```
   */
  toFile(
    output: OutputFile | string,
    path: string,
    options?: DownloadOptions,
  ): Promise<number>;
}

/** Creates `cloud.download`. */
export function createDownload(settings: Settings): Download {
  const open = async (
    output: OutputFile | string,
    options: DownloadOptions = {},
  ) => {
    checkOptions(options, { operation: "download" });
    return openFile(settings, output, options);
  };
  const toFile = async (
    output: OutputFile | string,
    path: string,
    options: DownloadOptions = {},
  ) => {
    checkOptions(options, { operation: "download.toFile" });
    return saveFile(settings, output, path, options);
  };
  return Object.assign(open, { toFile });
}
