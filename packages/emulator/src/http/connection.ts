/** How the connection of one request is cut. A listening server and the in-memory fetch apply the cut. */
export interface Connection {
  /** "reset" ends the connection without a response; a number ends it after so many bytes of the body. */
  cutAfter?: number | "reset";
  /** Whether the request asks for a WebSocket, on a connection that can become one. */
  readonly isUpgrade?: boolean;
  /** Set where the connection is passed on to a program of this machine, which then answers the request itself. */
  passedOnTo?: PassedOn;
}

/** Where a WebSocket is passed on to. */
export interface PassedOn {
  readonly port: number;
  readonly path: string;
}

/** Answers a request, and sets on the connection whether it is cut. */
export type AnswerRequest = (
  request: Request,
  connection: Connection,
) => Promise<Response>;

/** Applies a cut where there is no socket: fetch rejects, or the body ends in an error. */
export function cutInMemory(
  response: Response,
  { cutAfter }: Connection,
): Response {
  if (cutAfter === undefined) return response;
  if (cutAfter === "reset")
    throw new TypeError("fetch failed", { cause: connectionReset() });
  return new Response(truncatedBody(response, cutAfter), response);
}

/** The first bytes of the body, then an error. */
function truncatedBody(
  response: Response,
  bytes: number,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      const body = await readFirstBytes(response, bytes);
      if (bytes > 0) controller.enqueue(body);
    },
    // Called once the first bytes were read. An earlier error would drop those bytes.
    pull: (controller) =>
      controller.error(
        new TypeError("terminated", { cause: connectionReset() }),
      ),
  });
}

/** The first bytes of a body. The rest is not waited for: a stream may have no end. */
export async function readFirstBytes(
  { body }: Response,
  count: number,
): Promise<ReturnType<Uint8Array["slice"]>> {
  const bytes = new Uint8Array(count);
  let length = 0;
  const reader = body?.getReader();
  while (reader && length < count) {
    const { done, value } = await reader.read();
    if (done) break;
    const part = value.subarray(0, count - length);
    bytes.set(part, length);
    length += part.length;
  }
  void reader?.cancel().catch(() => undefined);
  return bytes.subarray(0, length);
}

function connectionReset(): Error {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
}
