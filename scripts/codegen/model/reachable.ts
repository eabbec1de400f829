import { isObject, type Json, type JsonObject } from "../parse/json.js";
import type { Spec } from "../parse/spec.js";

/**
 * A schema, and every schema that is reached from it by `partsOf`, each once and without references. A schema comes
 * before its parts.
 */
export function reachableFrom(
  spec: Spec,
  schema: Json,
  partsOf: (schema: JsonObject) => readonly Json[],
): JsonObject[] {
  const visited = new Set<JsonObject>();
  const visit = (node: Json): void => {
    if (!isObject(node)) return;
    const resolved = spec.resolve(node, []);
    if (visited.has(resolved)) return;
    visited.add(resolved);
    partsOf(resolved).forEach(visit);
  };
  visit(schema);
  return [...visited];
}

/** The parts of a schema under keywords whose value is a schema, or a list of schemas. */
export function partsUnder(
  keywords: readonly string[],
  schema: JsonObject,
): Json[] {
  return keywords.flatMap((keyword) => schema[keyword] ?? []);
}
