import { parse } from "./redact.js";
import {
  AS_JSON,
  AS_LETTERS,
  decodingsOf,
  MIN_PIECE_LENGTH,
  type Reading,
} from "./redact-text.js";
import type { TransportRequest } from "./request.js";
import { readFilledPath } from "./filled-path.js";

/**
 * The most characters of a request that are compared with a text. Every text counts as a repetition of a longer
 * request.
 */
const MAX_COMPARED_LENGTH = 2 ** 14;

/** A shorter value counts only as a whole word. A value of one or two characters is part of too many texts to count. */
const MIN_WORD_LENGTH = 3;

/** A word, an id, or the name of an image. */
const WORD = /[\p{L}\p{N}_]+(?:[-.:/][\p{L}\p{N}_]+)*/gu;

/** These words say nothing about who sent them. */
const COMMON_WORDS = ["true", "false", "null"];

/** These headers describe the request, and hold no secret. */
const COMMON_HEADERS = ["accept", "content-type", "user-agent", "x-request-id"];

/** Finds out whether a text repeats what a request has sent: its body, its query, its headers, or what fills its route. */
export class SentValues {
  readonly #request: TransportRequest;
  readonly #clientHeaders: Readonly<Record<string, string>>;
  #index: Index | undefined;

  /** `clientHeaders` are sent with every request of the client. */
  constructor(
    request: TransportRequest,
    clientHeaders: Readonly<Record<string, string>>,
  ) {
    this.#request = request;
    this.#clientHeaders = clientHeaders;
  }

  /**
   * Whether a text repeats a piece of 8 characters of a value, a shorter value as a whole word, or the filled-in path.
   * Neither escapes, nor case, nor a cut hide a piece. Pieces that one of the `omitted` texts contains do not count. True
   * for every text if the request is too long to compare, or if its body is a stream. Takes time proportional to the
   * length of the text.
   */
  isRepeatedIn(text: string, omitted: readonly string[] = []): boolean {
    const { isComparable, values, runs, path } = this.#indexed;
    if (!isComparable) return true;
    const readings = omitted.flatMap((each) => [...readingsOf(each)].map(fold));
    const counts = (piece: string) =>
      !readings.some((reading) => reading.includes(piece));
    for (const reading of readingsOf(text)) {
      const folded = fold(reading);
      if (path !== "" && folded.includes(path) && counts(path)) return true;
      if (containsRun(folded, runs, counts)) return true;
      if (containsWord(folded, values, counts)) return true;
    }
    return false;
  }

  /** Replaces each word that is a whole value by `…`, and adds it to `omitted`. The rest may still repeat a value. */
  omitValues(text: string, omitted: string[]): string {
    const { values } = this.#indexed;
    return text.replace(WORD, (word) => {
      if (!values.has(fold(word))) return word;
      omitted.push(word);
      return "…";
    });
  }

  get #indexed(): Index {
    this.#index ??= createIndex(this.#request, this.#clientHeaders);
    return this.#index;
  }
}

/** What a text is compared with. */
interface Index {
  readonly isComparable: boolean;
  /** Every value that is compared. */
  readonly values: ReadonlySet<string>;
  /** Every run of 8 characters of the values. */
  readonly runs: ReadonlySet<string>;
  /** The part of the path that the route describes, filled in; empty if the route has no parameter. */
  readonly path: string;
}

function createIndex(
  request: TransportRequest,
  clientHeaders: Readonly<Record<string, string>>,
): Index {
  const { url, call, readVariables } = request;
  const { parameters, path } = readFilledPath(url, call.route);
  const texts = Object.values(parameters);
  texts.push(...new URL(url).searchParams.values());
  const body = bodyText(request.body);
  const length = (body ?? "").length + url.length;
  const isComparable = body !== undefined && length <= MAX_COMPARED_LENGTH;
  const index = {
    isComparable,
    values: new Set<string>(),
    runs: new Set<string>(),
    path: fold(path),
  };
  if (!isComparable) return index;
  for (const headers of [clientHeaders, request.options.headers ?? {}])
    for (const [name, value] of Object.entries(headers))
      if (!COMMON_HEADERS.includes(name.toLowerCase())) texts.push(value);
  const sent = readVariables?.() ?? [parse(body) ?? body];
  for (const text of [...texts, ...leavesOf(sent)])
    for (const reading of readingsOf(text)) {
      addValue(reading, index);
      // An escape for a URL is decoded byte by byte.
      if (/[^\0-\x7f]/.test(text)) addValue(bytesAsText(reading), index);
    }
  return index;
}

