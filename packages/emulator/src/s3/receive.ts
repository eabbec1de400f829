import { nodeModules } from "./node-modules.js";
import { S3Refusal } from "./refusal.js";

/** A larger body is refused by the gateway before the service, whatever the service itself would take. */
const MAX_BODY_BYTES = 100_000_000;
/** The list of 10,000 parts that completes an upload takes about a megabyte. */
const MAX_TEXT_BYTES = 4_000_000;

/** A body that was received. */
interface ReceivedFile {
  readonly size: number;
  /** The MD5 of the bytes. */
  readonly etag: string;
}

/**
 * Writes the body of a request to a file. `payloadHash` is what its signature says of the body; `reserve` is called before
 * each piece is written.
 *
 * @throws S3Refusal for a body that is too large, that ends early, or whose hash is another one
 */
export async function receiveFile(
  request: Request,
  payloadHash: string,
  path: string,
  reserve: (bytes: number) => void,
): Promise<ReceivedFile> {
  if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES)
    throw new BodyTooLarge();
  const { crypto, fs } = nodeModules();
  const md5 = crypto.createHash("md5");
  let size = 0;
  const file = await fs.promises.open(path, "w");
  try {
    for await (const piece of payloadOf(request, payloadHash)) {
      size += piece.length;
      if (size > MAX_BODY_BYTES) throw new BodyTooLarge();
      reserve(piece.length);
      md5.update(piece);
      await file.writeFile(piece);
    }
  } finally {
    await file.close();
  }
  return { size, etag: md5.digest("hex") };
}

/** Reads a short body as text. */
export async function receiveText(
  request: Request,
  payloadHash: string,
): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of payloadOf(request, payloadHash)) {
    size += piece.length;
    if (size > MAX_TEXT_BYTES) throw new BodyTooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** What the gateway before the service refuses with a page of its own. */
export class BodyTooLarge extends Error {}

/** The bytes of a body, without the frames in which the clients of AWS send a body whose hash they do not know. */
async function* payloadOf(
  request: Request,
  payloadHash: string,
): AsyncGenerator<Uint8Array> {
  const pieces = piecesOf(request);
  if (payloadHash.startsWith("STREAMING-")) yield* withoutFrames(pieces);
  else if (payloadHash === "UNSIGNED-PAYLOAD") yield* pieces;
  else yield* verified(pieces, payloadHash);
}

/** The pieces of a body. One whose connection was cut ends before its length. */
async function* piecesOf(request: Request): AsyncGenerator<Uint8Array> {
  const length = request.headers.get("content-length");
  let left = Number(length);
  const reader = request.body?.getReader();
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) break;
      left -= value.length;
      yield value;
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
  if (length !== null && left !== 0)
    throw new S3Refusal("IncompleteBody", "the body ends early");
}

async function* verified(
  pieces: AsyncIterable<Uint8Array>,
  expected: string,
): AsyncGenerator<Uint8Array> {
  const hash = nodeModules().crypto.createHash("sha256");
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest("hex") !== expected)
    throw new S3Refusal(
      "XAmzContentSHA256Mismatch",
      "the body is not the one that was signed",
    );
}

/**
 * Each frame has its length in hexadecimal digits, perhaps a signature, a line break, its bytes and a line break. The frame
 * of length 0 ends the body; checksums may follow.
 */
async function* withoutFrames(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0);
  let left = 0;
  let isBetween = false;
  let isOver = false;
  for await (const piece of pieces) {
    if (isOver) continue;
    rest = Buffer.concat([rest, piece]);
    for (;;) {
      const bytes = rest.subarray(0, left);
      rest = rest.subarray(bytes.length);
      left -= bytes.length;
      if (bytes.length > 0) yield bytes;
      const lineFrom = isBetween ? 2 : 0;
      const lineEnd = left > 0 ? -1 : rest.indexOf("\r\n", lineFrom);
      if (lineEnd < 0) break;
      left = parseInt(rest.toString("latin1", lineFrom, lineEnd), 16);
      rest = rest.subarray(lineEnd + 2);
      isBetween = true;
      isOver = !(left > 0);
      if (isOver) break;
    }
  }
  if (left !== 0 || !isOver)
    throw new S3Refusal(
      "IncompleteBody",
      "the body ends before its last frame",
    );
}
