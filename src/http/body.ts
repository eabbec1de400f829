import { isStream, joinBytes, type Bytes } from "./bytes.js";
import type { CallInfo, TransportRequest } from "./request.js";
import { withTimeout } from "./timeout.js";

/** Longest body of a success that is read, in bytes: 256 MiB. */
const MAX_BODY_BYTES = 2 ** 28;
/** The same for the answer to a change: 1 MiB. Such an answer holds no output, and parsing more would block the process. */
const MAX_CHANGE_BYTES = 2 ** 20;
/** The same for an answer of GraphQL, which may list a whole account: 32 MiB. */
const MAX_GRAPHQL_BYTES = 2 ** 25;
/** The calls whose answers may hold a list or an output. */
const LONG_ANSWER = /^GET |\/runsync\b/;
/** Longest body of a failure that is read, and longest part of any unusable body that an error keeps: 64 KiB. */
export const MAX_FAILURE_BYTES = 2 ** 16;
/** Longest wait for the body of a failure: its status already says what matters. */
const FAILURE_TIMEOUT_MS = 5000;

/** The longest body of a success that is read for a call, in bytes. */
export function maxBodyBytes({ surface, route }: CallInfo): number {
  if (surface === "graphql") return MAX_GRAPHQL_BYTES;
  return LONG_ANSWER.test(route) ? MAX_BODY_BYTES : MAX_CHANGE_BYTES;
}

/** The body of a response in one of three forms; none of them if the body is longer than the limit. */
export interface Body {
  readonly text?: string | undefined;
  readonly bytes?: Bytes | undefined;
  /** The unread body; null when there is none. */
  readonly stream?: ReadableStream<Bytes> | null;
  /** The beginning of a body that is longer than the limit. */
  readonly start?: string;
}

/**
 * Reads the body of a success in the form that its request asks for. It has to be whole: a broken body rejects. Its
 * pieces are added to `pieces` as they come.
 */
export async function readSuccess(
  response: Response,
  request: TransportRequest,
  pieces: Bytes[],
): Promise<Body> {
  const { headers, body } = response;
  const { responseAs = "text" } = request;
  if (responseAs === "stream" && (body === null || isStream(body)))
    return { stream: body };
  if (body === null) return { text: "" };
  const isText = responseAs === "text";
  const maxBytes = maxBodyBytes(request.call);
  const length = Number(headers.get("content-length") ?? NaN);
  // A body that is no stream can only be read as a whole.
  if (!isStream(body)) {
    if (length > MAX_BODY_BYTES) {
      discard(body);
      return {};
    }
    if (!isText) return { bytes: new Uint8Array(await response.arrayBuffer()) };
    const text = await response.text();
    if (text.length <= maxBytes) return { text };
    return { start: text.slice(0, MAX_FAILURE_BYTES) };
  }
  const reader = body.getReader();
  // Of a body that is announced as too long, the beginning is enough.
  const limit = length > maxBytes ? MAX_FAILURE_BYTES : maxBytes;
  const isWhole = await readPieces(reader, limit, (piece) => {
    pieces.push(piece);
  });
  if (!isWhole) {
    discard(reader);
    return { start: decode(pieces, MAX_FAILURE_BYTES) };
  }
  return isText ? { text: decode(pieces) } : { bytes: joinBytes(pieces) };
}

/** The text that pieces of a body hold, of all of them or of the first `maxBytes` bytes. */
export function decode(pieces: readonly Bytes[], maxBytes = Infinity): string {
  const joined = joinBytes(firstPieces(pieces, maxBytes));
  return new TextDecoder().decode(joined.subarray(0, maxBytes));
}

/** As many pieces as hold the first `maxBytes` bytes. */
function firstPieces(pieces: readonly Bytes[], maxBytes: number): Bytes[] {
  const first: Bytes[] = [];
  let length = 0;
  for (const piece of pieces) {
    if (length >= maxBytes) break;
    first.push(piece);
    length += piece.byteLength;
  }
  return first;
}

/** The text of a body as far as it has come. */
interface PartialText {
  text: string;
}

/**
 * Reads the body of a failure into `failure`. The body is cut where it is long, slow or broken. An abort of `signal`
 * rejects at once and releases the connection. Resolves with whether the body is whole.
 */
export async function readFailure(
  response: Response,
  signal: AbortSignal,
  failure: PartialText,
): Promise<boolean> {
  const { body } = response;
  if (body === null) return true;
  const decoder = new TextDecoder();
  const reader = isStream(body) ? body.getReader() : undefined;
  const read = async () => {
    if (reader)
      return readPieces(reader, MAX_FAILURE_BYTES, (piece) => {
        failure.text += decoder.decode(piece, { stream: true });
      });
    failure.text = await response.text();
    return true;
  };
  try {
    return await withTimeout(FAILURE_TIMEOUT_MS, signal, read);
  } catch (reason) {
    if (signal.aborted) throw reason;
    return false;
  } finally {
    // The service may still be sending.
    discard(reader ?? body);
    failure.text = failure.text.slice(0, MAX_FAILURE_BYTES);
  }
}

/** Reads a stream to its end. Resolves with false if it is longer than `maxBytes`. */
async function readPieces(
  reader: ReadableStreamDefaultReader<Bytes>,
  maxBytes: number,
  take: (piece: Bytes) => void,
): Promise<boolean> {
  let remainingBytes = maxBytes;
  while (remainingBytes >= 0) {
    const { done, value } = await reader.read();
    if (done) return true;
    take(value);
    remainingBytes -= value.byteLength;
  }
  return false;
}

/** Releases the connection of a body that is not read to its end: a stream of any kind, or its reader. */
export function discard(body: unknown): void {
  const { cancel, destroy } = Object(body) as Partial<
    Record<"cancel" | "destroy", () => unknown>
  >;
  const release = async () => {
    await (cancel ?? destroy)?.call(body);
  };
  void release().catch(() => undefined);
}
