import { isObject, type Json, type JsonObject } from "./json.js";
import { lookUp, pointer } from "./spec.js";

/**
 * The JSON Schema of one schema of a document, and those that it refers to under `definitions`: rules that can be
 * checked, in the words of draft 7, and nothing else. References become ones into the schema `base`.
 */
export function jsonSchema(
  node: Json,
  base: string,
  refer: (ref: string) => void = () => undefined,
): JsonObject | boolean {
  if (typeof node === "boolean") return node;
  if (!isObject(node)) return {};
  const { $ref } = node;
  if (typeof $ref === "string") {
    refer($ref);
    return { $ref: `${base}#/definitions/${keyOf($ref)}` };
  }
  const each = (value: Json) => jsonSchema(value, base, refer);
  const schema: JsonObject = {};
  for (const [keyword, value] of Object.entries(node)) {
    if (PLAIN.has(keyword) && !isDeep(keyword, value, node))
      schema[keyword] = value;
    else if (ONE.has(keyword)) schema[keyword] = each(value);
    else if (LIST.has(keyword) && Array.isArray(value))
      schema[keyword] = value.map(each);
    else if (MAP.has(keyword) && isObject(value))
      schema[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, each(item)]),
      );
  }
  return nullable(node, bounded(node, unlike(tuple(node, schema, each))));
}

/** The schema that holds, as definitions, every schema that `refs` of `document` reach. */
export function definitions(
  document: JsonObject,
  refs: Iterable<string>,
  base: string,
): JsonObject {
  const found: JsonObject = {};
  const waiting = [...refs];
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    const key = pointerKey(ref);
    if (Object.hasOwn(found, key)) continue;
    found[key] = {};
    found[key] = jsonSchema(lookUp(document, ref) ?? {}, base, (other) =>
      waiting.push(other),
    );
  }
  return { $id: base, definitions: found };
}

/** `Pod` for the component of that name, the whole pointer for what stands elsewhere. */
function pointerKey(ref: string): string {
  const keys = pointer(ref);
  const isComponent =
    keys.length === 3 && keys[0] === "components" && keys[1] === "schemas";
  return isComponent ? (keys[2] ?? "") : keys.join("/");
}

function keyOf(ref: string): string {
  return encodeURIComponent(
    pointerKey(ref).replaceAll("~", "~0").replaceAll("/", "~1"),
  );
}

const PLAIN = new Set([
  ...["type", "const", "required", "pattern", "multipleOf", "uniqueItems"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "enum"],
  ...["minLength", "maxLength", "minItems", "maxItems"],
  ...["minProperties", "maxProperties"],
]);
/** Comparing objects takes a function of a library, which the compiled validators do without. */
function isDeep(keyword: string, value: Json, { items }: JsonObject): boolean {
  if (keyword === "const") return typeof value === "object";
  if (keyword === "enum" && Array.isArray(value))
    return value.some((item) => typeof item === "object" && item !== null);
  const type = isObject(items) ? items["type"] : undefined;
  return (
    keyword === "uniqueItems" &&
    !["string", "number", "integer", "boolean"].includes(type as string)
  );
}

const ONE = new Set([
  ...["items", "additionalProperties", "not", "contains", "propertyNames"],
  ...["if", "then", "else"],
]);
const LIST = new Set(["allOf", "anyOf", "oneOf"]);
const MAP = new Set(["properties", "patternProperties"]);

/** `prefixItems` is `items` in draft 7, and `items` beside it `additionalItems`. */
function tuple(
  { prefixItems }: JsonObject,
  { items, ...schema }: JsonObject,
  each: (value: Json) => Json,
): JsonObject {
  if (!Array.isArray(prefixItems))
    return items === undefined ? schema : { ...schema, items };
  const rest = items === undefined ? {} : { additionalItems: items };
  return { ...schema, items: prefixItems.map(each), ...rest };
}

/** A value or a name that is listed twice counts once. */
function unlike(schema: JsonObject): JsonObject {
  const result = { ...schema };
  for (const keyword of ["enum", "required", "type"]) {
    const values = schema[keyword];
    if (!Array.isArray(values)) continue;
    const unique = new Map(values.map((item) => [JSON.stringify(item), item]));
    result[keyword] = [...unique.values()];
  }
  return result;
}

/** The exclusive limits of 3.0 are flags beside the limit. */
function bounded(node: JsonObject, schema: JsonObject): JsonObject {
  const { exclusiveMinimum: above, exclusiveMaximum: below } = node;
  const { minimum, maximum } = node;
  const flags = [
    ...(typeof above === "boolean" ? ["exclusiveMinimum"] : []),
    ...(typeof below === "boolean" ? ["exclusiveMaximum"] : []),
    ...(above === true ? ["minimum"] : []),
    ...(below === true ? ["maximum"] : []),
  ];
  return {
    ...Object.fromEntries(
      Object.entries(schema).filter(([keyword]) => !flags.includes(keyword)),
    ),
    ...(above === true && minimum !== undefined
      ? { exclusiveMinimum: minimum }
      : {}),
    ...(below === true && maximum !== undefined
      ? { exclusiveMaximum: maximum }
      : {}),
  };
}

/** In 3.0 null is admitted by a flag, which may stand beside rules that refuse it. */
function nullable(node: JsonObject, schema: JsonObject): JsonObject {
  if (node["nullable"] !== true) return schema;
  if (typeof schema["type"] === "string" && !("enum" in schema))
    return { ...schema, nullable: true };
  return { anyOf: [schema, { type: "null" }] };
}
