import {
  isObject,
  listOf,
  objectOf,
  own,
  type Json,
  type JsonObject,
} from "./json.js";
import type { Discriminator, Schema } from "./model.js";
import { componentName, follow } from "./references.js";

/** The values by which unions know a named schema: by the name of the schema, and of the member that has the value. */
export type Tags = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** The discriminator of a union, with the values of each alternative. */
export function discriminatorOf(
  document: JsonObject,
  node: JsonObject,
): Discriminator | undefined {
  const { propertyName } = objectOf(node["discriminator"]);
  if (typeof propertyName !== "string") return undefined;
  const mapping = alternativesOf(node).flatMap(($ref) =>
    valuesOf(document, node, propertyName, $ref).map(
      (value) => [value, $ref] as const,
    ),
  );
  return {
    propertyName,
    ...(mapping.length > 0 && { mapping: Object.fromEntries(mapping) }),
  };
}

/** The values by which the unions of a document know each named schema. */
export function tagsIn(document: JsonObject): Tags {
  const tags = new Map<string, Map<string, readonly string[]>>();
  const visit = (node: Json): void => {
    if (typeof node !== "object" || node === null) return;
    for (const value of Object.values(node)) visit(value);
    const { propertyName } = isObject(node)
      ? objectOf(node["discriminator"])
      : {};
    if (!isObject(node) || typeof propertyName !== "string") return;
    for (const $ref of alternativesOf(node)) {
      const name = componentName($ref, "schemas");
      if (name === undefined) continue;
      const members = tags.get(name) ?? new Map<string, readonly string[]>();
      const known = members.get(propertyName) ?? [];
      const values = valuesOf(document, node, propertyName, $ref);
      members.set(propertyName, [...new Set([...known, ...values])]);
      tags.set(name, members);
    }
  };
  visit(document);
  return tags;
}

/** A schema whose members have the values by which unions know the schema. */
export function withTags(
  schema: Schema,
  tags: ReadonlyMap<string, readonly string[]>,
): Schema {
  if (schema.anyOf || tags.size === 0) return schema;
  const members = { ...schema.members };
  for (const [name, values] of tags) {
    const known = own(members, name);
    if (known?.values) continue;
    const { ref: _, open: __, ...beside } = known ?? {};
    members[name] = { ...beside, types: ["string"], values };
  }
  const required = [...new Set([...(schema.required ?? []), ...tags.keys()])];
  return { ...schema, members, required };
}

/** The references of the alternatives of a union. */
function alternativesOf(node: JsonObject): string[] {
  return [...listOf(node["oneOf"]), ...listOf(node["anyOf"])].flatMap(
    (each) => {
      const { $ref } = objectOf(each);
      return typeof $ref === "string" ? [$ref] : [];
    },
  );
}

/**
 * The values of a member that name an alternative: the value that the schema itself gives the member, or else those of the
 * mapping, or else the name of the schema.
 */
function valuesOf(
  document: JsonObject,
  { discriminator }: JsonObject,
  property: string,
  $ref: string,
): readonly string[] {
  const single = listedIn(document, { $ref }, property);
  if (single?.length === 1) return single;
  const { mapping } = objectOf(discriminator);
  const name = componentName($ref, "schemas") ?? $ref;
  const mapped = Object.entries(objectOf(mapping))
    .filter(([, target]) => target === $ref || target === name)
    .map(([value]) => value);
  return mapped.length > 0 ? mapped : [name];
}

/** The texts that a schema, or a part of it, lists for a member. */
function listedIn(
  document: JsonObject,
  node: Json | undefined,
  property: string,
): string[] | undefined {
  const schema = follow(document, node);
  const member = follow(
    document,
    own(objectOf(schema["properties"]), property),
  );
  const listed = "const" in member ? [member["const"]] : listOf(member["enum"]);
  const texts = listed.filter((value) => typeof value === "string");
  if (texts.length > 0) return texts;
  for (const part of listOf(schema["allOf"])) {
    const found = listedIn(document, part, property);
    if (found) return found;
  }
  return undefined;
}
