import { isObject, textOf, type Json, type JsonObject } from "../parse/json.js";
import { mapNodes } from "../parse/node-types.js";
import { lookUp, parsePointer } from "../parse/references.js";
import {
  answerContentOf,
  bodyContentOf,
  type Content,
  type ContentKind,
} from "./messages.js";
import type { Operation } from "./operations.js";
import { requireIds, targetOf } from "./required-ids.js";

/** Stands among the values of an enumeration for any other text. */
export const ANY_OTHER_TEXT = "\u0000any other text";

/**
 * A copy of a document from which openapi-typescript makes the types that are meant:
 * - an enumeration that only responses use, or that accepts any other text anyway, has `ANY_OTHER_TEXT` among its values
 * - `id` is required in the schemas that operations return
 * - a member that one part of an `allOf` requires is required in each part that has the member
 * - alternatives beside members are a part of `allOf`, because the library takes them for further alternatives
 * - a parameter without a description has the description of its schema
 * - a body and an answer have the content that the client sends and asks for, and no other
 */
export function toTypeDocument(
  document: JsonObject,
  operations: readonly Operation[],
): JsonObject {
  const copy = structuredClone(document);
  openReceivedEnumerations(copy);
  requireIds(
    copy,
    operations.flatMap(({ answer }) =>
      answer.list ? [answer.list.item] : answer.schemas,
    ),
  );
  describeParameters(copy);
  const types = mapNodes(copy, "Schema", (schema) =>
    joinAlternatives(requireAcrossParts(copy, openKnownValues(schema))),
  );
  const requests = mapNodes(types, "RequestBody", (body) =>
    withOneContent(body, bodyContentOf(body)),
  );
  return mapNodes(requests, "Response", (response) =>
    withOneContent(response, answerContentOf(response)),
  );
}

/** How the types of the client recognize a content (`src/rest/typed-client.ts`), and its usual spelling. */
const SPELLINGS: Partial<Record<ContentKind, readonly [RegExp, string]>> = {
  json: [/^application\/.*json/, "application/json"],
  form: [
    /^application\/x-www-form-urlencoded/,
    "application/x-www-form-urlencoded",
  ],
  events: [/^text\/event-stream/, "text/event-stream"],
};

function withOneContent(
  message: JsonObject,
  chosen: Content | undefined,
): JsonObject {
  if (!chosen) return message;
  const { mediaType, kind } = chosen;
  const content = objectOf(message["content"]);
  const [known, spelling] = SPELLINGS[kind] ?? [/^/, mediaType];
  const name = known.test(mediaType) ? mediaType : spelling;
  return { ...message, content: { [name]: content[mediaType] ?? {} } };
}

/** Turns a choice between an enumeration and any text into one enumeration that contains `ANY_OTHER_TEXT`. */
function openKnownValues(schema: JsonObject): JsonObject {
  const { anyOf, ...others } = schema;
  if (!Array.isArray(anyOf) || "enum" in others) return schema;
  const known = anyOf.filter(isTextEnumeration);
  const open = anyOf.filter(isAnyText);
  const [first] = known;
  if (!first || known.length > 1 || open.length !== 1) return schema;
  const rest = anyOf.filter(
    (each) => !isTextEnumeration(each) && !isAnyText(each),
  );
  if (!rest.every(isNull)) return schema;
  const isNullable =
    rest.length > 0 ||
    others["nullable"] === true ||
    [first, ...open].some((each) => isObject(each) && allowsNull(each));
  const values = listOf(first["enum"]).filter((value) => value !== null);
  return {
    ...others,
    enum: [
      ...values.filter((value) => value !== ANY_OTHER_TEXT),
      ANY_OTHER_TEXT,
      ...(isNullable ? [null] : []),
    ],
  };
}

function isTextEnumeration(schema: Json): schema is JsonObject {
  return (
    isObject(schema) && Array.isArray(schema["enum"]) && isTextType(schema)
  );
}

function isAnyText(schema: Json): boolean {
  const own = isObject(schema) ? schema : {};
  const limits = ["enum", "const", "allOf", "anyOf", "oneOf", "$ref"];
  return isTextType(own) && !limits.some((keyword) => keyword in own);
}

