import {
  isObject,
  textOf,
  type Json,
  type JsonObject,
} from "../../../scripts/codegen/parse/json.js";
import type { Spec } from "../../../scripts/codegen/parse/spec.js";

const MAX_DEPTH_LEVELS = 6;

/** A value that matches a schema, with every member that the schema names. */
export function sampleOf(spec: Spec, schema: Json, depth = 0): Json {
  if (!isObject(schema) || depth > MAX_DEPTH_LEVELS) return {};
  const { allOf, anyOf, oneOf, ...own } = spec.resolve(schema, []);
  const [first] = [anyOf, oneOf].flatMap((list) =>
    Array.isArray(list) ? list.filter((each) => !isNullOnly(each)) : [],
  );
  const parts = [
    ...(Array.isArray(allOf) ? allOf : []),
    ...(first ? [first] : []),
  ];
  if (parts.length === 0) return plainSampleOf(spec, own, depth);
  const values = [own, ...parts]
    .filter((part) => !isObject(part) || KEYWORDS.some((name) => name in part))
    .map((part) => sampleOf(spec, part, depth + 1));
  const isWhole = values.some(isObject);
  return isWhole
    ? (Object.assign({}, ...values.filter(isObject)) as Json)
    : (values.at(-1) ?? null);
}

/** The keywords that say what a value is. */
const KEYWORDS: readonly string[] = [
  "$ref",
  "type",
  "enum",
  "const",
  "properties",
  "items",
  "allOf",
  "anyOf",
  "oneOf",
];

/** Texts for the patterns of the documents. */
const TEXTS: readonly string[] = ["text", "12.4", "ssh-ed25519 AAAA"];

function isNullOnly(schema: Json): boolean {
  return isObject(schema) && schema["type"] === "null";
}

function plainSampleOf(spec: Spec, schema: JsonObject, depth: number): Json {
  const { enum: values, const: constant, properties, items } = schema;
  if (constant !== undefined) return constant;
  if (Array.isArray(values)) return values[0] ?? null;
  const [type] = [schema["type"] ?? []].flat();
  if (isObject(properties) && depth < MAX_DEPTH_LEVELS)
    return Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [
        name,
        sampleOf(spec, member, depth + 1),
      ]),
    );
  if (type === "array" || items !== undefined)
    return [sampleOf(spec, items ?? {}, depth + 1)];
  if (type === "boolean") return true;
  if (type === "integer" || type === "number")
    return schema["minimum"] ?? schema["exclusiveMinimum"] ?? 1;
  if (type === "string")
    return (
      TEXTS.find((text) => new RegExp(textOf(schema["pattern"])).test(text)) ??
      "text"
    );
  return {};
}
