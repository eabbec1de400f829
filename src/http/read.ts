import { withTimeout } from "./timeout.js";

/** Longest answer that is read, in bytes: 256 MiB. */
const LONGEST = 2 ** 28;
/** Longest body of a failure that is read, in bytes: 1 MiB. */
const LONGEST_FAILURE = 2 ** 20;
/** Longest wait for the body of a failure, in milliseconds: its status already says what matters. */
const FAILURE_PATIENCE = 5000;

/**
 * Reads the body. That of a failure is cut where it is long, slow or broken. That of a success must be whole: it
 * rejects when cut, and is undefined when longer than is ever read.
 */
export async function readText(
  response: Response,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { ok, headers, body } = response;
  const length = Number(headers.get("content-length") ?? NaN);
  // The announced length bounds what can come.
  if (ok && length <= LONGEST && !headers.has("content-encoding"))
    return response.text();
  const reader = body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let text = "";
  let left = ok ? LONGEST : LONGEST_FAILURE;
  const read = async () => {
    while (left >= 0) {
      const { done, value } = await reader.read();
      text += decoder.decode(value, { stream: !done });
      if (done) return;
      left -= value.byteLength;
    }
  };
  try {
    await (ok ? read() : withTimeout(FAILURE_PATIENCE, signal, read));
  } catch (reason) {
    if (ok || signal.aborted) throw reason;
  }
  // The host may still be sending: let the connection go.
  void reader.cancel().catch(() => undefined);
  return ok && left < 0 ? undefined : text;
}
