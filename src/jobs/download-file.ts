import {
  check,
  checkCallbacks,
  checkMilliseconds,
  checkOptions,
  type OptionNames,
} from "../checks.js";
import {
  CloudComputeError,
  ConnectionError,
  ResponseError,
  TimeoutError,
  type ResponseErrorCode,
} from "../errors.js";
import { isResponse } from "../http/attempt.js";
import { BodyReader, decode } from "../http/body.js";
import { showReason } from "../http/reason.js";
import { redactCause, redactHeaders, replaceAll } from "../http/redact.js";
import { askedPause, mayReadAgain, retryDelay } from "../http/retry.js";
import { streamOfPieces } from "../http/streams.js";
import { EXPIRED, onAbort, sleep, withTimeout } from "../http/timeout.js";
import type { Settings } from "../http/settings.js";
import { extensionOf, readContentType, suggestName } from "./file-name.js";
import { isDataUrl, openDataUrl } from "./inline-file.js";
import { isWebUrl, type OutputFile } from "./outputs.js";

/** How to download a file that a model made. */
export interface DownloadOptions {
  /** Ends the download at once; it rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The longest time that the whole download may take, in milliseconds, up to its last byte. The wait for the job of a
   * handle counts.
   *
   * @default no limit
   */
  readonly timeout?: number | undefined;
  /**
   * The longest time in which the file's host may send nothing, in milliseconds.
   *
   * @default 30000
   */
  readonly stall?: number | undefined;
  /**
   * Called with each piece that arrives, and awaited before the next piece. An error that it throws, or a rejection, ends
   * the download. A download to disk that has lost its connection begins again, and counts from 0.
   */
  readonly onProgress?: ((progress: DownloadProgress) => unknown) | undefined;
}

/** How far a download has come. */
export interface DownloadProgress {
  /** The number of bytes so far. */
  readonly bytes: number;
  /** The number of bytes of the whole file; undefined if the host does not say. */
  readonly total: number | undefined;
}

/** A file as it arrives: a stream of bytes, and what the file's host says of the file. */
export interface FileStream extends ReadableStream<Uint8Array> {
  /** The media type, in lower case and without parameters: `image/png`. Undefined if the host does not say. */
  readonly contentType: string | undefined;
  /**
   * A name to store the file under: the one that the host suggests, else the last part of the address. It holds no folder
   * and no special character, and it has an extension where the type of the file is known.
   */
  readonly suggestedName: string;
}

const DEFAULT_STALL_MS = 30_000;
const CALL = { operation: "download", route: "GET (file)" } as const;

const DOWNLOAD_OPTIONS: OptionNames<DownloadOptions> = {
  signal: true,
  timeout: true,
  stall: true,
  onProgress: true,
};

/** Throws an `InputError` for an option of a download that is not valid. */
export function checkDownloadOptions(options: DownloadOptions): void {
  checkOptions(options, DOWNLOAD_OPTIONS, CALL);
  const { timeout, stall, onProgress } = options;
  checkMilliseconds("timeout", timeout, CALL);
  checkMilliseconds("stall", stall, CALL);
  checkCallbacks({ onProgress }, CALL);
}

/** How often a file is asked for whose host is busy, fails or loses the connection. */
const MAX_ATTEMPTS = 4;

/**
 * Runs a download, and begins again where another attempt may succeed. `download` receives when the call began, on the
 * clock of `performance.now()`.
 */
export async function withRetries<T>(
  { signal, timeout = Infinity }: DownloadOptions,
  download: (begunAt: number) => Promise<T>,
  begunAt = performance.now(),
): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await download(begunAt);
    } catch (error) {
      const pauseMs = delayBeforeRetry(error, attempt);
      if (pauseMs >= begunAt + timeout - performance.now()) throw error;
      await sleep(pauseMs, signal);
    }
}

/** The pause before a file is asked for again, in milliseconds; infinite when it must not be. */
function delayBeforeRetry(error: unknown, attempt: number): number {
  // An error of `onProgress` ends the download, also one of another call.
  const isOwn =
    error instanceof CloudComputeError && error.operation === CALL.operation;
  if (!isOwn || attempt === MAX_ATTEMPTS) return Infinity;
  if (error instanceof ConnectionError)
    return retryDelay(attempt, undefined, Math.random());
  if (!(error instanceof ResponseError) || !mayReadAgain(error.status))
    return Infinity;
  return retryDelay(attempt, askedPause(error.headers), Math.random());
}

/** Opens a file as a stream. However the download ends, its connection is closed. */
export function openFile(
  client: DownloadClient,
  output: OutputFile | string,
  options: DownloadOptions,
  begunAt: number,
): Promise<FileStream> {
  const open = async () => {
    const file = await requestFile(client, output, options, begunAt);
    return describeStream(file, streamBody(file, options));
  };
  return withRetries(options, open, begunAt);
}

