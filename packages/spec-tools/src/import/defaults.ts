import {
  isObject,
  objectOf,
  type Json,
  type JsonObject,
} from "../document/json.js";
import { mapNodes } from "../generate/parse/node-types.js";
import type { Applied } from "./applied.js";

/** Converts each default to the type of its schema, where there is only one way to do so. */
export function amendDefaults(
  document: JsonObject,
  applied: Applied,
): JsonObject {
  return mapNodes(document, "Schema", (schema, path) => {
    if (!hasWrongDefault(schema)) return schema;
    const converted = convert(
      schema["default"] ?? null,
      typesOf(schema),
      schema,
    );
    if (converted === undefined) return schema;
    applied([...path, "default"]);
    return { ...schema, default: converted };
  });
}

/** Removes each default that is not of the type of its schema. */
export function dropDefaults(
  document: JsonObject,
  applied: Applied,
): JsonObject {
  return mapNodes(document, "Schema", (schema, path) => {
    if (!hasWrongDefault(schema)) return schema;
    applied([...path, "default"]);
    return Object.fromEntries(
      Object.entries(schema).filter(([keyword]) => keyword !== "default"),
    );
  });
}

function hasWrongDefault(schema: JsonObject): boolean {
  const { default: value } = schema;
  const types = typesOf(schema);
  if (value === undefined || types.length === 0) return false;
  if (value === null && schema["nullable"] === true) return false;
  return !types.some((type) => isOf(type, value, schema));
}

function typesOf({ type }: JsonObject): string[] {
  const types = Array.isArray(type) ? type : [type];
  return types.filter((name) => typeof name === "string");
}

function isOf(type: string, value: Json, { items }: JsonObject): boolean {
  if (type === "null") return value === null;
  if (type === "integer") return Number.isInteger(value);
  if (type === "object") return isObject(value);
  if (type !== "array") return typeof value === type;
  if (!Array.isArray(value)) return false;
  const wanted = isObject(items) ? typesOf(items) : [];
  return (
    wanted.length === 0 ||
    value.every((item) =>
      wanted.some((name) => isOf(name, item, items as JsonObject)),
    )
  );
}

/** The value as one of `types`; undefined where more than one conversion, or none, is possible. */
function convert(
  value: Json,
  types: readonly string[],
  schema: JsonObject,
): Json | undefined {
  const [type, ...others] = types.filter((name) => name !== "null");
  if (type === undefined || others.length > 0) return undefined;
  if (type === "array") return convertToList(value, schema);
  if (type === "string")
    return typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : undefined;
  if (typeof value !== "string") return undefined;
  if (type === "boolean")
    return /^(true|false)$/.test(value) ? value === "true" : undefined;
  const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value.trim());
  const isPossible =
    type === "number" || (type === "integer" && isWhole(value));
  return isNumber && isPossible ? Number(value) : undefined;
}

function isWhole(text: string): boolean {
  return Number.isSafeInteger(Number(text));
}

/** `"8888/http,22/tcp"` becomes a list of two, and a single value a list of one. */
function convertToList(value: Json, { items }: JsonObject): Json[] | undefined {
  if (value === null || isObject(value)) return undefined;
  const texts = typeof value === "string" ? value.split(",") : [value];
  const each = Array.isArray(value) ? value : texts;
  const schema = objectOf(items);
  const types = typesOf(schema);
  const list = each.map((item) => {
    const bare = typeof item === "string" ? item.trim() : item;
    if (bare === "") return undefined;
    return types.length === 0 || types.some((type) => isOf(type, bare, schema))
      ? bare
      : convert(bare, types, schema);
  });
  return list.every((item) => item !== undefined) ? list : undefined;
}