function isNull(schema: Json): boolean {
  return isObject(schema) && schema["type"] === "null";
}

/** Whether text is the only type of a schema, apart from null. */
function isTextType({ type }: JsonObject): boolean {
  const types = [type ?? []].flat().filter((each) => each !== "null");
  return types.length === 1 && types[0] === "string";
}

function allowsNull({ type, nullable, ...others }: JsonObject): boolean {
  return (
    nullable === true ||
    [type ?? []].flat().includes("null") ||
    listOf(others["enum"]).includes(null)
  );
}

/**
 * Opens every enumeration of text that only responses use: a service may return new values before its document names
 * them. An enumeration that a request uses stays closed.
 */
function openReceivedEnumerations(document: JsonObject): void {
  const sent = new Set<string>();
  const received = new Set<string>();
  for (const item of Object.values(objectOf(document["paths"])))
    for (const node of Object.values(objectOf(item)).filter(isObject)) {
      collectReferences(document, node["parameters"], sent);
      collectReferences(document, node["requestBody"], sent);
      collectReferences(document, node["responses"], received);
      openEnumerationsIn(node["responses"] ?? null);
    }
  const components = objectOf(document["components"]);
  for (const [name, schema] of Object.entries(
    objectOf(components["schemas"]),
  )) {
    const ref = `#/components/schemas/${name}`;
    if (received.has(ref) && !sent.has(ref)) openEnumerationsIn(schema);
  }
  openEnumerationsIn(components["responses"] ?? null);
}

function openEnumerationsIn(node: Json): void {
  if (Array.isArray(node)) {
    node.forEach(openEnumerationsIn);
    return;
  }
  if (!isObject(node)) return;
  const { anyOf } = node;
  if (Array.isArray(anyOf) && anyOf.some(isAnyText)) return;
  if (isTextEnumeration(node)) {
    const values = listOf(node["enum"]).filter((each) => each !== null);
    const isNullable = allowsNull(node);
    node["enum"] = [...values, ANY_OTHER_TEXT, ...(isNullable ? [null] : [])];
    delete node["type"];
    delete node["nullable"];
    return;
  }
  Object.values<Json>(node).forEach(openEnumerationsIn);
}

/** Adds every reference reachable from `node` to `found`. */
function collectReferences(
  document: JsonObject,
  node: Json | undefined,
  found: Set<string>,
): void {
  if (Array.isArray(node)) {
    node.forEach((item) => collectReferences(document, item, found));
    return;
  }
  if (!isObject(node)) return;
  const { $ref } = node;
  if (typeof $ref === "string" && !found.has(normalize($ref))) {
    found.add(normalize($ref));
    collectReferences(document, lookUp(document, $ref), found);
  }
  Object.values(node).forEach((value) =>
    collectReferences(document, value, found),
  );
}

/** A reference without escapes. */
function normalize(ref: string): string {
  return `#/${parsePointer(ref).join("/")}`;
}

/**
 * Gives each parameter the description of its schema if the parameter has none, and `deprecated` if the schema has it.
 */
function describeParameters(document: JsonObject): void {
  const visit = (node: Json): void => {
    if (Array.isArray(node)) {
      node.forEach((entry) => visit(entry));
      return;
    }
    if (!isObject(node)) return;
    const { schema, name } = node;
    if (typeof name === "string" && "in" in node && isObject(schema)) {
      const target = targetOf(document, schema) ?? schema;
      const description = textOf(target["description"]);
      if (!textOf(node["description"]) && description !== "")
        node["description"] = description;
      if (target["deprecated"] === true) node["deprecated"] = true;
    }
    Object.values(node).forEach(visit);
  };
  const { paths, components } = document;
  visit(paths ?? null);
  visit(objectOf(components)["parameters"] ?? null);
}