function describeStream(
  { url, response: { headers } }: FileResponse,
  stream: ReadableStream<Uint8Array>,
): FileStream {
  return Object.assign(stream, {
    contentType: readContentType(headers),
    suggestedName: suggestName(url, headers),
  });
}

/**
 * Opens a file as a stream that ends only when the whole file has come: as many bytes as the file's host has announced, or
 * all chunks of a chunked body. Any other body, and a compressed one, is refused: what came could be a part of the file.
 */
export async function openWholeFile(
  client: DownloadClient,
  output: OutputFile | string,
  options: DownloadOptions,
  begunAt: number,
): Promise<FileStream> {
  const headers = { "accept-encoding": "identity" };
  const file = await requestFile(client, output, options, begunAt, headers);
  const { response, connection } = file;
  const { headers: received } = response;
  const announced = readFileSize(received);
  if (announced === undefined && !isChunked(received)) {
    connection.close();
    const problem = isCompressed(received)
      ? "compresses the file, so that the end of the file cannot be checked"
      : "neither announces the length of the file nor sends the file in chunks on a kept connection, so that its end cannot be checked";
    throw createResponseError(
      file,
      `the file's host ${problem}: read the stream of \`cloud.download\` instead`,
      "invalid_response",
    );
  }
  const stream = streamBody(file, options, (bytes) => {
    if (announced !== undefined && bytes !== announced)
      throw new ConnectionError(
        `the file's host sent ${bytes} bytes of a file of ${announced} bytes`,
        CALL,
        response.status,
      );
  });
  return describeStream(file, stream);
}

/** What a download needs of its client. The keys are never sent: they are redacted where a host repeats them. */
export type DownloadClient = Pick<Settings, "fetch" | "keys">;

/** Redacts keys, and the query and the fragment of the file's address: they may be credentials. */
type RedactText = (text: string) => string;

/** A response that holds a file. */
interface FileResponse {
  readonly url: string;
  readonly response: Response;
  readonly connection: FileConnection;
  readonly redact: RedactText;
}

/** Requests a file; rejects when the response is not the file. */
async function requestFile(
  { fetch, keys }: DownloadClient,
  output: OutputFile | string,
  options: DownloadOptions,
  begunAt: number,
  headers?: HeadersInit,
): Promise<FileResponse> {
  const {
    url = output,
    expiresAt,
    kind,
  } = Object(output) as Partial<OutputFile>;
  if (typeof url === "string" && isDataUrl(url))
    return openInlineFile(url, options, begunAt);
  check(isWebUrl(url), "output", "has no http or https URL", CALL);
  const { username, password, search, hash } = new URL(url);
  check(
    username === "" && password === "",
    "output",
    "has a URL with a user name or password, which fetch does not send: remove both from the URL",
    CALL,
  );
  const redact = (text: string) =>
    replaceAll(keys.redact(text), [search, hash], "[query]");
  const connection = new FileConnection(options, redact, begunAt);
  // The one `fetch` that does not go through the transport: the request carries no key.
  const response = await connection.waitFor(
    async () =>
      fetch(url, { signal: connection.signal, ...(headers && { headers }) }),
    "failed",
  );
  if (!isResponse(response)) {
    connection.close();
    const problem = "the option `fetch` resolved with no Response";
    throw new ConnectionError(problem, CALL);
  }
  const file = { url, response, connection, redact };
  if (response.status !== 200 || isPageInstead(response, url, kind))
    throw await createRefusalError(file, expiresAt);
  return file;
}

/** Opens a file that its URL holds. */
function openInlineFile(
  url: string,
  options: DownloadOptions,
  begunAt: number,
): FileResponse {
  const response = openDataUrl(url);
  check(response, "output", "has a data: URL that cannot be decoded", CALL);
  const redact = (text: string) => text;
  const connection = new FileConnection(options, redact, begunAt);
  return { url, response, connection, redact };
}

/** Whether a gateway has answered with a page in place of the file, such as a portal does. */
function isPageInstead(
  { headers }: Response,
  url: string,
  kind: OutputFile["kind"] = "other",
): boolean {
  if (readContentType(headers) !== "text/html") return false;
  const extension = extensionOf(new URL(url).pathname);
  return kind !== "other" || !["", ".html", ".htm"].includes(extension);
}

/** The body of a response as a stream. `checkEnd` may throw when all bytes have come. */
function streamBody(
  { response: { headers, body, status }, connection }: FileResponse,
  { onProgress }: DownloadOptions,
  checkEnd?: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const total = readFileSize(headers);
  const reader = body?.getReader();
  let bytes = 0;
  return streamOfPieces({
    next: async () => {
      const read = await connection.waitFor(
        async () => reader?.read(),
        "broke off",
        status,
      );
      const piece = read?.value;
      if (piece) {
        bytes += piece.byteLength;
        await onProgress?.({ bytes, total });
      } else {
        checkEnd?.(bytes);
      }
      return piece;
    },
    release: () => connection.close(),
  });
}

