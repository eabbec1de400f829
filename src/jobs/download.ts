import { EXPIRED, onAbort, within } from "../deadline.js";
import {
  ConnectionError,
  InputError,
  ResponseError,
  TimeoutError,
} from "../errors.js";
import { checkMilliseconds } from "../checks.js";
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

/** Opens a file as `Download` says. */
export async function openFile(
  fetch: typeof globalThis.fetch,
  output: OutputFile | string,
  options: DownloadOptions,
): Promise<ReadableStream<Uint8Array>> {
  const { signal, stall = STALL } = options;
  checkMilliseconds("stall", stall, CALL);
  const url = urlOf(output);
  const controller = new AbortController();
  const response = await patiently(stall, signal, controller, () =>
    // The one fetch outside of `attempt`: it has no key to lose.
    fetch(url, { signal: controller.signal }),
  );
  if (!response.ok) throw await refused(response, output);
  return watched(response, controller, options);
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
      throw new ConnectionError("the connection to the file's host failed", {
        ...CALL,
        cause: reason,
      });
    const message = `the file's host was silent for ${stall} ms`;
    throw new TimeoutError(message, stall, CALL);
  }
}

/** The body, each piece within the stall bound; however it ends, the connection is let go. */
function watched(
  response: Response,
  controller: AbortController,
  { signal, stall = STALL, onProgress }: DownloadOptions,
): ReadableStream<Uint8Array> {
  const total = lengthOf(response);
  const reader = response.body?.getReader();
  // Also while nobody reads: the connection would stay open.
  const forget = signal && onAbort(signal, () => controller.abort());
  let bytes = 0;
  const end = () => {
    forget?.();
    controller.abort();
  };
  const pull = async (sink: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      const read = async () => reader?.read();
      const piece = await patiently(stall, signal, controller, read);
      if (!piece?.value) {
        end();
        sink.close();
        return;
      }
      bytes += piece.value.byteLength;
      onProgress?.({ bytes, total });
      sink.enqueue(piece.value);
    } catch (error) {
      end();
      throw error;
    }
  };
  return new ReadableStream({ pull, cancel: end }, { highWaterMark: 0 });
}

/** The length of the file; that of a compressed answer says nothing of it. */
function lengthOf({ headers }: Response): number | undefined {
  const length = headers.get("content-length");
  const isPlain = length !== null && !headers.has("content-encoding");
  return isPlain ? Number(length) : undefined;
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
  const message = `the file's host answered ${status}: ${said}`;
  return new ResponseError(
    message,
    { status, headers, body: undefined },
    CALL,
    code,
  );
}

function urlOf(output: unknown): string {
  const url: unknown =
    typeof output === "string"
      ? output
      : (Object(output) as Partial<OutputFile>).url;
  if (typeof url === "string" && URL.canParse(url) && /^https?:/i.test(url))
    return url;
  throw new InputError(
    "output",
    "the output has no http or https address",
    CALL,
  );
}
