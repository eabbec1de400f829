/** A mistake in a text that is meant to be JSON. */
interface JsonMistake {
  readonly line: number;
  /** `"a comma is missing"` */
  readonly reason: string;
}

/** More mistakes than these mostly follow from the first ones. */
const MAX_MISTAKES = 10;

/**
 * The mistakes of a text that begins like JSON, up to one whose correction is unknown; none for valid JSON, and for any
 * other text, such as YAML. The parser stops at the first mistake: a comma is corrected, and the text is parsed again.
 */
export function findJsonMistakes(text: string): JsonMistake[] {
  if (!/^\s*([{[]\s*)+"/.test(text)) return [];
  const mistakes: JsonMistake[] = [];
  let rest: string | undefined = text;
  while (rest !== undefined && mistakes.length < MAX_MISTAKES) {
    const message = parserMessage(rest);
    if (message === undefined) break;
    const { corrected, ...mistake } = examine(rest, message);
    mistakes.push(mistake);
    rest = corrected;
  }
  return mistakes;
}

/** What the parser says about a text; undefined for valid JSON. */
function parserMessage(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The first mistake of a text, and the text with this mistake corrected, on the same lines. */
function examine(
  text: string,
  message: string,
): JsonMistake & { readonly corrected?: string } {
  const position = positionIn(text, message);
  const next = text[position];
  const lineAt = (end: number) => text.slice(0, end).split("\n").length;
  // The comma stands, or should stand, after what comes before.
  const before = text.slice(0, position).trimEnd();
  if (next === undefined)
    return { line: lineAt(position), reason: "the text ends too early" };
  if (message.startsWith("Expected ','"))
    return {
      line: lineAt(before.length),
      reason: "a comma is missing",
      corrected: `${before},${text.slice(before.length)}`,
    };
  if (before.endsWith(",") && /[}\],]/.test(next))
    return {
      line: lineAt(before.length),
      reason: `nothing follows before ${next}: a comma may be left over`,
      corrected: before.slice(0, -1) + text.slice(before.length),
    };
  const reason = `${JSON.stringify(next)} is unexpected`;
  return { line: lineAt(position), reason };
}

/** Where the parser stopped. It does not say so of an unexpected token: then the shortest text that has the token is found. */
function positionIn(text: string, message: string): number {
  const [, position] = / at position (\d+)/.exec(message) ?? [];
  if (position !== undefined) return Number(position);
  const hasToken = (end: number) =>
    parserMessage(text.slice(0, end))?.startsWith("Unexpected token") === true;
  if (!hasToken(text.length)) return text.length;
  let [without, within] = [0, text.length];
  while (within - without > 1) {
    const middle = Math.floor((without + within) / 2);
    if (hasToken(middle)) within = middle;
    else without = middle;
  }
  return without;
}
