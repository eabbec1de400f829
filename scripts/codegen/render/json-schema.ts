import { isObject, type Json, type JsonObject } from "../parse/json.js";
import { mapNodes } from "../parse/node-types.js";

/**
 * A copy of a document in which ajv can compile every schema to code that needs no library. The schemas are JSON Schema
 * 2020-12, as in OpenAPI 3.1: keywords of OpenAPI 3.0 are rewritten, and keywords that check nothing are left out.
 */
export function toJsonSchemas(document: JsonObject): JsonObject {
  return mapNodes(document, "Schema", (schema) => {
    const { nullable, ...checked } = rewriteLimits(
      keepChecks(chooseByDiscriminator(schema)),
    );
    return nullable === true ? allowNull(checked) : checked;
  });
}

/**
 * A union whose discriminator decides which of its schemas checks a value. So a wrong value is explained by the schema that
 * the value names, and not by all schemas of the union.
 */
function chooseByDiscriminator(schema: JsonObject): JsonObject {
  const { discriminator, oneOf, ...others } = schema;
  if (!oneOf || !isObject(discriminator)) return schema;
  const { propertyName: name, mapping } = discriminator;
  if (typeof name !== "string" || !isObject(mapping)) return schema;
  const choices = Object.entries(mapping).map(([value, $ref]) => ({
    if: { required: [name], properties: { [name]: { const: value } } },
    then: { $ref },
  }));
  const isNamed = {
    type: "object",
    required: [name],
    properties: { [name]: { enum: Object.keys(mapping) } },
  };
  return { ...others, allOf: [isNamed, ...choices] };
}

/** Keywords that check nothing. */
const ANNOTATIONS = new Set([
  "title",
  "description",
  "format",
  "default",
  "example",
  "deprecated",
  "readOnly",
  "writeOnly",
  "discriminator",
]);

function keepChecks(schema: JsonObject): JsonObject {
  const checks = Object.entries(schema)
    .filter(([keyword]) => !ANNOTATIONS.has(keyword))
    .filter(([keyword, value]) => !comparesObjects(keyword, value, schema))
    .map(([keyword, value]) => [keyword, removeDuplicates(keyword, value)]);
  return Object.fromEntries(checks) as JsonObject;
}

/** Whether a keyword compares objects: for that, ajv's code needs a function of its library. */
function comparesObjects(
  keyword: string,
  value: Json,
  { items }: JsonObject,
): boolean {
  if (keyword === "const") return typeof value === "object";
  if (keyword === "enum" && Array.isArray(value))
    return value.some((item) => typeof item === "object" && item !== null);
  const type = isObject(items) ? items["type"] : undefined;
  const isScalar =
    typeof type === "string" &&
    ["string", "number", "integer", "boolean"].includes(type);
  return keyword === "uniqueItems" && !isScalar;
}

/** Removes duplicate values: real documents contain them, but ajv refuses such a list. */
function removeDuplicates(keyword: string, value: Json): Json {
  if (!["enum", "required", "type"].includes(keyword) || !Array.isArray(value))
    return value;
  const unique = new Map(value.map((item) => [JSON.stringify(item), item]));
  return [...unique.values()];
}

/** In 3.0 an exclusive limit is a flag beside the limit. */
function rewriteLimits(schema: JsonObject): JsonObject {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rewritten } =
    schema;
  const limits = [
    ["minimum", "exclusiveMinimum", minimum, exclusiveMinimum],
    ["maximum", "exclusiveMaximum", maximum, exclusiveMaximum],
  ] as const;
  for (const [inclusiveName, exclusiveName, limit, exclusive] of limits) {
    if (limit !== undefined)
      rewritten[exclusive === true ? exclusiveName : inclusiveName] = limit;
    if (typeof exclusive === "number") rewritten[exclusiveName] = exclusive;
  }
  return rewritten;
}

/** In 3.0 `nullable` allows null even where another keyword of the schema refuses null. */
function allowNull(schema: JsonObject): JsonObject {
  if (typeof schema["type"] === "string" && !("enum" in schema))
    return { ...schema, nullable: true };
  return { anyOf: [schema, { type: "null" }] };
}
