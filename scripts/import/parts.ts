import { MEMBERS, type Kind } from "../codegen/parse/grammar.js";
import {
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "../codegen/parse/json.js";

/** Gives what is to stand in the place of one object of a document. */
type Visit = (node: JsonObject, path: Path) => JsonObject;

/** A copy of a document in which `visit` has replaced each object of that kind, those within others first. */
export function mapParts(
  document: JsonObject,
  kind: Kind,
  visit: Visit,
): JsonObject {
  const walk = (node: Json, at: string, path: Path): Json => {
    if (!isObject(node)) return node;
    const entries = Object.entries(node).map(([member, value]) => {
      const rule = MEMBERS.get(at)?.get(member) ?? "";
      return [member, descend(value, rule, [...path, member])] as const;
    });
    const copy: JsonObject = Object.fromEntries(entries);
    return at === kind ? visit(copy, path) : copy;
  };
  const descend = (value: Json, rule: string, path: Path): Json => {
    const [many, each = ""] = rule.split(" ");
    if (many === "list" && Array.isArray(value))
      return value.map((item, index) => walk(item, each, [...path, index]));
    if (many === "map" && isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [
          name,
          walk(item, each, [...path, name]),
        ]),
      );
    return MEMBERS.has(rule) ? walk(value, rule, path) : value;
  };
  return walk(document, "document", []) as JsonObject;
}
