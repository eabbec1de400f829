import { isObject, textOf, type Json, type JsonObject } from "../parse/json.js";
import type { Spec } from "../parse/spec.js";
import { partsUnder, reachableFrom } from "./reachable.js";

/** How the value of a query parameter is written, if not in OpenAPI's default style. */
export interface QueryStyle {
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}

/** A parameter that the generator supports, as the document declares it. */
export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly deprecated: boolean;
  readonly schema: JsonObject;
}

export interface QueryParameter extends Parameter {
  /** Undefined where the value is written as in `a=1&a=2`. */
  readonly style: QueryStyle | undefined;
}

/** The headers that the client writes itself. OpenAPI ignores a parameter of such a name. */
const OWN_HEADERS: readonly string[] = [
  "accept",
  "authorization",
  "content-type",
];

/** Headers that `fetch` refuses or replaces. */
const PLATFORM_HEADERS: readonly string[] = [
  "connection",
  "content-length",
  "cookie",
  "host",
  "transfer-encoding",
];

/** The parameters of one operation, by where they are sent. */
export function parametersIn(
  declared: readonly JsonObject[],
  location: "query" | "header",
): JsonObject[] {
  return declared.filter(
    (parameter) =>
      parameter["in"] === location &&
      !(location === "header" && OWN_HEADERS.includes(lowerName(parameter))),
  );
}

function lowerName({ name }: JsonObject): string {
  return textOf(name).toLowerCase();
}

/** The query parameter that a document declares. */
export function queryParameterOf(
  spec: Spec,
  declared: JsonObject,
): QueryParameter {
  return { ...parameterOf(spec, declared), style: styleOf(spec, declared) };
}

/** A parameter. The description of its schema stands in where the parameter has none. */
export function parameterOf(spec: Spec, declared: JsonObject): Parameter {
  const { name, required, description, deprecated } = declared;
  const schema = isObject(declared["schema"]) ? declared["schema"] : {};
  const resolved = spec.resolve(schema, []);
  return {
    name: textOf(name),
    required: required === true,
    description: textOf(description) || textOf(resolved["description"]),
    deprecated: deprecated === true || resolved["deprecated"] === true,
    schema,
  };
}

/** The style of a parameter; undefined for a single value, and for a list as `a=1&a=2`. */
function styleOf(spec: Spec, declared: JsonObject): QueryStyle | undefined {
  const { schema, style: named, allowReserved } = declared;
  const style = textOf(named) || "form";
  const explode =
    typeof declared["explode"] === "boolean"
      ? declared["explode"]
      : style === "form" || style === "deepObject";
  const reserved = allowReserved === true ? { allowReserved } : {};
  const types = isObject(schema) ? compositeTypesOf(spec, schema) : [];
  const isPlain =
    types.length === 0 ||
    (style === "form" && explode && !types.includes("object"));
  if (!isPlain) return { style, explode, ...reserved };
  return allowReserved === true ? reserved : undefined;
}

/** Which of `array` and `object` a value may be. */
export function compositeTypesOf(spec: Spec, schema: Json): string[] {
  const found = new Set<string>();
  for (const part of alternativesOf(spec, schema)) {
    const types = [part["type"]].flat();
    if (types.includes("array") || "items" in part) found.add("array");
    if (types.includes("object") || isObject(part["properties"]))
      found.add("object");
  }
  return [...found];
}

/** A schema, and every schema that is a part or an alternative of it, without references. */
function alternativesOf(spec: Spec, schema: Json): JsonObject[] {
  return reachableFrom(spec, schema, (part) =>
    partsUnder(["allOf", "anyOf", "oneOf"], part),
  );
}

/**
 * Describes the part of a parameter that the generator does not support; undefined if the generator supports all of it.
 */
export function problemOfParameter(
  spec: Spec,
  declared: JsonObject,
): string | undefined {
  const { name, in: location, style, schema } = declared;
  const label = `the ${textOf(location)} parameter ${textOf(name)}`;
  if (location === "cookie")
    return `${label} cannot be sent: the client sends no cookies`;
  if (!["path", "query", "header"].includes(textOf(location)))
    return `${label} has a value of \`in\` that the generator does not support`;
  if (isObject(declared["content"]))
    return `${label} has a \`content\`: the generator supports parameters with a \`schema\` only`;
  if (location === "header" && OWN_HEADERS.includes(lowerName(declared)))
    return undefined;
  if (location === "header" && PLATFORM_HEADERS.includes(lowerName(declared)))
    return `${label} cannot be sent: the platform writes this header`;
  const types = isObject(schema) ? compositeTypesOf(spec, schema) : [];
  if (location !== "query") {
    if (style !== undefined && style !== "simple")
      return `${label} has the style ${textOf(style)}: the generator supports simple here`;
    return types.length > 0
      ? `${label} is a list or an object: the generator supports single values here`
      : undefined;
  }
  if (isObject(schema) && hasNestedValues(spec, schema))
    return `${label} holds lists or objects within a list or an object, which no style of OpenAPI writes`;
  return problemOfQueryStyle(label, textOf(style) || "form", declared, types);
}

/** Whether an item of a list, or a member of an object, may be a list or an object itself. */
function hasNestedValues(spec: Spec, schema: JsonObject): boolean {
  return alternativesOf(spec, schema).some(
    ({ items, prefixItems, properties, additionalProperties }) =>
      [
        items,
        additionalProperties,
        ...Object.values(isObject(properties) ? properties : {}),
        ...(Array.isArray(prefixItems) ? prefixItems : []),
      ].some((part) => compositeTypesOf(spec, part ?? null).length > 0),
  );
}

function problemOfQueryStyle(
  label: string,
  style: string,
  { explode }: JsonObject,
  types: readonly string[],
): string | undefined {
  const isObjectOnly = types.length === 1 && types[0] === "object";
  const isListOnly = types.length === 1 && types[0] === "array";
  const isExploded = explode === true;
  const isSupported =
    style === "form" ||
    (style === "deepObject" && isObjectOnly && explode !== false) ||
    (["spaceDelimited", "pipeDelimited"].includes(style) &&
      isListOnly &&
      !isExploded);
  return isSupported
    ? undefined
    : `${label} has the style ${style}, which OpenAPI does not define for its schema`;
}
