import { throughMemory, type Wire } from "./connection.js";

/** Answers a request, and says on the wire what is to be done to the connection. */
type Answer = (request: Request, wire: Wire) => Promise<Response>;

/** A `fetch` without a network. It rejects where the connection is to break. */
export function createFetch(answer: Answer): typeof fetch {
  return (input, init) => fetchInMemory(answer, input, init);
}

/** The caller's signal is watched from here and let go afterwards: one put into a Request is never let go. */
async function fetchInMemory(
  answer: Answer,
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const signal =
    init.signal ?? (input instanceof Request ? input.signal : undefined);
  signal?.throwIfAborted();
  const gone = new AbortController();
  const request = new Request(input, { ...init, signal: gone.signal });
  return new Promise((resolve, reject) => {
    const leave = () => {
      const reason: unknown = signal?.reason;
      gone.abort();
      reject(reason);
    };
    signal?.addEventListener("abort", leave);
    const letGo = () => signal?.removeEventListener("abort", leave);
    const wire: Wire = {};
    answer(request, wire)
      .then((response) => throughMemory(response, wire))
      .then(resolve, reject)
      .finally(letGo);
  });
}
