import { check, checkMilliseconds } from "../checks.js";
import { EXPIRED, onAbort, withTimeout } from "../http/timeout.js";
import { ConnectionError, ResponseError, TimeoutError } from "../errors.js";
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

/** Opens a file as `Download` says; however it ends, the connection is let go. */
export async function openFile(
  fetch: typeof globalThis.fetch,
  output: OutputFile | string,
  { signal, stall = STALL, onProgress }: DownloadOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  checkMilliseconds("stall", stall, CALL);
  const { url = output, expiresAt } = Object(output) as Partial<OutputFile>;
  check(isAddress(url), "output", "has no http or https address", CALL);
  const connection = new AbortController();
  const end = () => {
    forget?.();
    connection.abort();
  };
  // Also while nobody reads: the connection would stay open.
  const forget = signal && onAbort(signal, end);
  /** Waits for one step; silence or an abort ends the whole. */
  const patiently = <T>(step: () => Promise<T>) =>
    withTimeout(stall, signal, step).catch((reason: unknown) => {
      end();
      throw signal?.aborted ? signal.reason : failure(reason, stall);
    });
  // The one fetch outside of `tryOnce`: it has no key to lose.
  const init = { signal: connection.signal };
  const response = await patiently(async () => fetch(url, init));
  if (!response.ok) {
    end();
    throw refusal(response, expiresAt);
  }
  // The length of a compressed answer says nothing of the file's.
  const isPlain = !response.headers.has("content-encoding");
  const length = Number(response.headers.get("content-length"));
  const total = (isPlain && length) || undefined;
  const reader = response.body?.getReader();
  let bytes = 0;
  const pull = async (sink: ReadableStreamDefaultController<Uint8Array>) => {
    const { value } = (await patiently(async () => reader?.read())) ?? {};
    if (!value) {
      end();
      sink.close();
      return;
    }
    bytes += value.byteLength;
    try {
      onProgress?.({ bytes, total });
    } catch (error) {
      end();
      throw error;
    }
    sink.enqueue(value);
  };
  return new ReadableStream({ pull, cancel: end }, { highWaterMark: 0 });
}

function isAddress(url: unknown): url is string {
  return typeof url === "string" && /^https?:/i.test(url) && URL.canParse(url);
}

function failure(cause: unknown, stall: number): Error {
  return cause === EXPIRED
    ? new TimeoutError(
        `the file's host was silent for ${stall} ms`,
        stall,
        CALL,
      )
    : new ConnectionError("the connection to the file's host failed", {
        ...CALL,
        cause,
      });
}

/** Says whether a missing file has expired or was never there. */
function refusal(
  { status, headers }: Response,
  expiresAt = Infinity,
): ResponseError {
  const isGone = [403, 404, 410].includes(status);
  const isExpired = status === 410 || (isGone && Date.now() >= expiresAt);
  const said = isExpired ? ": files are kept for 7 days" : "";
  const code = isExpired
    ? "output_expired"
    : isGone
      ? "output_not_found"
      : undefined;
  return new ResponseError(
    `the file's host answered ${status}${said}`,
    { status, headers, body: undefined },
    CALL,
    code,
  );
}
