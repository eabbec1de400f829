import {
  cutInMemory,
  type AnswerRequest,
  type Connection,
} from "../http/connection.js";

/** A `fetch` without a network. It rejects where the connection is cut. */
export function createFetch(answer: AnswerRequest): typeof fetch {
  return (input, init) => fetchInMemory(answer, input, init);
}

/**
 * The caller's signal gets a listener that is removed at the end. A signal that is handed to a Request would keep a
 * listener for as long as the signal lives.
 */
async function fetchInMemory(
  answer: AnswerRequest,
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const ownSignal = input instanceof Request ? input.signal : undefined;
  const signal = init.signal ?? ownSignal;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const request = new Request(input, { ...init, signal: controller.signal });
  return new Promise((resolve, reject) => {
    const abort = () => {
      const reason: unknown = signal?.reason;
      controller.abort();
      reject(reason);
    };
    signal?.addEventListener("abort", abort);
    const connection: Connection = {};
    answer(request, connection)
      .then((response) => cutInMemory(response, connection))
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener("abort", abort));
  });
}