/** The text as it is, without its backslashes, and with its escapes decoded in each way. */
function readingsOf(text: string): Set<string> {
  const readings = new Set([text.replaceAll("\\", "")]);
  const addDecodings = (reading: Reading) => {
    for (const decoded of decodingsOf(text, reading))
      readings.add(decoded.text);
  };
  addDecodings(AS_JSON);
  // Without a line break or the like, both ways read the same.
  if (Array.from(readings).some((reading) => /[\b\f\n\r\t]/.test(reading)))
    addDecodings(AS_LETTERS);
  return readings;
}

/** The bytes of a text in UTF-8, each as one character. */
function bytesAsText(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

function addValue(
  value: string,
  { values, runs }: Record<"values" | "runs", Set<string>>,
): void {
  const folded = fold(value).trim();
  if (folded.length < MIN_WORD_LENGTH || COMMON_WORDS.includes(folded)) return;
  values.add(folded);
  for (let at = 0; at + MIN_PIECE_LENGTH <= folded.length; at++)
    runs.add(folded.slice(at, at + MIN_PIECE_LENGTH));
}

/** The body as text; undefined if the body is a stream, or longer than is ever compared. */
function bodyText(body: TransportRequest["body"]): string | undefined {
  if (body === undefined || typeof body === "string") return body ?? "";
  if (!(body instanceof Uint8Array)) return undefined;
  if (body.byteLength > MAX_COMPARED_LENGTH) return undefined;
  return new TextDecoder().decode(body);
}

/** Every text and number of a JSON value, and every name of a member that is no identifier. Does not recurse. */
function leavesOf(value: unknown): string[] {
  const leaves: string[] = [];
  const remaining: unknown[] = [value];
  while (remaining.length > 0) {
    const next = remaining.pop();
    if (typeof next === "object" && next !== null) {
      // A name that is an identifier belongs to the interface: a reason may well contain it.
      for (const [name, member] of Object.entries(next)) {
        if (!/^\w*$/.test(name)) leaves.push(name);
        remaining.push(member);
      }
    } else if (typeof next === "string" || typeof next === "number") {
      leaves.push(String(next));
    }
  }
  return leaves;
}

/**
 * Lower case, and one space for each run of white space and of invisible characters, which a message shows as a space. A
 * form writes a space as `+`. The letter sigma has a second form at the end of a word.
 */
function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replace(/[\s+\p{Cc}\p{Cf}\p{Cs}]+/gu, " ");
}

/** Whether a piece that was found counts as a repetition. */
type Counts = (piece: string) => boolean;

function containsRun(
  text: string,
  runs: ReadonlySet<string>,
  counts: Counts,
): boolean {
  if (runs.size === 0) return false;
  for (let at = 0; at + MIN_PIECE_LENGTH <= text.length; at++) {
    const run = text.slice(at, at + MIN_PIECE_LENGTH);
    if (runs.has(run) && counts(run)) return true;
  }
  return false;
}

/** Whether a text contains one of the shorter values, with neither a letter nor a digit beside it. */
function containsWord(
  text: string,
  values: ReadonlySet<string>,
  counts: Counts,
): boolean {
  if (values.size === 0) return false;
  for (let at = 0; at + MIN_WORD_LENGTH <= text.length; at++) {
    if (isLetterOrDigit(text.charAt(at - 1))) continue;
    for (let length = MIN_WORD_LENGTH; length < MIN_PIECE_LENGTH; length++) {
      const word = text.slice(at, at + length);
      if (!values.has(word) || isLetterOrDigit(text.charAt(at + length)))
        continue;
      if (counts(word)) return true;
    }
  }
  return false;
}

function isLetterOrDigit(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
