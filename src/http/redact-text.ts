/** A piece of a secret that is at least this long is redacted wherever it appears. */
export const MIN_PIECE_LENGTH = 8;

const QUAD_LENGTH = 4;
/**
 * The shortest run that counts as a piece of a secret: its decoded characters may stand for 8 characters with escapes.
 */
const MIN_RUN_LENGTH = QUAD_LENGTH;

/** A text may be escaped several times over, for instance as JSON within a URL. Deeper escapes than this stay as they are. */
const MAX_DECODINGS = 4;

/**
 * Every run of 8 characters of a list of secrets, and the whole of each shorter secret. A text shows nothing of a secret if
 * it contains none of them.
 */
export interface Pieces {
  readonly runs: ReadonlySet<string>;
  /** The lengths of the runs, ascending: 8, or less for short secrets and for runs whose escapes were decoded. */
  readonly lengths: readonly number[];
  /** Every 4 characters of the runs, as `quadAt` writes them: a quick check that most texts fail. */
  readonly quads: ReadonlySet<number>;
  /** Finds the secrets of fewer than 4 characters, as words of their own; undefined if there are none. */
  readonly words: RegExp | undefined;
}

/** Splits secrets into all their runs of 8 characters. */
export function piecesOf(secrets: Iterable<string>): Pieces {
  const runs = new Set<string>();
  const quads = new Set<number>();
  const words: string[] = [];
  for (const secret of secrets) {
    if (secret !== "" && secret.length < MIN_RUN_LENGTH) words.push(secret);
    // A secret that contains the form of an escape is decoded in the same way as the texts that repeat it.
    for (const decoded of decodingsOf(secret)) {
      addRuns(decoded, secret.length, runs);
      const text = lowerAscii(decoded.text);
      for (let at = 0; at + QUAD_LENGTH <= text.length; at++)
        quads.add(quadAt(text, at));
    }
  }
  const lengths = new Set<number>();
  for (const { length } of runs) lengths.add(length);
  const ascending = [...lengths].sort((one, other) => one - other);
  return { runs, lengths: ascending, quads, words: findWords(words) };
}

/** An expression that finds words in any case, with neither a letter nor a digit beside them, and no replacement. */
function findWords(words: readonly string[]): RegExp | undefined {
  if (words.length === 0) return undefined;
  const any = words
    .map((word) => word.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&"))
    .join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}[])(?:${any})(?![\\p{L}\\p{N}])`, "giu");
}

/** Adds each run of a decoded secret that stands for at least 8 characters of the secret, or for all of a shorter one. */
function addRuns(
  decoded: DecodedText,
  originalLength: number,
  runs: Set<string>,
): void {
  const text = lowerAscii(decoded.text);
  const startOf = (at: number) => originalStart(decoded, at, originalLength);
  const pieceLength = Math.min(MIN_PIECE_LENGTH, originalLength);
  let end = 0;
  for (let at = 0; at + MIN_RUN_LENGTH <= text.length; at++) {
    const start = startOf(at);
    if (start + pieceLength > originalLength) return;
    end = Math.max(end, at + MIN_RUN_LENGTH);
    while (startOf(end) < start + pieceLength) end++;
    // A run without an escape is a run of the secret as it is: it was added before.
    const hasEscape = startOf(end) - start > end - at;
    if (hasEscape || !decoded.starts) runs.add(text.slice(at, end));
  }
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
  const { runs, words } = pieces;
  const rest = words ? text.replace(words, replacement) : text;
  // An escape only makes a text longer.
  if (runs.size === 0 || rest.length < MIN_RUN_LENGTH) return rest;
  const spans: Span[] = [];
  for (const decoded of decodingsOf(rest))
    findPieces(decoded, rest.length, pieces, spans);
  return replaceSpans(rest, spans, replacement);
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
  { runs, lengths, quads }: Pieces,
  spans: Span[],
): void {
  const text = lowerAscii(decoded.text);
  const [shortest = MIN_PIECE_LENGTH] = lengths;
  let last: Span | undefined;
  for (let at = 0; at + shortest <= text.length; at++) {
    const lastQuad = at + shortest - QUAD_LENGTH;
    if (!quads.has(quadAt(text, lastQuad))) {
      // No run contains these 4 characters: the next one that fits begins behind the first of them.
      at = lastQuad;
      continue;
    }
    const length = lengths.find((each) => runs.has(text.slice(at, at + each)));
    if (length === undefined) continue;
    const start = originalStart(decoded, at, originalLength);
    const stop = originalStart(decoded, at + length, originalLength);
    if (last && start <= last.end) last.end = Math.max(last.end, stop);
    else spans.push((last = { start, end: stop }));
  }
}

/** The 4 characters at `at` as one number. Texts of other characters than ASCII may share a number. */
function quadAt(text: string, at: number): number {
  let quad = 0;
  for (let each = at; each < at + QUAD_LENGTH; each++)
    quad = (quad << 7) | (text.charCodeAt(each) & 0x7f);
  return quad;
}

/** How escapes are read. */
export interface Reading {
  /** An escaped character. */
  readonly escape: RegExp;
  /** What a letter behind a backslash stands for. Any other character stands for itself. */
  readonly letters: Readonly<Record<string, string>>;
}

/** `\"` behind any number of backslashes, `%41`, `&#65;`, `&#x41;` or `&quot;`. */
const COMMON_ESCAPE =
  /\\+(?<plain>[^]?)|%(?<percent>[0-9a-f]{2})|&#(?<decimal>\d{1,6});|&#x(?<hex>[0-9a-f]{1,5});|&(?<name>amp|lt|gt|quot|apos);/;
