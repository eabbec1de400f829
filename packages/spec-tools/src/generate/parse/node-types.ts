import {
  getTypes,
  normalizeTypes,
  type NormalizedNodeType,
} from "@redocly/openapi-core";
import {
  childPath,
  isObject,
  type Json,
  type JsonObject,
} from "../../document/json.js";
import type { Path } from "../../document/json.js";

/** What an object of a document is, by redocly's tables of OpenAPI: `Schema`, `Operation`, `PathItem` … */
export type NodeType = NormalizedNodeType;

const TYPES_3_0 = normalizeTypes(getTypes("oas3_0"));
const TYPES_3_1 = normalizeTypes(getTypes("oas3_1"));

/** The type of the document itself. A document of any version but 3.0 is read as 3.1. */
function rootTypeOf({ openapi }: JsonObject): NodeType | undefined {
  const isVersion30 = typeof openapi === "string" && openapi.startsWith("3.0");
  return (isVersion30 ? TYPES_3_0 : TYPES_3_1)["Root"];
}

/** The type of one member of an object; undefined where the member is plain data, or not known. */
export function memberTypeOf(
  type: NodeType,
  name: string,
  value: Json,
): NodeType | undefined {
  const isNamed = Object.hasOwn(type.properties, name);
  let member = isNamed ? type.properties[name] : type.additionalProperties;
  if (typeof member === "function") member = member(value, name);
  return isNodeType(member) ? member : undefined;
}

/** The type of the entries of a list. */
function entryTypeOf({ items }: NodeType, value: Json): NodeType | undefined {
  const entry = typeof items === "function" ? items(value, "") : items;
  return isNodeType(entry) ? entry : undefined;
}

function isNodeType(
  type: NodeType["items"],
): type is Exclude<NodeType, undefined> {
  return typeof type === "object" && typeof type?.name === "string";
}

/**
 * A copy of a document in which `replace` has replaced each object with a type. Inner objects are replaced before the
 * object that contains them.
 */
export function mapNodes(
  document: JsonObject,
  replace: (node: JsonObject, type: NodeType, path: Path) => JsonObject,
): JsonObject {
  const copy = (node: Json, type: NodeType | undefined, path: Path): Json => {
    if (!type) return node;
    if (Array.isArray(node))
      return node.map((entry, index) =>
        copy(entry, entryTypeOf(type, entry), [...path, index]),
      );
    if (!isObject(node)) return node;
    const members = Object.entries(node).map(([member, value]) => [
      member,
      copy(
        value,
        memberTypeOf(type, member, value),
        childPath(path, node, member),
      ),
    ]);
    return replace(Object.fromEntries(members) as JsonObject, type, path);
  };
  return copy(document, rootTypeOf(document), []) as JsonObject;
}

/** As `mapNodes`, but only for the objects of the type `name`. */
export function mapNodesOf(
  document: JsonObject,
  name: "Schema" | "Operation" | "PathItem",
  replace: (node: JsonObject, path: Path) => JsonObject,
): JsonObject {
  return mapNodes(document, (node, type, path) =>
    type.name === name ? replace(node, path) : node,
  );
}
