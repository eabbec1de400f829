/** Bytes in a buffer of their own. TypeScript below 5.7 has no generic `Uint8Array` and needs this spelling. */
export type Bytes = ReturnType<Uint8Array["slice"]>;

/**
 * Whether a body is a stream of the platform. Some implementations of `fetch` have other streams or none: their
 * responses can be read as a whole only.
 */
export function isStream(body: unknown): body is ReadableStream<Bytes> {
  const { getReader } = Object(body) as { getReader?: unknown };
  return typeof getReader === "function";
}

/** One array with the bytes of all pieces. */
export function joinBytes(pieces: readonly Bytes[]): Bytes {
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
