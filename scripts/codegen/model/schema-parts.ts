import { isObject, type Json, type JsonObject } from "../parse/json.js";
import { type Spec } from "../parse/spec.js";

/** The schemas that hold together for a value: the schema itself, what it refers to, and what its `allOf` lists. */
export function partsOf(
  spec: Spec,
  schema: Json,
  above: readonly string[] = [],
): JsonObject[] {
  // `true` permits anything, as does a schema without members.
  if (!isObject(schema)) return [];
  const { $ref, allOf, ...own } = schema;
  const parts = [own];
  if (typeof $ref === "string" && !above.includes($ref)) {
    const target = spec.resolve({ $ref }, [$ref]);
    parts.push(...partsOf(spec, target, [...above, $ref]));
  }
  for (const each of Array.isArray(allOf) ? allOf : [])
    parts.push(...partsOf(spec, each, above));
  return parts;
}

export function alternativesOf({ anyOf, oneOf }: JsonObject): Json[] {
  if (Array.isArray(anyOf)) return anyOf;
  return Array.isArray(oneOf) ? oneOf : [];
}

export function withoutUnion(part: JsonObject): JsonObject {
  const { anyOf: _, oneOf: __, ...rest } = part;
  return rest;
}

export function isNullAlone(schema: Json): boolean {
  return isObject(schema) && schema["type"] === "null";
}

const TYPES = [
  ...["null", "boolean", "integer", "number", "string", "array", "object"],
];

/** The types that a schema names, or that its listed values have; undefined where it names none that is known. */
export function typesOf(part: JsonObject): string[] | undefined {
  const { type } = part;
  const given = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const types = given.filter((each) => typeof each === "string");
  if (types.some((each) => !TYPES.includes(each))) return undefined;
  if (types.length === 0) types.push(...(namesOf(part) ?? []).map(typeOfValue));
  if (types.length === 0) return undefined;
  if (part["nullable"] === true) types.push("null");
  return [...new Set(types)];
}

export function namesOf(part: JsonObject): Json[] | undefined {
  if ("const" in part) return [part["const"] ?? null];
  return Array.isArray(part["enum"]) ? part["enum"] : undefined;
}

function typeOfValue(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
