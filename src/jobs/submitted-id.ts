import type { Job as JobResponse } from "../../generated/jobs/resources.js";
import { segment } from "../http/url.js";
import { parseJson } from "../json.js";

/**
 * The id of the job in the answer to a submit: in its JSON, or in the beginning of JSON that breaks off. Undefined if the
 * answer holds none that a request could ask for.
 */
export function readJobId(body: unknown): string | undefined {
  const members = typeof body === "string" ? parseStart(body) : body;
  const { id } = Object(members) as Partial<JobResponse>;
  try {
    segment("id", id);
    return id;
  } catch {
    return undefined;
  }
}

/** A longer text is cut: the members that matter are among the first. */
const MAX_LENGTH = 2 ** 16;

/** A text with its quotation marks, or the beginning of one that breaks off; or one of the other marks of JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*("?)|[{}[\],]/gs;

/**
 * Reads the members of a JSON object that are whole in the beginning of its text. Undefined if no member is whole, or if
 * the text does not begin as an object.
 */
function parseStart(text: string): unknown {
  const start = text.slice(0, MAX_LENGTH);
  const { afterText, beforeComma } = findLastMember(start);
  // What ends last may be the name of a member: then the members before it are whole.
  return (
    parseJson(`${start.slice(0, afterText)}}`) ??
    parseJson(`${start.slice(0, beforeComma)}}`)
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