/** Distributes the names of required members over the parts of `allOf` that have these members. */
function requireAcrossParts(
  document: JsonObject,
  schema: JsonObject,
): JsonObject {
  const { allOf } = schema;
  if (!Array.isArray(allOf)) return schema;
  const names = new Set(requiredIn(document, schema, new Set()));
  if (names.size === 0) return schema;
  const parts = allOf.flatMap((part): Json[] => {
    if (!isObject(part)) return [part];
    if (typeof part["$ref"] === "string")
      return [part, ...requiredBesideReference(document, part, names)];
    return isBareCondition(part) ? [] : [withRequired(part, names)];
  });
  const { allOf: _, required: __, ...own } = schema;
  const rest =
    isBareCondition(own) && parts.length > 0 ? withoutType(own) : own;
  return withRequired(
    parts.length > 0 ? { ...rest, allOf: parts } : rest,
    names,
  );
}

/** The names that a schema requires, by itself or by its parts. */
function requiredIn(
  document: JsonObject,
  schema: Json,
  visited: Set<string>,
): string[] {
  if (!isObject(schema)) return [];
  const { $ref, required, allOf } = schema;
  const own = listOf(required).filter((name) => typeof name === "string");
  if (typeof $ref === "string") {
    if (visited.has($ref)) return own;
    visited.add($ref);
    const target = lookUp(document, $ref) ?? null;
    return [...own, ...requiredIn(document, target, visited)];
  }
  const parts = listOf(allOf).flatMap((part) =>
    requiredIn(document, part, visited),
  );
  return [...own, ...parts];
}

/** The members that a schema surely has, by name. */
function membersIn(
  document: JsonObject,
  schema: Json,
  visited: Set<string>,
): JsonObject {
  if (!isObject(schema)) return {};
  const { $ref, properties, allOf } = schema;
  if (typeof $ref === "string") {
    if (visited.has($ref)) return {};
    visited.add($ref);
    return membersIn(document, lookUp(document, $ref) ?? null, visited);
  }
  const isChoice = "anyOf" in schema || "oneOf" in schema;
  if (isChoice || schema["nullable"] === true) return {};
  const parts = listOf(allOf).map((part) => membersIn(document, part, visited));
  return Object.assign({}, ...parts, objectOf(properties)) as JsonObject;
}

/** The members of a reference that another part requires, as a part of their own. */
function requiredBesideReference(
  document: JsonObject,
  part: JsonObject,
  names: ReadonlySet<string>,
): JsonObject[] {
  const known = new Set(requiredIn(document, part, new Set()));
  const missing = Object.entries(membersIn(document, part, new Set())).filter(
    ([name]) => names.has(name) && !known.has(name),
  );
  if (missing.length === 0) return [];
  const properties = Object.fromEntries(missing);
  return [{ type: "object", properties, required: Object.keys(properties) }];
}

/** A part that only requires members of other parts. */
function isBareCondition(part: JsonObject): boolean {
  return Object.keys(part).every((keyword) =>
    ["type", "required", "description", "title"].includes(keyword),
  );
}

function withoutType({ type: _, ...others }: JsonObject): JsonObject {
  return others;
}

function withRequired(
  schema: JsonObject,
  names: ReadonlySet<string>,
): JsonObject {
  const own = Object.keys(objectOf(schema["properties"]));
  const required = [
    ...new Set([
      ...listOf(schema["required"]),
      ...own.filter((name) => names.has(name)),
    ]),
  ];
  const { required: _, ...others } = schema;
  return required.length > 0 ? { ...others, required } : others;
}

/** Moves `anyOf` and `oneOf` beside members into `allOf`. */
function joinAlternatives(schema: JsonObject): JsonObject {
  const { anyOf, oneOf, ...own } = schema;
  const isMixed =
    ["properties", "additionalProperties", "allOf"].some(
      (keyword) => keyword in own && own[keyword] !== false,
    ) ||
    (anyOf !== undefined && oneOf !== undefined);
  if (!isMixed || (anyOf === undefined && oneOf === undefined)) return schema;
  const choices: JsonObject[] = [
    ...(anyOf === undefined ? [] : [{ anyOf }]),
    ...(oneOf === undefined ? [] : [{ oneOf }]),
  ];
  return { ...own, allOf: [...listOf(own["allOf"]), ...choices] };
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
