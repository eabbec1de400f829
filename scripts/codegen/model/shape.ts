import { MEMBERS, type Kind } from "../parse/grammar.js";
import {
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "../parse/json.js";
import { closest, isInherited, VALUES } from "../parse/values.js";

/** Told of each part of a document that is not what it must be. */
type Report = (path: Path, message: string) => void;

/**
 * A copy of an OpenAPI document that holds what can be generated from: vendor extensions, examples and whatever else
 * is meant for others are left out, and never judged. The rest must be what OpenAPI says, or it is reported.
 */
export function leanDocument(document: JsonObject, report: Report): JsonObject {
  const lean = leanObject(document, "document", [], report);
  const version = lean["openapi"];
  if (typeof version !== "string" || !/^3\.[01]\./.test(`${version}.`))
    report(["openapi"], "must be 3.0 or 3.1, in quotes");
  const components = isObject(lean["components"]) ? lean["components"] : {};
  return {
    ...lean,
    components: { ...components, schemas: components["schemas"] ?? {} },
  };
}

function leanObject(
  node: JsonObject,
  kind: Kind,
  path: Path,
  report: Report,
): JsonObject {
  if (typeof node["$ref"] === "string")
    return leanReference(node, kind, path, report);
  if (kind === "schema" && node["type"] === "object" && "items" in node)
    report(
      [...path, "items"],
      "is for an array: a map says additionalProperties",
    );
  const lean: JsonObject = {};
  for (const [member, value] of Object.entries(node)) {
    const kept = leanMember(member, value, kind, [...path, member], report);
    if (kept !== undefined) lean[member] = kept;
  }
  return lean;
}

/** Beside a reference only prose may stand; a condition beside that of a schema, as in 3.1, is one more that holds. */
function leanReference(
  { $ref, ...beside }: JsonObject,
  kind: Kind,
  path: Path,
  report: Report,
): JsonObject {
  const reference = { $ref: $ref ?? null };
  const isOther = ([member]: [string, Json]) =>
    kind === "schema" && CONDITIONS.has(ruleOf(kind, member) ?? "");
  const entries = Object.entries(beside);
  const others = leanObject(
    Object.fromEntries(entries.filter(isOther)),
    kind,
    path,
    report,
  );
  const prose = leanObject(
    Object.fromEntries(entries.filter(([member]) => PROSE.includes(member))),
    kind,
    path,
    () => undefined,
  );
  if (Object.keys(others).length === 0) return { ...reference, ...prose };
  return { ...prose, allOf: [reference, others] };
}

const PROSE = ["summary", "description", "title"];
const CONDITIONS = new Set([
  ...["type", "values", "pattern", "texts", "number", "limit", "count"],
  ...["schema", "list schema", "map schema"],
]);

function leanMember(
  member: string,
  value: Json,
  kind: Kind,
  path: Path,
  report: Report,
): Json | undefined {
  if (member.startsWith("x-")) return undefined;
  const rule = ruleOf(kind, member);
  if (rule === undefined) {
    report(path, unknownMember(kind, member));
    return undefined;
  }
  const [many, each] = rule.split(" ");
  if (many === "list" || many === "map")
    return leanMany(value, many, each as Kind, path, report);
  const judge = VALUES.get(rule);
  if (judge) return judge(value, (message) => report(path, message));
  return leanPart(value, rule as Kind, path, report);
}

function leanMany(
  value: Json,
  many: "list" | "map",
  kind: Kind,
  path: Path,
  report: Report,
): Json | undefined {
  const isList = many === "list";
  if (isList ? !Array.isArray(value) : !isObject(value)) {
    report(path, isList ? "must be a list" : "must be an object");
    return undefined;
  }
  if (Array.isArray(value))
    return value.map(
      (item, index) => leanPart(item, kind, [...path, index], report) ?? {},
    );
  // The keys of a map are names: one that begins with x- is an extension only where no such name can be meant.
  const entries = Object.entries(value as JsonObject).filter(
    ([name, item]) =>
      !name.startsWith("x-") ||
      (isObject(item) && kind !== "path" && kind !== "response"),
  );
  for (const [name] of entries.filter(([name]) => isInherited(name)))
    report(
      [...path, name],
      "cannot be a name: every object has a member of that name",
    );
  return Object.fromEntries(
    entries.map(([name, item]) => [
      name,
      leanPart(item, kind, [...path, name], report) ?? {},
    ]),
  );
}

function leanPart(
  value: Json,
  kind: Kind,
  path: Path,
  report: Report,
): Json | undefined {
  if (kind === "schema" && typeof value === "boolean") return value;
  if (isObject(value)) return leanObject(value, kind, path, report);
  report(path, `must be an object: a ${kind}`);
  return undefined;
}

function ruleOf(kind: Kind, member: string): string | undefined {
  return MEMBERS.get(kind)?.get(member);
}

function unknownMember(kind: Kind, member: string): string {
  const known = [...(MEMBERS.get(kind)?.keys() ?? [])];
  if (kind === "path")
    return "is not a method that can be generated from (get, put, post, delete, patch)";
  const near = closest(member, known);
  const hint = near
    ? `did you mean \`${near}\`?`
    : "take it away, or let its name begin with x-";
  return `is not a member of a ${kind} in OpenAPI; ${hint}`;
}
