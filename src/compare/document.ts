import { parse } from "yaml";

/** A document that cannot be compared. The message is one line that says where and why. */
export class DocumentError extends Error {
  override name = "DocumentError";
}

/** The value of a JSON or YAML text; throws a `DocumentError` when the text is neither. */
export function parseDocument(text: string): unknown {
  try {
    return /^\s*[[{]/.test(text) ? parseJsonOrYaml(text) : parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const [first = ""] = reason.split("\n");
    throw new DocumentError(
      `the text is neither JSON nor YAML: ${oneLine(first)}`,
      { cause: error },
    );
  }
}

/** YAML may begin like JSON. */
function parseJsonOrYaml(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return parse(text);
  }
}

/** An object of a document of unknown origin: its members may be anything. */
type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member of an object; undefined for an inherited member. */
export function member(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The members of an object in order; an empty list for any other value. */
export function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** The value if it is an array, otherwise an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** The value if it is a string. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** What a reference such as `#/components/schemas/Pod` points to; throws a `DocumentError` when that is nothing. */
export function lookUp(document: unknown, ref: string): unknown {
  if (!ref.startsWith("#/"))
    throw new DocumentError(
      `the reference ${oneLine(ref)} is not within the document`,
    );
  const keys = ref
    .slice(2)
    .split("/")
    .map((key) => decode(key).replaceAll("~1", "/").replaceAll("~0", "~"));
  const target = keys.reduce<unknown>(step, document);
  if (target !== undefined) return target;
  throw new DocumentError(`the reference ${oneLine(ref)} points to nothing`);
}

function step(at: unknown, key: string): unknown {
  return Array.isArray(at) ? (at as unknown[])[Number(key)] : member(at, key);
}

function decode(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/**
 * The value itself, or what it refers to through any number of references.
 *
 * @throws DocumentError when a reference points to nothing, or the references form a circle
 */
export function resolve(document: unknown, value: unknown): unknown {
  let at = value;
  const seen = new Set<string>();
  for (;;) {
    const ref = textOf(member(at, "$ref"));
    if (ref === undefined) return at;
    if (seen.has(ref))
      throw new DocumentError(`the reference ${oneLine(ref)} points to itself`);
    seen.add(ref);
    at = lookUp(document, ref);
  }
}

/**
 * A text of the document, fit for a line of a report: no line breaks, no backticks, at most 200 characters. Spaces stay as
 * they are, because two values may differ only in them.
 */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ").replaceAll("`", "'");
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
