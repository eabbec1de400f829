import { DocumentError } from "../document/error.js";
import { readFile } from "node:fs/promises";

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
      : "cannot be reached";
    throw new DocumentError(`${shown} ${reason}`);
  }
}
