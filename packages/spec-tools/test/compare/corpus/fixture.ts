import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import type { Source } from "../../../src/compare/source.js";
import type { Json, JsonObject } from "../../../src/document/json.js";

const FOLDER = new URL("../fixtures/specs/", import.meta.url);

/** The frozen OpenAPI document of the tests. */
export async function readFixture(): Promise<JsonObject> {
  const text = await readFile(new URL("rest.openapi.yaml", FOLDER), "utf8");
  return parse(text) as JsonObject;
}

/** The text of the frozen GraphQL schema. */
export function readSchemaFixture(): Promise<string> {
  return readFile(new URL("schema.graphql", FOLDER), "utf8");
}

export function sourceOf(name: string, document: JsonObject): Source {
  return { name, text: JSON.stringify(document) };
}

/** The object at a path through a document. The changes only follow paths that exist. */
export function objectAt(
  document: Json | undefined,
  ...path: (string | number)[]
): JsonObject {
  return path.reduce<unknown>(
    (node, key) => (node as JsonObject)[key],
    document,
  ) as JsonObject;
}

/**
 * Sets what stands at a place, or removes it with undefined. A place begins with a path, such as
 * `/boats get deprecated`, with the name of a schema, such as `Boat required`, or with a member of the document.
 */
export function setAt(
  document: JsonObject,
  place: string,
  value: Json | undefined,
): void {
  const keys = place.split(" ");
  if (place.startsWith("/")) keys.unshift("paths");
  if (/^[A-Z]/.test(place)) keys.unshift("components", "schemas");
  const last = keys.pop() ?? "";
  const owner = objectAt(document, ...keys);
  if (value !== undefined) owner[last] = value;
  else if (Array.isArray(owner)) owner.splice(Number(last), 1);
  else Reflect.deleteProperty(owner, last);
}
