import { readFile } from "node:fs/promises";
import { codeOf, CommandError } from "../command.js";

const FETCH_TIMEOUT_MS = 30_000;
const MAX_DOCUMENT_BYTES = 32 * 2 ** 20;

/**
 * The text of a file or of a URL. A request carries `header`, `"name: value"`, and no other credential.
 *
 * @throws CommandError with the exit code 2 when the text cannot be read
 */
export async function readSource(
  source: string,
  header: string | undefined,
): Promise<string> {
  return isUrl(source) ? fetchText(source, header) : readText(source);
}

/** The source as a message may show it: the query of a URL may hold a secret. */
export function printableSource(source: string): string {
  return isUrl(source) ? source.replace(/[?#].*$/s, "") : source;
}

function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

async function readText(file: string): Promise<string> {
  try {
    const bytes = await readFile(file);
    if (bytes.length <= MAX_DOCUMENT_BYTES) return bytes.toString("utf8");
  } catch (error) {
    throw new CommandError(
      2,
      `the file ${file} cannot be read (${codeOf(error)})`,
      { cause: error },
    );
  }
  throw tooLarge(file);
}

async function fetchText(
  source: string,
  header: string | undefined,
): Promise<string> {
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
    if (error instanceof CommandError) throw error;
    const isTimeout = error instanceof Error && error.name === "TimeoutError";
    const reason = isTimeout
      ? `did not respond within ${FETCH_TIMEOUT_MS / 1000} seconds`
      : "cannot be reached";
    throw new CommandError(2, `${shown} ${reason}`);
  }
  await response.body?.cancel();
  const { status } = response;
  throw new CommandError(
    2,
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
    throw new CommandError(2, "the address is not a valid URL");
  const url = new URL(source);
  if (url.username === "" && url.password === "") return url;
  throw new CommandError(
    2,
    "the address must not contain a user name or password: use --header",
  );
}

/** The name and the value. The error message contains neither, because the value may be a secret. */
function parseHeader(header: string): [string, string] {
  const [, name, value] =
    /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\x20-\x7e]+)$/.exec(header) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new CommandError(2, '--header must be "name: value", in ASCII');
}

async function readBody(response: Response, shown: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.length;
    if (size > MAX_DOCUMENT_BYTES) throw tooLarge(shown);
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}

function tooLarge(name: string): CommandError {
  const megabytes = MAX_DOCUMENT_BYTES / 2 ** 20;
  return new CommandError(2, `${name} is larger than ${megabytes} MB`);
}
