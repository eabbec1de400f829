import { EXPIRED, within } from "./deadline.js";

/** Longest answer that is read, in bytes: 256 MiB. */
const LONGEST = 256 * 2 ** 20;
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
  if (response.ok)
    return isShort(response)
      ? response.text()
      : readChunks(response.body?.getReader(), LONGEST, () => undefined);
  const reader = response.body?.getReader();
  let text = "";
  const keep = (soFar: string) => (text = soFar);
  try {
    await within(FAILURE_PATIENCE, signal, () =>
      readChunks(reader, LONGEST_FAILURE, keep),
    );
  } catch (reason) {
    if (signal.aborted) throw reason;
    // The host is still silent: let the connection go.
    if (reason === EXPIRED) void reader?.cancel().catch(() => undefined);
  }
  return text;
}

/** Whether the announced length bounds what can come. */
function isShort({ headers }: Response): boolean {
  const length = headers.get("content-length");
  return (
    length !== null &&
    Number(length) <= LONGEST &&
    !headers.has("content-encoding")
  );
}

async function readChunks(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  longest: number,
  onText: (soFar: string) => void,
): Promise<string | undefined> {
  if (!reader) return "";
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    onText(text);
    if (done) return text;
    bytes += value.byteLength;
    if (bytes <= longest) continue;
    await reader.cancel();
    return undefined;
  }
}
