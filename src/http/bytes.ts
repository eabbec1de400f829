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
