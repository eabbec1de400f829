/** Bytes in a buffer of their own. TypeScript below 5.7 has no generic `Uint8Array` and needs this spelling. */
export type Bytes = ReturnType<Uint8Array["slice"]>;

/** Longest body of a success that is read, in bytes: 256 MiB. */
const MAX_BODY_BYTES = 2 ** 28;
/** The same for the response to a change: 1 MiB. Such a response holds no output, and parsing more would block the process. */
const MAX_CHANGE_BYTES = 2 ** 20;
/** The same for a response of GraphQL, which may list a whole account: 32 MiB. */
const MAX_GRAPHQL_BYTES = 2 ** 25;
/** The calls whose responses may hold a list or an output. */
const LONG_ANSWER = /^GET |\/runsync\b/;
/** Longest body of a failure that is read, and longest part of any unusable body that an error keeps: 64 KiB. */
export const MAX_FAILURE_BYTES = 2 ** 16;

/** The longest body of a success that is read for a call, in bytes. */
export function maxBodyBytes(surface: string, route: string): number {
  if (surface === "graphql") return MAX_GRAPHQL_BYTES;
  return LONG_ANSWER.test(route) ? MAX_BODY_BYTES : MAX_CHANGE_BYTES;
}

/**
 * Whether a body is a stream of the platform. Some implementations of `fetch` have other streams or none: their
 * responses can be read as a whole only.
 */
export function isStream(body: unknown): body is ReadableStream<Bytes> {
  const stream = body as { readonly getReader?: unknown } | null | undefined;
  return typeof stream?.getReader === "function";
}

/** A response, or the request that a webhook delivers. */
type Message = Pick<Response, "body" | "headers" | "text" | "arrayBuffer">;

/** Reads the body of a response. What has come is not lost when the body breaks off. */
export class BodyReader {
  readonly #pieces: Bytes[] = [];
  #reader: ReadableStreamDefaultReader<Bytes> | undefined;

  /** The bytes that have come so far. */
  get bytes(): Bytes {
    return joinBytes(this.#pieces);
  }

  /**
   * Reads a body to its end, and resolves with whether it is whole: a body that is longer than `maxBytes` is cut, and its
   * connection is released.
   */
  async read(message: Message, maxBytes: number): Promise<boolean> {
    const { body, headers } = message;
    if (body === null) return true;
    const length = Number(headers.get("content-length") ?? NaN);
    // If the announced length is over the limit, only the beginning is read.
    const isTooLong = length > maxBytes;
    let remainingBytes = isTooLong
      ? Math.min(maxBytes, MAX_FAILURE_BYTES)
      : maxBytes;
    // A body that is no stream can only be read as a whole.
    if (!isStream(body)) {
      if (isTooLong) return false;
      this.#pieces.push(await readWhole(message));
      return this.bytes.length <= maxBytes;
    }
    this.#reader = body.getReader();
    while (remainingBytes >= 0) {
      const { done, value } = await this.#reader.read();
      if (done) return true;
      this.#pieces.push(value);
      remainingBytes -= value.byteLength;
    }
    this.release();
    return false;
  }

  /** Releases the connection of a body that is not read to its end. */
  release(): void {
    discard(this.#reader);
  }
}

/** Reads the body of a response as a whole: as text where it is text by its type, because React Native reads only text. */
async function readWhole(message: Message): Promise<Bytes> {
  return isText(message.headers)
    ? new TextEncoder().encode(await message.text())
    : new Uint8Array(await message.arrayBuffer());
}

/** Whether a body is text by its type. A body without a type may well be JSON. */
function isText(headers: Headers): boolean {
  const type = headers.get("content-type") ?? "application/json";
  return /json|text|urlencoded/i.test(type);
}

/** One array with the bytes of all pieces. */
function joinBytes(pieces: readonly Bytes[]): Bytes {
  const [first] = pieces;
  // Most bodies come in one piece.
  if (first && pieces.length === 1) return first;
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.byteLength;
  }
  return joined;
}

/** The text that bytes hold; of more than `maxBytes` bytes, their beginning. */
export function decode(bytes: Bytes, maxBytes = Infinity): string {
  return new TextDecoder().decode(bytes.subarray(0, maxBytes));
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
