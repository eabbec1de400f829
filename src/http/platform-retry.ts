import { isStream } from "./body.js";
import { READ_METHODS } from "./retry.js";
import { platformFetch } from "./settings.js";

/**
 * Prevents a platform from resending a request by itself. When a reused connection breaks, Deno resends every body that
 * it can replay: a Blob cannot be replayed, and a GET cannot have a body. Bun resends a DELETE or a GET, unless the
 * request has a connection of its own. Node resends every body after 421, except a stream.
 */
export function preventPlatformRetry(
  init: RequestInit,
  fetch: typeof globalThis.fetch,
): void {
  const isGet = READ_METHODS.includes(init.method ?? "");
  // A function that has taken the place of Node's own may expect text.
  const isNodeFetch = fetch === platformFetch && globalThis.fetch === nodeFetch;
  if (isNodeFetch && !isGet) streamBody(init);
  if ("Deno" in globalThis && !isGet && !isStream(init.body))
    init.body = new Blob([(init.body as BlobPart | undefined) ?? ""]);
  if ("Bun" in globalThis && (isGet || init.method === "DELETE"))
    init.keepalive = false;
}

/** Node's own `fetch`; undefined on every other platform. */
const nodeFetch =
  "process" in globalThis &&
  !(
    "Deno" in globalThis ||
    "Bun" in globalThis ||
    "WebSocketPair" in globalThis
  )
    ? globalThis.fetch
    : undefined;

/** Makes a stream of a body that is text or bytes, or of no body. Its length is known, so that the request has the same headers. */
function streamBody(init: RequestInit): void {
  const { body, headers } = init;
  if (isStream(body)) return;
  // A body is text, bytes or a stream.
  const isBytes = body instanceof Uint8Array;
  const bytes = isBytes ? body : new TextEncoder().encode(body as string);
  const stream = new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
  const length = { "content-length": String(bytes.length) };
  Object.assign(init, {
    body: stream,
    duplex: "half",
    headers: { ...(headers as Record<string, string>), ...length },
  });
}

/** Taken from the platform at once: a test may replace it later. Browsers have no such function. */
const { setImmediate: nextTurn } = globalThis as {
  readonly setImmediate?: (act: () => void) => unknown;
};

/**
 * Lets the platform notice which of the connections that it keeps the other side has closed. While a program computes, its
 * event loop stands still, and the platform does not hear of such a close. A request that is written to a closed connection
 * ends without a response, and nobody knows whether it was carried out. The first turn of the event loop reads the end of a
 * connection, and the second one removes the connection. Without `setImmediate`, this does nothing.
 */
export async function noticeClosedConnections(): Promise<void> {
  if (!nextTurn) return;
  for (let turn = 0; turn < 2; turn++)
    await new Promise<void>((resolve) => {
      nextTurn(resolve);
    });
}
