/** A piece of a secret that is at least this long is redacted wherever it appears. */
export const MIN_PIECE_LENGTH = 8;

/** A text may be escaped several times over, for instance as JSON within a URL. Deeper escapes than this stay as they are. */
const MAX_DECODINGS = 4;

/** Every run of 8 characters of a list of secrets. A text shows nothing of a secret if it contains none of them. */
export interface Pieces {
  readonly runs: ReadonlySet<string>;
  /** The characters of all runs, by character code: a quick check that most texts fail. */
  readonly alphabet: ReadonlySet<number>;
}

/** Splits secrets into all their runs of 8 characters. A shorter secret has none: it could be any word. */
export function piecesOf(secrets: Iterable<string>): Pieces {
  const runs = new Set<string>();
  const alphabet = new Set<number>();
  for (const secret of secrets)
    // A secret that contains the form of an escape is decoded in the same way as the texts that repeat it.
    for (const { text } of decodingsOf(secret)) {
      const lower = lowerAscii(text);
      for (let at = 0; at + MIN_PIECE_LENGTH <= lower.length; at++)
        runs.add(lower.slice(at, at + MIN_PIECE_LENGTH));
      for (let at = 0; at < lower.length; at++)
        alphabet.add(lower.charCodeAt(at));
    }
  return { runs, alphabet };
}

/**
 * Replaces every piece of a secret in a text, in any case, whether written as it is or escaped for a URL, for JSON or
 * for HTML. Takes time proportional to the length of the text, however many secrets there are.
 */
export function redactText(
  text: string,
  pieces: Pieces,
  replacement: string,
): string {
  if (pieces.runs.size === 0) return text;
  const spans: Span[] = [];
  for (const decoded of decodingsOf(text))
    findPieces(decoded, text.length, pieces, spans);
  return replaceSpans(text, spans, replacement);
}

/** A range of the original text: from `start` up to, but without, `end`. */
interface Span {
  start: number;
  end: number;
}

/** A text in which escapes are decoded. */
interface DecodedText {
  readonly text: string;
  /** Where each character begins in the original text; undefined where no escape was decoded yet. */
  readonly starts: readonly number[] | undefined;
}

function originalStart(
  { starts }: DecodedText,
  at: number,
  originalLength: number,
): number {
  return starts ? (starts[at] ?? originalLength) : at;
}

/** Adds the range of each run that appears, joined where ranges overlap. */
function findPieces(
  decoded: DecodedText,
  originalLength: number,
  { runs, alphabet }: Pieces,
  spans: Span[],
): void {
  const text = lowerAscii(decoded.text);
  let last: Span | undefined;
  for (let at = 0; at + MIN_PIECE_LENGTH <= text.length; at++) {
    const end = at + MIN_PIECE_LENGTH;
    if (!alphabet.has(text.charCodeAt(end - 1))) {
      // No run contains this character: the next one that fits begins behind it.
      at = end - 1;
      continue;
    }
    if (!runs.has(text.slice(at, end))) continue;
    const start = originalStart(decoded, at, originalLength);
    const stop = originalStart(decoded, end, originalLength);
    if (last && start <= last.end) last.end = stop;
    else spans.push((last = { start, end: stop }));
  }
}

/** An escaped character: `\u0041` and `\"` behind any number of backslashes, `%41`, `&#65;`, `&#x41;` or `&quot;`. */
const ESCAPE =
  /\\+u(?<unicode>[0-9a-f]{4})|\\+(?<plain>[^])|%(?<percent>[0-9a-f]{2})|&#(?<decimal>\d{1,6});|&#x(?<hex>[0-9a-f]{1,5});|&(?<name>amp|lt|gt|quot|apos);/gi;

/** What a letter behind a backslash stands for. Any other character stands for itself. */
const CONTROL: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** The text itself, then decoded once, twice and so on, as long as it contains escapes. */
export function* decodingsOf(
  text: string,
): Generator<DecodedText, void, undefined> {
  let decoded: DecodedText | undefined = { text, starts: undefined };
  for (let times = 0; decoded && times <= MAX_DECODINGS; times++) {
    yield decoded;
    decoded = decodeOnce(decoded, text.length);
  }
}

/** Decodes each escaped character once; undefined if the text contains none. */
function decodeOnce(
  decoded: DecodedText,
  originalLength: number,
): DecodedText | undefined {
  const parts: string[] = [];
  const starts: number[] = [];
  let end = 0;
  const keepUpTo = (at: number) => {
    parts.push(decoded.text.slice(end, at));
    for (let each = end; each < at; each++)
      starts.push(originalStart(decoded, each, originalLength));
  };
  for (const match of decoded.text.matchAll(ESCAPE)) {
    keepUpTo(match.index);
    parts.push(decodeEscape(match.groups ?? {}));
    starts.push(originalStart(decoded, match.index, originalLength));
    end = match.index + match[0].length;
  }
  if (end === 0) return undefined;
  keepUpTo(decoded.text.length);
  return { text: parts.join(""), starts };
}

/** The one UTF-16 unit that an escape stands for. */
function decodeEscape(
  groups: Readonly<Record<string, string | undefined>>,
): string {
  const { unicode, plain, percent, decimal, hex, name } = groups;
  if (plain !== undefined) return CONTROL[plain] ?? plain;
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? "";
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  return String.fromCharCode(parseInt(unicode ?? percent ?? hex ?? "", 16));
}

function replaceSpans(
  text: string,
  spans: readonly Span[],
  replacement: string,
): string {
  const sorted = [...spans].sort((one, other) => one.start - other.start);
  let result = "";
  let end = -1;
  for (const span of sorted) {
    // Ranges that touch are one.
    if (span.start > end)
      result += text.slice(Math.max(end, 0), span.start) + replacement;
    end = Math.max(end, span.end);
  }
  return result + text.slice(Math.max(end, 0));
}

/** Lower case of ASCII letters only: the length stays the same, so that positions stay right. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
