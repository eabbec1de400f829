/** The first mistake in a text that is meant to be JSON. */
interface JsonMistake {
  readonly line: number;
  /** `"a comma is missing"` */
  readonly reason: string;
}

/** The first mistake of a text that begins like JSON; undefined for valid JSON, and for any other text, such as YAML. */
export function findJsonMistake(text: string): JsonMistake | undefined {
  if (!/^\s*([{[]\s*)+"/.test(text)) return undefined;
  const message = parserMessage(text);
  if (message === undefined) return undefined;
  const position = positionIn(text, message);
  const next = text[position];
  const isCommaMissing = message.startsWith("Expected ','");
  const isCommaLeft = next === "}" || next === "]";
  const lineAt = (end: number) => text.slice(0, end).split("\n").length;
  // The comma stands, or should stand, after what comes before.
  if (next !== undefined && (isCommaMissing || isCommaLeft))
    return {
      line: lineAt(text.slice(0, position).trimEnd().length),
      reason: isCommaMissing
        ? "a comma is missing"
        : `nothing follows before ${next}: a comma may be left over`,
    };
  const reason =
    next === undefined
      ? "the text ends too early"
      : `${JSON.stringify(next)} is unexpected`;
  return { line: lineAt(position), reason };
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
