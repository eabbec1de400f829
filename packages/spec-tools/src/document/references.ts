import {
  isObject,
  objectOf,
  type Json,
  type JsonObject,
  type Path,
} from "./json.js";
import { DocumentError } from "./error.js";
import { oneLine } from "./one-line.js";

/** The keys of a JSON pointer such as `#/components/schemas/Pod`. A broken escape is kept as it is. */
export function parsePointer(ref: string): string[] {
  const text = ref.replace(/^#\/?/, "");
  if (text === "") return [];
  return text
    .split("/")
    .map((key) => decodeKey(key).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** What a reference such as `#/components/schemas/Pod` points to; undefined where there is nothing. */
export function lookUp(document: Json, ref: string): Json | undefined {
  return parsePointer(ref).reduce<Json | undefined>((node, key) => {
    const hasOwn =
      typeof node === "object" && node !== null && Object.hasOwn(node, key);
    return hasOwn ? (node as JsonObject)[key] : undefined;
  }, document);
}

/**
 * The object that a value is or refers to, through any number of references; empty for any other value.
 * @throws {DocumentError} when a reference leaves the document, points to nothing or refers to itself
 */
export function resolve(
  document: JsonObject,
  value: Json | undefined,
  at: Path,
): JsonObject {
  const followed = new Set<string>();
  let node = value;
  while (isObject(node)) {
    const { $ref } = node;
    if (typeof $ref !== "string") return node;
    const refuse = (problem: string) =>
      new DocumentError(`the reference ${oneLine($ref)} ${problem}`, { at });
    if (!$ref.startsWith("#/")) throw refuse("is not within the document");
    if (followed.has($ref)) throw refuse("refers to itself");
    followed.add($ref);
    node = lookUp(document, $ref);
    if (node === undefined) throw refuse("points to nothing");
  }
  return {};
}

/** As `resolve`, but a broken reference gives an empty object: the check of the document reports it. */
export function follow(
  document: JsonObject,
  value: Json | undefined,
): JsonObject {
  try {
    return resolve(document, value, []);
  } catch (error) {
    if (error instanceof DocumentError) return {};
    throw error;
  }
}

/** Every reference within a node. */
export function referencesIn(node: Json | undefined): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { $ref } = objectOf(node);
  const own = typeof $ref === "string" ? [$ref] : [];
  return [...own, ...Object.values(node).flatMap(referencesIn)];
}

/** `"Pod"` for `#/components/schemas/Pod` and `schemas`; undefined for a reference to anything but a named component. */
export function componentName(
  ref: Json | undefined,
  group: "schemas" | "parameters" | "responses" | "headers",
): string | undefined {
  if (typeof ref !== "string") return undefined;
  const [components, found, name, ...further] = parsePointer(ref);
  const isNamed = components === "components" && found === group;
  return isNamed && further.length === 0 ? name : undefined;
}
