import { check, checkMilliseconds } from "../checks.js";
import { ConnectionError, ResponseError, TimeoutError } from "../errors.js";
import { EXPIRED, onAbort, withTimeout } from "../http/timeout.js";
import type { OutputFile } from "./outputs.js";

/** How to download a file that a model made. */
export interface DownloadOptions {
  /** Ends the download at once; it rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The longest time in which the file's host may send nothing, in milliseconds. The download as a whole has no timeout.
   *
   * @default 30000
   */
  readonly stall?: number | undefined;
  /** Called with each piece that arrives. An error that it throws ends the download. */
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
}

/** How far a download has come. */
export interface DownloadProgress {
  /** The number of bytes so far. */
  readonly bytes: number;
  /** The number of bytes of the whole file; undefined if the host does not say. */
  readonly total: number | undefined;
}

const DEFAULT_STALL_MS = 30_000;
const CALL = { operation: "download", route: "GET (file)" } as const;

/** Opens a file as a stream. However the download ends, its connection is closed. */
export async function openFile(
  fetch: typeof globalThis.fetch,
  output: OutputFile | string,
  options: DownloadOptions,
): Promise<ReadableStream<Uint8Array>> {
  const { signal, stall = DEFAULT_STALL_MS, onProgress } = options;
  checkMilliseconds("stall", stall, CALL);
  const { url = output, expiresAt } = Object(output) as Partial<OutputFile>;
  check(isWebUrl(url), "output", "has no http or https URL", CALL);
  const connection = new FileConnection(signal, stall);
  // The one `fetch` that does not go through the transport: the request carries no key.
  const response = await connection.waitFor(async () =>
    fetch(url, { signal: connection.signal }),
  );
  if (!response.ok) {
    connection.close();
    throw createRefusalError(response, expiresAt);
  }
  const total = readFileSize(response.headers);
  const reader = response.body?.getReader();
  let bytes = 0;
  const pull = async (stream: ReadableStreamDefaultController<Uint8Array>) => {
    const read = await connection.waitFor(async () => reader?.read());
    const piece = read?.value;
    if (!piece) {
      connection.close();
      stream.close();
      return;
    }
    bytes += piece.byteLength;
    try {
      onProgress?.({ bytes, total });
    } catch (error) {
      connection.close();
      throw error;
    }
    stream.enqueue(piece);
  };
  return new ReadableStream(
    { pull, cancel: () => connection.close() },
    { highWaterMark: 0 },
  );
}

/** The connection of one download. */
class FileConnection {
  readonly #controller = new AbortController();
  readonly #signal: AbortSignal | undefined;
  readonly #stallMs: number;
  readonly #unlisten: (() => void) | undefined;

  constructor(signal: AbortSignal | undefined, stallMs: number) {
    this.#signal = signal;
    this.#stallMs = stallMs;
    // An abort must close the connection even while nobody reads the stream.
    this.#unlisten = signal && onAbort(signal, () => this.close());
  }

  /** Aborts when the connection is to be closed. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  close(): void {
    this.#unlisten?.();
    this.#controller.abort();
  }

  /** Waits for one step of the download. Silence, an abort or a failure closes the connection. */
  async waitFor<T>(step: () => Promise<T>): Promise<T> {
    try {
      return await withTimeout(this.#stallMs, this.#signal, step);
    } catch (error) {
      this.close();
      if (this.#signal?.aborted) throw this.#signal.reason;
      throw createFailure(error, this.#stallMs);
    }
  }
}

function isWebUrl(url: unknown): url is string {
  return typeof url === "string" && /^https?:/i.test(url) && URL.canParse(url);
}

/** The number of bytes of the file; undefined if the headers do not tell. */
function readFileSize(headers: Headers): number | undefined {
  // The length of a compressed body is not that of the file.
  if (headers.has("content-encoding")) return undefined;
  return Number(headers.get("content-length")) || undefined;
}

function createFailure(cause: unknown, stallMs: number): Error {
  if (cause !== EXPIRED)
    return new ConnectionError("the connection to the file's host failed", {
      ...CALL,
      cause,
    });
  const message = `the file's host sent nothing for ${stallMs} ms`;
  return new TimeoutError(message, stallMs, CALL);
}

/** Creates the error for a response without success. Its code tells whether the file has expired or never existed. */
function createRefusalError(
  { status, headers }: Response,
  expiresAt = Infinity,
): ResponseError {
  const message = `the file's host answered ${status}`;
  const response = { status, headers, body: undefined };
  const isGone = status === 403 || status === 404 || status === 410;
  if (!isGone) return new ResponseError(message, response, CALL);
  const isExpired = status === 410 || Date.now() >= expiresAt;
  return isExpired
    ? new ResponseError(
        `${message}: the service keeps files for 7 days`,
        response,
        CALL,
        "output_expired",
      )
    : new ResponseError(message, response, CALL, "output_not_found");
}

/**
 * The part of Node's file module that is used. The module is looked up at run time, because an import would break the
 * bundle of a browser.
 */
interface FileSystem {
  readonly open: (path: string, flags: string) => Promise<FileHandle>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly rm: (path: string, options: { force: boolean }) => Promise<void>;
}

interface FileHandle {
  readonly appendFile: (bytes: Uint8Array) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Downloads a file to `path` and resolves with its number of bytes. The bytes go to a file beside `path`, which is then
 * renamed: `path` holds either the whole file or what was there before.
 */
export async function saveFile(
  fetch: typeof globalThis.fetch,
  output: OutputFile | string,
  path: string,
  options: DownloadOptions,
): Promise<number> {
  const files = findFileSystem();
  const partPath = `${path}.${crypto.randomUUID().slice(0, 8)}.part`;
  const file = await files.open(partPath, "wx");
  let bytes = 0;
  try {
    for await (const piece of await openFile(fetch, output, options)) {
      await file.appendFile(piece);
      bytes += piece.byteLength;
    }
    await file.close();
    await files.rename(partPath, path);
    return bytes;
  } catch (error) {
    await file.close().catch(() => undefined);
    await files.rm(partPath, { force: true });
    throw error;
  }
}

function findFileSystem(): FileSystem {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const files: FileSystem | undefined =
    process?.getBuiltinModule?.("node:fs/promises");
  check(files !== undefined, "path", "needs a runtime with a file system", {
    operation: "download.toFile",
  });
  return files;
}
