import { EXPIRED, within } from "../deadline.js";
import {
  ConnectionError,
  InputError,
  ResponseError,
  TimeoutError,
} from "../errors.js";
import { checkMilliseconds, type Settings } from "../settings.js";
import type { OutputFile } from "./outputs.js";

/** How to fetch a file that a model made. */
export interface DownloadOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Longest silence of the file's host in milliseconds; a download that goes on has no bound.
   * @default 30000
   */
  readonly stall?: number | undefined;
  /** Called with each piece that has come. */
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
}

/** How far a download has come. */
export interface DownloadProgress {
  /** Bytes so far. */
  readonly bytes: number;
  /** Bytes in all, where the host says. */
  readonly total: number | undefined;
}

/** Fetches a file that a model made. The key is never sent to the file's host. */
export interface Download {
  /**
   * The bytes as a stream.
   *
   * @throws ResponseError with code `output_expired` or `output_not_found` where the file is gone
   */
  (
    output: OutputFile | string,
    options?: DownloadOptions,
  ): Promise<ReadableStream<Uint8Array>>;
  /**
   * Where there are files (Node, Bun, Deno): writes beside `path` and renames, so that `path` is whole or as it was;
   * resolves with the number of bytes.
   */
  toFile(
    output: OutputFile | string,
    path: string,
    options?: DownloadOptions,
  ): Promise<number>;
}

const STALL = 30_000;
const CALL = { operation: "download", route: "GET (file)" } as const;

export function createDownload({ fetch }: Settings): Download {
  const open = async (
    output: OutputFile | string,
    options: DownloadOptions = {},
  ) => {
    const { signal, stall = STALL } = options;
    checkMilliseconds("stall", stall, "download");
    const url = typeof output === "string" ? output : output.url;
    checkUrl(url);
    const controller = new AbortController();
    const response = await patiently(stall, signal, controller, () =>
      // The one fetch outside of `attempt`: it has no key to lose.
      fetch(url, { signal: controller.signal }),
    );
    if (!response.ok) throw await refused(response, output);
    return watched(response, controller, options);
  };
  return Object.assign(open, {
    toFile: async (
      output: OutputFile | string,
      path: string,
      options?: DownloadOptions,
    ) => writeBeside(path, await open(output, options)),
  });
}

/** Runs one step of a download; silence or an abort ends the whole of it. */
async function patiently<T>(
  stall: number,
  signal: AbortSignal | undefined,
  controller: AbortController,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await within(stall, signal, act);
  } catch (reason) {
    controller.abort();
    if (signal?.aborted) throw signal.reason;
    if (reason !== EXPIRED)
      throw new ConnectionError(
        "download: the connection to the file's host failed",
        { ...CALL, cause: reason },
      );
    const message = `download: the file's host was silent for ${stall} ms`;
    throw new TimeoutError(message, stall, CALL);
  }
}

/** The body, each piece within the stall bound. */
function watched(
  response: Response,
  controller: AbortController,
  { signal, stall = STALL, onProgress }: DownloadOptions,
): ReadableStream<Uint8Array> {
  const length = Number(response.headers.get("content-length") ?? NaN);
  const total = Number.isNaN(length) ? undefined : length;
  const reader = response.body?.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(sink) {
        const piece = await patiently(stall, signal, controller, async () =>
          reader?.read(),
        );
        if (!piece?.value) {
          sink.close();
          return;
        }
        bytes += piece.value.byteLength;
        onProgress?.({ bytes, total });
        sink.enqueue(piece.value);
      },
      cancel: () => controller.abort(),
    },
    { highWaterMark: 0 },
  );
}

/** Says whether a missing file has expired or was never there. */
async function refused(
  response: Response,
  output: OutputFile | string,
): Promise<ResponseError> {
  await response.body?.cancel().catch(() => undefined);
  const { status, headers } = response;
  const isGone = status === 403 || status === 404 || status === 410;
  const isOld = typeof output !== "string" && Date.now() >= output.expiresAt;
  const isExpired = status === 410 || (isGone && isOld);
  const [code, said] = isExpired
    ? ["output_expired", "the file has expired: files are kept for 7 days"]
    : isGone
      ? ["output_not_found", "there is no such file"]
      : ["response_error", "the file cannot be had"];
  const message = `download: the file's host answered ${status}: ${said}`;
  return new ResponseError(
    message,
    { status, headers, body: undefined },
    CALL,
    code,
  );
}

function checkUrl(url: unknown): void {
  if (typeof url === "string" && URL.canParse(url) && /^https?:/i.test(url))
    return;
  throw new InputError(
    "output",
    "download: the output has no http or https address",
    CALL,
  );
}

/** The file modules, asked for at run time: an import would break every bundle for a browser. */
interface Files {
  readonly open: (
    path: string,
    flags: string,
  ) => Promise<{
    readonly write: (bytes: Uint8Array) => Promise<unknown>;
    readonly close: () => Promise<void>;
  }>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly rm: (path: string, options: { force: boolean }) => Promise<void>;
}

async function writeBeside(
  path: string,
  stream: ReadableStream<Uint8Array>,
): Promise<number> {
  const files = filesOf(globalThis);
  const beside = `${path}.${crypto.randomUUID().slice(0, 8)}.part`;
  const file = await files.open(beside, "wx");
  let bytes = 0;
  try {
    for (const reader = stream.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      await file.write(value);
      bytes += value.byteLength;
    }
    await file.close();
    await files.rename(beside, path);
    return bytes;
  } catch (error) {
    await file.close().catch(() => undefined);
    await files.rm(beside, { force: true });
    throw error;
  }
}

function filesOf({ process }: { process?: Partial<NodeJS.Process> }): Files {
  const files = process?.getBuiltinModule?.("node:fs/promises");
  if (files) return files;
  throw new InputError(
    "path",
    "download.toFile: this platform has no files; use the stream",
  );
}
