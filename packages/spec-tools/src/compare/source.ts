import { DocumentError } from "../document/error.js";
import { readFile } from "node:fs/promises";
import { connectReason } from "../../../../src/http/network-failure.js";
import {
  askedPause,
  mayReadAgain,
  retryDelay,
} from "../../../../src/http/retry.js";
import { sleep } from "../../../../src/http/timeout.js";

/** The text of a document, with the name that messages show. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/** What a source is read into. An error names the source. */
export function readAs<T>(
  { name, text }: Source,
  read: (text: string) => T,
): T {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new DocumentError(`${name}: ${error.message}`, { cause: error });
  }
}

/** A request ends after this time. */
const FETCH_TIMEOUT_MS = 30_000;
/** A document is requested at most this many times. */
const MAX_ATTEMPTS = 3;

/**
 * The text of a file or of a URL.
 *
 * @param advice the end of the message where the URL does not respond with a document
 * @throws DocumentError when the text cannot be read
 */
export async function readSource(source: string, advice = ""): Promise<string> {
  const text = isUrl(source)
    ? await fetchText(source, advice)
    : await readText(source);
  if (!/^\s*<(!doctype|html)/i.test(text)) return text;
  throw new DocumentError(
    `${printableSource(source)} is an HTML page, not a document${advice}`,
  );
}

async function readText(source: string): Promise<string> {
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

/** Requests the text of a URL, and again after a failure that may pass. */
async function fetchText(source: string, advice: string): Promise<string> {
  const shown = printableSource(source);
  const { username, password } = new URL(source);
  if (username + password)
    throw new DocumentError(
      `${shown}: a URL with a user name or a password cannot be fetched: download the document, and pass its file`,
    );
  for (let attempt = 1; ; attempt++) {
    const fetched = await fetchOnce(source);
    if (fetched.text !== undefined) return fetched.text;
    const { problem, status, headers } = fetched;
    const mayPass = status === undefined || mayReadAgain(status);
    if (!mayPass || attempt === MAX_ATTEMPTS)
      throw new DocumentError(`${shown} ${problem}${mayPass ? "" : advice}`);
    const pauseMs = headers && askedPause(headers);
    await sleep(retryDelay(attempt, pauseMs, Math.random()), undefined);
  }
}

/** What a request has given: the text of a document, or why there is none, with the status and headers of a refusal. */
type Fetched =
  | { readonly text: string }
  | {
      readonly text?: undefined;
      readonly problem: string;
      readonly status?: number;
      readonly headers?: Headers;
    };

async function fetchOnce(source: string): Promise<Fetched> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  try {
    const response = await fetch(source, { signal });
    const text = await response.text();
    const { ok, status, headers } = response;
    return ok
      ? { text }
      : { problem: `responded with ${status}`, status, headers };
  } catch (error) {
    const problem = signal.aborted
      ? `did not respond within ${FETCH_TIMEOUT_MS / 1000} seconds`
      : `cannot be reached: ${networkReason(error)}`;
    return { problem };
  }
}

/** Why `fetch` has failed. Only its cause is shown: its own message may repeat the query of the URL. */
function networkReason(error: unknown): string {
  const { cause } = Object(error) as { readonly cause?: unknown };
  const words = cause instanceof Error ? cause.message : "";
  return connectReason(error) || words || "the connection was lost";
}