/** The connection of one download. */
class FileConnection {
  readonly #controller = new AbortController();
  readonly #signal: AbortSignal | undefined;
  readonly #stallMs: number;
  readonly #timeoutMs: number;
  readonly #endsAt: number;
  readonly #redact: RedactText;
  readonly #unlisten: (() => void) | undefined;

  constructor(
    { signal, stall = DEFAULT_STALL_MS, timeout = Infinity }: DownloadOptions,
    redact: RedactText,
    begunAt: number,
  ) {
    this.#signal = signal;
    this.#stallMs = stall;
    this.#timeoutMs = timeout;
    this.#endsAt = begunAt + timeout;
    this.#redact = redact;
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

  /**
   * Waits for one step of the download. Silence, the timeout, an abort or a failure closes the connection. `problem` says
   * what has become of the connection when the step fails, and `status` is that of a response whose body it was.
   */
  async waitFor<T>(
    step: () => Promise<T>,
    problem: string,
    status?: number,
  ): Promise<T> {
    const remainingMs = this.#endsAt - performance.now();
    const limitMs = Math.min(this.#stallMs, remainingMs);
    try {
      return await withTimeout(limitMs, this.#signal, step);
    } catch (error) {
      this.close();
      if (this.#signal?.aborted) throw this.#signal.reason;
      if (error !== EXPIRED)
        throw new ConnectionError(
          `the connection to the file's host ${problem}`,
          { ...CALL, cause: redactCause(error, this.#redact) },
          status,
        );
      throw limitMs === remainingMs
        ? createTimeoutError("timeout", this.#timeoutMs)
        : createTimeoutError("stall", this.#stallMs);
    }
  }
}

/** The number of bytes of the file; undefined if the headers do not say. */
function readFileSize(headers: Headers): number | undefined {
  // The length of a compressed body is not that of the file.
  if (isCompressed(headers)) return undefined;
  const length = headers.get("content-length") ?? "";
  return /^\d+$/.test(length) ? Number(length) : undefined;
}

/**
 * Whether the body is sent in chunks, the last of which marks its end: reading a body that is cut before fails. The
 * `fetch` of Node takes the end of a connection that is not kept for the end of such a body, so the host must keep it.
 */
function isChunked(headers: Headers): boolean {
  const holds = (name: string, value: string) =>
    headers.get(name)?.toLowerCase() === value;
  return (
    holds("transfer-encoding", "chunked") &&
    holds("connection", "keep-alive") &&
    !isCompressed(headers)
  );
}

function isCompressed(headers: Headers): boolean {
  return (headers.get("content-encoding") ?? "identity") !== "identity";
}

function createTimeoutError(
  option: "timeout" | "stall",
  limitMs: number,
): TimeoutError {
  const message =
    option === "stall"
      ? `the file's host sent nothing for ${limitMs} ms`
      : `the file had not come in time (timeout: ${limitMs} ms)`;
  return new TimeoutError(message, limitMs, CALL);
}

/** Creates the error for a response that is not the file. Its code says whether the file has expired or never existed. */
async function createRefusalError(
  file: FileResponse,
  expiresAt = Infinity,
): Promise<ResponseError> {
  const { status, ok } = file.response;
  const reason = ok ? "" : await readReason(file);
  file.connection.close();
  const message = `the file's host answered ${status}${reason && `: ${reason}`}`;
  if (ok)
    return createResponseError(
      file,
      status === 200
        ? `${message} with a page in place of the file`
        : `${message}, which is not the whole file`,
      "invalid_response",
    );
  const isGone = status === 403 || status === 404 || status === 410;
  if (!isGone) return createResponseError(file, message);
  const isExpired =
    status === 410 || Date.now() >= expiresAt || /\bexpired\b/i.test(reason);
  return isExpired
    ? createResponseError(
        file,
        `${message}: the service keeps files for 7 days`,
        "output_expired",
      )
    : createResponseError(file, message, "output_not_found");
}

/** The longest beginning of a refusal that is read, in bytes, and how long it may take. */
const MAX_REASON_BYTES = 16_384;
const REASON_TIMEOUT_MS = 2000;

/** Why the host refuses, in its own words: the message of its XML or JSON, or a short text. Empty where it says nothing. */
async function readReason({
  response,
  connection,
  redact,
}: FileResponse): Promise<string> {
  const body = new BodyReader();
  await withTimeout(REASON_TIMEOUT_MS, connection.signal, () =>
    body.read(response, MAX_REASON_BYTES),
  ).catch(() => false);
  const text = decode(body.bytes, MAX_REASON_BYTES);
  const inXml = /<Message>([^<]*)<\/Message>/i.exec(text)?.[1];
  return showReason(inXml ?? text, redact);
}

function createResponseError(
  { response: { status, headers }, redact }: FileResponse,
  message: string,
  code?: ResponseErrorCode,
): ResponseError {
  const response = {
    status,
    headers: redactHeaders(headers, redact),
    body: undefined,
  };
  return new ResponseError(message, response, CALL, code);
}
