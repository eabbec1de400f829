import { objectOf, type Json, type JsonObject } from "../../document/json.js";
import { SKIPPED_KEY } from "../../document/operations.js";
import { mapNodes, memberTypeOf, type NodeType } from "./node-types.js";

/**
 * A copy of an OpenAPI document without the parts that the generator does not use: extensions (`x-…`, but for the note of
 * skipped routes), examples, links, callbacks and the like. These parts may hold anything, and other tools could misread
 * them.
 */
export function keepUsedParts(document: JsonObject): JsonObject {
  const copy = mapNodes(document, (node, type) =>
    Object.fromEntries(
      Object.entries(node).filter(([name, value]) => isUsed(name, value, type)),
    ),
  );
  const components = objectOf(copy["components"]);
  const skipped = document[SKIPPED_KEY];
  return {
    ...copy,
    // The rest of the generator expects this member.
    components: { ...components, schemas: components["schemas"] ?? {} },
    ...(skipped !== undefined && { [SKIPPED_KEY]: skipped }),
  };
}

function isUsed(name: string, value: Json, type: NodeType): boolean {
  if (type.extensionsPrefix && name.startsWith(type.extensionsPrefix))
    return false;
  if (!Object.hasOwn(type.properties, name)) return true;
  const memberType = memberTypeOf(type, name, value)?.name ?? "";
  return name !== "examples" && !UNUSED_TYPES.has(memberType);
}

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
