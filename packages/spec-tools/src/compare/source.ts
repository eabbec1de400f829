import { readFile } from "node:fs/promises";
import { DocumentError } from "../document/references.js";

const FETCH_TIMEOUT_MS = 30_000;
const MAX_DOCUMENT_BYTES = 32 * 2 ** 20;

/**
 * The text of a file or of a URL. A request carries `header`, `"name: value"`, and no other credential.
 *
 * @throws DocumentError when the text cannot be read
 */
export async function readSource(
  source: string,
  header?: string,
): Promise<string> {
  const bytes = await (isUrl(source)
    ? fetchBytes(source, header)
    : readBytes(source));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new DocumentError(`${printableSource(source)} is not text in UTF-8`);
  }
}

/** The source as a message may show it: the query of a URL may hold a secret. */
export function printableSource(source: string): string {
  return isUrl(source) ? source.replace(/[?#].*$/s, "") : source;
}

function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    const bytes = await readFile(file);
    if (bytes.length <= MAX_DOCUMENT_BYTES) return bytes;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    throw new DocumentError(
      `the file ${file} cannot be read (${String(code)})`,
      {
        cause: error,
      },
    );
  }
  throw tooLarge(file);
}

async function fetchBytes(
  source: string,
  header: string | undefined,
): Promise<Uint8Array> {
  const url = parseUrl(source);
  const shown = `${url.origin}${url.pathname}`;
  let response: Response;
  try {
    response = await fetch(url, {
      headers: header === undefined ? {} : [parseHeader(header)],
      // A header may be a secret for this address only: redirects are not followed with a header.
      redirect: header === undefined ? "follow" : "manual",
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    });
    if (response.ok) return await readBody(response, shown);
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    const isTimeout = error instanceof Error && error.name === "TimeoutError";
    const reason = isTimeout
      ? `did not respond within ${FETCH_TIMEOUT_MS / 1000} seconds`
      : "cannot be reached";
    throw new DocumentError(`${shown} ${reason}`);
  }
  await response.body?.cancel();
  const { status } = response;
  throw new DocumentError(
    `${shown} responded with ${status}${hintFor(status)}`,
  );
}

function hintFor(status: number): string {
  if (status >= 300 && status < 400)
    return ": --header is not sent to another address; pass that address instead";
  // A GraphQL service, which expects POST, responds like this.
  if (status === 400 || status === 405)
    return ": pass an address where a GET returns the document";
  return "";
}

function parseUrl(source: string): URL {
  if (!URL.canParse(source))
    throw new DocumentError("the address is not a valid URL");
  const url = new URL(source);
  if (url.username === "" && url.password === "") return url;
  throw new DocumentError(
    "the address must not contain a user name or password",
  );
}

/** The name and the value. The error message contains neither, because the value may be a secret. */
function parseHeader(header: string): [string, string] {
  const [, name, value] =
    /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\x20-\x7e]+)$/.exec(header) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new DocumentError('--header must be "name: value", in ASCII');
}

/** Counts the bytes as they come: `content-length` is the size before decompression. */
async function readBody(
  response: Response,
  shown: string,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    const bytes = part as Uint8Array;
    size += bytes.length;
    if (size > MAX_DOCUMENT_BYTES) throw tooLarge(shown);
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

function tooLarge(name: string): DocumentError {
  const megabytes = MAX_DOCUMENT_BYTES / 2 ** 20;
  return new DocumentError(`${name} is larger than ${megabytes} MB`);
}
