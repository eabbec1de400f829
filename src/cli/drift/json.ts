import { DocumentError } from "./description.js";

/** JSON of unknown origin, as an object whose members may be anything. */
type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member of an object; undefined for what it merely inherits. */
export function member(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The members of an object in order; none where there is no object. */
export function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The keys of a reference such as `#/components/schemas/Pod`. */
export function keysOf(ref: string): string[] {
  if (!ref.startsWith("#/"))
    throw new DocumentError(
      `the reference ${shortened(ref)} is not within the document`,
    );
  return ref
    .slice(2)
    .split("/")
    .map((key) => decoded(key).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** What a reference points to, through references in between; throws where that is nothing, or the way is a circle. */
export function resolve(document: unknown, value: unknown): unknown {
  let at = value;
  for (const seen = new Set<string>(); ;) {
    const ref = textOf(member(at, "$ref"));
    if (ref === undefined) return at;
    if (seen.has(ref))
      throw new DocumentError(
        `the reference ${shortened(ref)} points to itself`,
      );
    seen.add(ref);
    at = keysOf(ref).reduce<unknown>(step, document);
    if (at === undefined)
      throw new DocumentError(
        `the reference ${shortened(ref)} points to nothing`,
      );
  }
}

function step(at: unknown, key: string): unknown {
  return Array.isArray(at) ? (at as unknown[])[Number(key)] : member(at, key);
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** A text of the document as it may stand in a line of ours. */
export function shortened(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, " ").replaceAll("`", "'");
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
