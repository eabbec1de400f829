import { parse } from "../http/redact.js";

/** A longer text is cut: the members that matter are among the first. */
const MAX_LENGTH = 2 ** 16;

/** A text with its quotation marks, or the beginning of one that breaks off; or one of the other marks of JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*("?)|[{}[\],]/gs;

/**
 * Reads the members of a JSON object that are whole in the beginning of its text. Undefined if no member is whole, or if
 * the text does not begin as an object.
 */
export function parseStart(text: string): unknown {
  const start = text.slice(0, MAX_LENGTH);
  const { afterText, beforeComma } = findLastMember(start);
  // What ends last may be the name of a member: then the members before it are whole.
  return (
    parse(`${start.slice(0, afterText)}}`) ??
    parse(`${start.slice(0, beforeComma)}}`)
  );
}

/** Where the last text, list or object in an object ends, and where its last comma is. */
function findLastMember(text: string): {
  readonly afterText: number;
  readonly beforeComma: number;
} {
  let [depth, afterText, beforeComma] = [0, 0, 0];
  for (const match of text.matchAll(TOKEN)) {
    const [token, mark] = match;
    if (token.startsWith('"') && mark !== '"') break;
    if (token === "{" || token === "[") depth++;
    if (token === "}" || token === "]") depth--;
    if (depth !== 1 || token === "{") continue;
    if (token === ",") beforeComma = match.index;
    else afterText = match.index + token.length;
  }
  return { afterText, beforeComma };
}
