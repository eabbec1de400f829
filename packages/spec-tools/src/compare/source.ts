import { DocumentError } from "../document/error.js";
import { readFile } from "node:fs/promises";
import { connectReason } from "../../../../src/http/network-failure.js";

/** The text of a document, with the name that messages show. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

const FETCH_TIMEOUT_MS = 30_000;

/**
 * The text of a file or of a URL.
 *
 * @throws DocumentError when the text cannot be read
 */
export async function readSource(source: string): Promise<string> {
  if (isUrl(source)) return fetchText(source);
  try {
    return await readFile(source, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    throw new DocumentError(
      `the file ${source} cannot be read (${String(code)})`,
      { cause: error },
    );
  }
}

/** The source as a message may show it: a password or the query of a URL may be a secret. */
export function printableSource(source: string): string {
  if (!isUrl(source)) return source;
  const { origin, pathname } = new URL(source);
  return origin + pathname;
}

function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source) && URL.canParse(source);
}

async function fetchText(source: string): Promise<string> {
  const shown = printableSource(source);
  const { username, password } = new URL(source);
  if (username + password)
    throw new DocumentError(
      `${shown}: a URL with a user name or a password cannot be fetched: download the document, and pass its file`,
    );
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  try {
    const response = await fetch(source, { signal });
    const text = await response.text();
    if (response.ok) return text;
    throw new DocumentError(`${shown} responded with ${response.status}`);
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    const reason = signal.aborted
      ? `did not respond within ${FETCH_TIMEOUT_MS / 1000} seconds`
      : `cannot be reached: ${networkReason(error)}`;
    throw new DocumentError(`${shown} ${reason}`);
  }
}

/** Why `fetch` has failed. Only its cause is shown: its own message may repeat the query of the URL. */
function networkReason(error: unknown): string {
  const { cause } = Object(error) as { readonly cause?: unknown };
  const words = cause instanceof Error ? cause.message : "";
  return connectReason(error) || words || "the connection was lost";
}
