import type { OptionNames } from "../checks.js";
import type { FileCallOptions } from "./bounds.js";
import type { TransferProgress } from "./progress.js";

/**
 * What to upload: the path or `file:` URL of a file or a folder, a Blob or bytes, or a stream of bytes, such as one of Node
 * or the body of a response.
 */
export type UploadSource =
  | string
  | URL
  | Blob
  | ArrayBuffer
  | ArrayBufferView
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>;

/** How to upload. */
export interface UploadOptions extends FileCallOptions {
  /**
   * Whether an upload that was interrupted goes on where it was: a journal beside the file, whose name begins with
   * `.cloud-compute-`, says what has arrived. With `false`, or where nothing can be written beside the file, there is no
   * journal, and the parts of an upload that fails are removed from the volume. A stream, a Blob and bytes cannot be
   * resumed.
   *
   * @default true
   */
  readonly resume?: boolean | undefined;
  /**
   * The bytes of a part, at most 90 MiB. Larger files are sent in parts of this size, smaller ones in one request. An
   * interrupted upload sends the parts again that were under way: a slow connection needs smaller parts. Unlike S3 itself,
   * the service documents no smallest part.
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

export const UPLOAD_OPTIONS: OptionNames<UploadOptions> = {
  signal: true,
  timeout: true,
  resume: true,
  partSize: true,
  concurrency: true,
  onProgress: true,
};