const UNICODE = "u(?<unicode>[0-9a-f]{4})";
/** The same, and `\u0041`. */
const ESCAPE = new RegExp(`\\\\+${UNICODE}|${COMMON_ESCAPE.source}`, "gi");
/** The same, and `u0041`. */
const KEY_ESCAPE = new RegExp(`\\\\*${UNICODE}|${COMMON_ESCAPE.source}`, "gi");

/** `\n` is a line break, as in JSON. */
export const AS_JSON: Reading = {
  escape: ESCAPE,
  letters: { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" },
};

/** `\n` is the letter n, as in a text with a backslash before each character. */
export const AS_LETTERS: Reading = { escape: ESCAPE, letters: {} };

/**
 * For keys, which hold no control character: `\n` is the letter n. `u0041` counts as an escape even without a backslash,
 * in a text and in a key alike: in `\u0041`, the backslash may stand before a letter u of the key.
 */
const AS_KEY: Reading = { escape: KEY_ESCAPE, letters: {} };

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** Whether a text contains an escape, so that searching it for keys takes longer. */
export function hasEscape(text: string): boolean {
  return text.search(KEY_ESCAPE) >= 0;
}

/** The text itself, then decoded once, twice and so on, as long as it contains escapes. */
export function* decodingsOf(
  text: string,
  reading = AS_KEY,
): Generator<DecodedText, void, undefined> {
  let decoded: DecodedText | undefined = { text, starts: undefined };
  for (let times = 0; decoded && times <= MAX_DECODINGS; times++) {
    yield decoded;
    decoded = decodeOnce(decoded, text.length, reading);
  }
}

/** Decodes each escaped character once; undefined if the text contains none. */
function decodeOnce(
  decoded: DecodedText,
  originalLength: number,
  { escape, letters }: Reading,
): DecodedText | undefined {
  if (decoded.text.search(escape) < 0) return undefined;
  const parts: string[] = [];
  const starts: number[] = [];
  let end = 0;
  const keepUpTo = (at: number) => {
    parts.push(decoded.text.slice(end, at));
    for (let each = end; each < at; each++)
      starts.push(originalStart(decoded, each, originalLength));
  };
  for (const match of decoded.text.matchAll(escape)) {
    keepUpTo(match.index);
    const character = decodeEscape(match.groups ?? {}, letters);
    parts.push(character);
    if (character !== "")
      starts.push(originalStart(decoded, match.index, originalLength));
    end = match.index + match[0].length;
  }
  keepUpTo(decoded.text.length);
  return { text: parts.join(""), starts };
}

/** The one UTF-16 unit that an escape stands for; empty for backslashes at the end of a text. */
function decodeEscape(
  groups: Readonly<Record<string, string | undefined>>,
  letters: Reading["letters"],
): string {
  const { unicode, plain, percent, decimal, hex, name } = groups;
  if (plain !== undefined) return letters[plain] ?? plain;
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? "";
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  return String.fromCharCode(parseInt(unicode ?? percent ?? hex ?? "", 16));
}

function replaceSpans(
  text: string,
  spans: readonly Span[],
  replacement: string,
): string {
  if (spans.length === 0) return text;
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
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
