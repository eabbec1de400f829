import { own } from "./json.js";
import type { Schema, Schemas } from "./model.js";

/** Every schema name that schemas lead to, directly or through other schemas. */
export function reachableNames(
  from: readonly Schema[],
  schemas: Schemas,
): Set<string> {
  const found = new Set<string>();
  const queue = [...from];
  for (let schema = queue.pop(); schema; schema = queue.pop()) {
    queue.push(...innerSchemas(schema));
    const { ref, parts = [] } = schema;
    for (const name of ref === undefined ? parts : [ref, ...parts]) {
      if (found.has(name)) continue;
      found.add(name);
      const target = own(schemas, name);
      if (target) queue.push(target);
    }
  }
  return found;
}

/** The schemas that a schema holds itself, names not followed. */
export function innerSchemas({
  members = {},
  items,
  additional,
  anyOf = [],
}: Schema): Schema[] {
  return [
    ...Object.values(members),
    ...(items ? [items] : []),
    ...(additional ? [additional] : []),
    ...anyOf,
  ];
}

/** A copy of a schema in which `map` has replaced every schema that it holds itself. */
export function mapInner(
  schema: Schema,
  map: (schema: Schema) => Schema,
): Schema {
  const { members, items, additional, anyOf } = schema;
  const mapped = Object.entries(members ?? {}).map(
    ([name, inner]) => [name, map(inner)] as const,
  );
  return {
    ...schema,
    ...(members && { members: Object.fromEntries(mapped) }),
    ...(items && { items: map(items) }),
    ...(additional && { additional: map(additional) }),
    ...(anyOf && { anyOf: anyOf.map(map) }),
  };
}
