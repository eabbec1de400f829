// @ts-check
import { createClient } from "cloud-compute-sdk";
import { createEmulator } from "cloud-compute-emulator";

/** A client of an emulator on a socket. */
export async function start() {
  const emulator = createEmulator({ speed: 20 });
  const { urls } = await emulator.listen();
  const cloud = createClient({ apiKey: emulator.apiKey, ...urls });
  return { emulator, cloud };
}

/** A stream as a worker sends it. */
export const RECORDED = [
  `data: {"id":"c-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}`,
  `data: {"id":"c-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"Leuchttürme "},"finish_reason":null}]}`,
  `data: {"id":"c-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"灯台"},"finish_reason":null}]}`,
  `data: {"id":"c-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`,
  `data: [DONE]`,
]
  .map((event) => `${event}\n\n`)
  .join("");
export const RECORDED_TEXT = "Leuchttürme 灯台";

/**
 * A client whose service sends the recorded stream up to a byte.
 *
 * @param {() => number} cutAt
 */
export function createCutClient(cutAt) {
  const bytes = new TextEncoder().encode(RECORDED);
  return createClient({
    apiKey: "a-key-of-some-length",
    publicBaseUrl: "https://jobs.test",
    fetch: async () =>
      new Response(bytes.slice(0, cutAt()), {
        headers: { "content-type": "text/event-stream" },
      }),
  });
}

/** How many bytes the recorded stream has. */
export const RECORDED_BYTES = new TextEncoder().encode(RECORDED).length;
