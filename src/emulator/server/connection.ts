/** What is done to the connection of one request, beside its answer: the two ways to serve see to it. */
export interface Wire {
  /** Bytes of the body after which the connection is cut; "reset" cuts it without an answer. */
  cut?: number | "reset";
}

/** What `fetch` gives where there is no socket to cut: it rejects, or the body ends in an error. */
export function throughMemory(response: Response, { cut }: Wire): Response {
  if (cut === undefined) return response;
  if (cut === "reset") throw new TypeError("fetch failed", { cause: broken() });
  const { status, statusText, headers } = response;
  return new Response(truncated(response, cut), {
    ...{ status, statusText, headers },
  });
}

/** The first bytes of the body, then an error. */
function truncated(
  response: Response,
  bytes: number,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(sink) {
      const whole = new Uint8Array(await response.arrayBuffer());
      if (bytes > 0) sink.enqueue(whole.subarray(0, bytes));
    },
    // Asked for more, once the first bytes were read: an error at once would drop them.
    pull: (sink) =>
      sink.error(new TypeError("terminated", { cause: broken() })),
  });
}

function broken(): Error {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
}
