import {
  childPath,
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "./json.js";
import {
  entryTypeOf,
  memberTypeOf,
  rootTypeOf,
  type NodeType,
} from "./node-types.js";

/** Takes one problem of a document: where it is, and what is wrong. */
type Report = (path: Path, problem: string) => void;

/**
 * A copy of an OpenAPI document without the parts that the generator does not use: extensions (`x-…`), examples, links,
 * callbacks and the like. These parts may hold anything, and other tools could misread them.
 */
export function keepUsedParts(
  document: JsonObject,
  report: Report,
): JsonObject {
  const root = rootTypeOf(document);
  const copy = root ? copyObject(document, root, [], report) : document;
  const { components } = copy;
  if (components !== undefined && !isObject(components)) return copy;
  // The rest of the generator expects this member.
  const schemas = components?.["schemas"] ?? {};
  return { ...copy, components: { ...components, schemas } };
}

function copyNode(node: Json, type: NodeType, path: Path, report: Report) {
  if (Array.isArray(node))
    return node.map((entry, index): Json => {
      const entryType = entryTypeOf(type, entry);
      const entryPath = [...path, index];
      return entryType ? copyNode(entry, entryType, entryPath, report) : entry;
    });
  return isObject(node) ? copyObject(node, type, path, report) : node;
}

function copyObject(
  node: JsonObject,
  type: NodeType,
  path: Path,
  report: Report,
): JsonObject {
  if (typeof node["$ref"] === "string")
    return copyReference(node, type, path, report);
  return copyMembers(Object.entries(node), type, path, report);
}

/**
 * A schema may add keywords to a reference, which hold as well. Here they become a second part of `allOf`, because not
 * every tool reads them beside `$ref`. Any other object keeps only its texts.
 */
function copyReference(
  { $ref = null, ...beside }: JsonObject,
  type: NodeType,
  path: Path,
  report: Report,
): JsonObject {
  const members = copyMembers(Object.entries(beside), type, path, report);
  const isText = ([name]: [string, Json]) => TEXT_MEMBERS.has(name);
  const texts = Object.entries(members).filter(isText);
  const conditions = Object.entries(members).filter(
    (member) => !isText(member) && !ANNOTATIONS.has(member[0]),
  );
  if (type.name !== "Schema" || conditions.length === 0)
    return { $ref, ...Object.fromEntries(texts) };
  return {
    ...Object.fromEntries(texts),
    allOf: [{ $ref }, Object.fromEntries(conditions)],
  };
}

function copyMembers(
  members: readonly [string, Json][],
  type: NodeType,
  path: Path,
  report: Report,
): JsonObject {
  const kept: [string, Json][] = [];
  for (const [name, value] of members) {
    const memberPath = childPath(path, {}, name);
    if (isUnused(name, value, type)) continue;
    if (isInheritedName(name)) {
      report(
        memberPath,
        "is not possible as a name, because every object has a member of this name",
      );
      continue;
    }
    const memberType = memberTypeOf(type, name, value);
    if (memberType)
      kept.push([name, copyNode(value, memberType, memberPath, report)]);
    else kept.push([name, isText(name, type) ? escapeText(value) : value]);
  }
  return Object.fromEntries(kept);
}

function isUnused(name: string, value: Json, type: NodeType): boolean {
  if (type.extensionsPrefix && name.startsWith(type.extensionsPrefix))
    return true;
  if (!Object.hasOwn(type.properties, name)) return false;
  if (isText(name, type)) return typeof value !== "string";
  if (name === "example") return isMisreadable(value);
  const memberType = memberTypeOf(type, name, value)?.name ?? "";
  return UNUSED_MEMBERS.has(name) || UNUSED_TYPES.has(memberType);
}

/** Texts for people. The generator can do without them, so that a value of another type is left out. */
const TEXT_MEMBERS = new Set([
  "title",
  "description",
  "summary",
  "termsOfService",
  "format",
]);

/** Members beside a reference that are no conditions on a value. */
const ANNOTATIONS = new Set([
  "default",
  "deprecated",
  "example",
  "readOnly",
  "writeOnly",
]);

/** Members that say nothing about a value, and those that would change what a reference means. */
const UNUSED_MEMBERS = new Set([
  "examples",
  "id",
  "$id",
  "$anchor",
  "$schema",
  "$comment",
  "$dynamicAnchor",
  "$dynamicRef",
  "$vocabulary",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
  "jsonSchemaDialect",
]);

/** The types of parts that the generator does not use, by redocly's names. */
const UNUSED_TYPES = new Set([
  "Contact",
  "License",
  "ExternalDocs",
  "Xml",
  "ServerVariablesMap",
  "WebhooksMap",
  "LinksMap",
  "NamedLinks",
  "CallbacksMap",
  "NamedCallbacks",
  "ExamplesMap",
  "NamedExamples",
]);

function isText(name: string, type: NodeType): boolean {
  return TEXT_MEMBERS.has(name) && Object.hasOwn(type.properties, name);
}

/** The TypeScript compiler obeys comments such as `@ts-nocheck`, and texts become comments. */
function escapeText(value: Json): Json {
  return typeof value === "string" ? value.replaceAll("@ts-", "@ ts-") : value;
}

/** Whether a tool would take a part of an example for a reference, or for a member that every object has. */
function isMisreadable(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([name, item]) =>
      name === "$ref" || isInheritedName(name) || isMisreadable(item),
  );
}

function isInheritedName(name: string): boolean {
  return name in Object.prototype;
}
