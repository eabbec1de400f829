import { isObject, type Json, type JsonObject } from "../parse/json.js";
import { type Spec } from "../parse/spec.js";

/**
 * Every schema that a value must match: the schema itself, the target of its reference, and the entries of its `allOf`.
 */
export function partsOf(
  spec: Spec,
  schema: Json,
  path: readonly string[] = [],
): JsonObject[] {
  // `true` accepts any value, as a schema without members does.
  if (!isObject(schema)) return [];
  const { $ref, allOf, ...own } = schema;
  const parts = [own];
  if (typeof $ref === "string" && !path.includes($ref)) {
    const target = spec.resolve({ $ref }, [$ref]);
    parts.push(...partsOf(spec, target, [...path, $ref]));
  }
  for (const each of Array.isArray(allOf) ? allOf : [])
    parts.push(...partsOf(spec, each, path));
  return parts;
}

/** The schemas of which a value must match one; empty for a schema without alternatives. */
export function alternativesOf({ anyOf, oneOf }: JsonObject): Json[] {
  if (Array.isArray(anyOf)) return anyOf;
  return Array.isArray(oneOf) ? oneOf : [];
}

export function withoutAlternatives(part: JsonObject): JsonObject {
  const { anyOf: _, oneOf: __, ...rest } = part;
  return rest;
}

/** Whether `null` is the only value that a schema accepts. */
export function isNullOnly(schema: Json): boolean {
  return isObject(schema) && schema["type"] === "null";
}

const TYPES: readonly string[] = [
  "null",
  "boolean",
  "integer",
  "number",
  "string",
  "array",
  "object",
];

/** The types that a schema names, or that its listed values have; undefined when a value of any type is valid. */
export function typesOf(part: JsonObject): string[] | undefined {
  const { type = [] } = part;
  const types = [type].flat().filter((each) => typeof each === "string");
  if (types.some((each) => !TYPES.includes(each))) return undefined;
  if (types.length === 0)
    types.push(...(valuesOf(part) ?? []).map(typeOfValue));
  if (types.length === 0) return undefined;
  if (part["nullable"] === true) types.push("null");
  return [...new Set(types)];
}

/** The values of an enumeration or a constant. */
export function valuesOf(part: JsonObject): Json[] | undefined {
  if ("const" in part) return [part["const"] ?? null];
  return Array.isArray(part["enum"]) ? part["enum"] : undefined;
}

function typeOfValue(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
