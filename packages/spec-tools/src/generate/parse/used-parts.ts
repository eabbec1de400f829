import {
  childPath,
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "../../document/json.js";
import { SKIPPED_KEY } from "../../document/operations.js";
import {
  entryTypeOf,
  memberTypeOf,
  rootTypeOf,
  type NodeType,
} from "./node-types.js";

/** Takes one problem of a document: where it is, and what is wrong. */
type Report = (path: Path, problem: string) => void;

/**
 * A copy of an OpenAPI document without the parts that the generator does not use: extensions (`x-…`, but for the note of
 * skipped routes), examples, links, callbacks and the like. These parts may hold anything, and other tools could misread
 * them.
 */
export function keepUsedParts(
  document: JsonObject,
  report: Report,
): JsonObject {
  const root = rootTypeOf(document);
  const copy = root ? copyObject(document, root, [], report) : document;
  const { components } = copy;
  if (components !== undefined && !isObject(components)) return copy;
  const skipped = document[SKIPPED_KEY];
  return {
    ...copy,
    // The rest of the generator expects this member.
    components: { ...components, schemas: components?.["schemas"] ?? {} },
    ...(skipped !== undefined && { [SKIPPED_KEY]: skipped }),
  };
}

function copyNode(
  node: Json,
  type: NodeType | undefined,
  path: Path,
  report: Report,
): Json {
  if (!type) return node;
  if (Array.isArray(node))
    return node.map((entry, index) =>
      copyNode(entry, entryTypeOf(type, entry), [...path, index], report),
    );
  return isObject(node) ? copyObject(node, type, path, report) : node;
}

function copyObject(
  node: JsonObject,
  type: NodeType,
  path: Path,
  report: Report,
): JsonObject {
  const kept: [string, Json][] = [];
  for (const [name, value] of Object.entries(node)) {
    const memberType = memberTypeOf(type, name, value);
    const memberPath = childPath(path, node, name);
    if (isUnused(name, value, type)) continue;
    if (isInheritedName(name))
      report(
        memberPath,
        "is not possible as a name, because every object has a member of this name",
      );
    else if (isText(name, type)) kept.push([name, escapeText(value)]);
    else kept.push([name, copyNode(value, memberType, memberPath, report)]);
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
  return name === "examples" || UNUSED_TYPES.has(memberType);
}

/** Texts for people. The generator does not need them: a value that is not text is left out. */
const TEXT_MEMBERS = new Set([
  "title",
  "description",
  "summary",
  "termsOfService",
  "format",
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
