import type { Json, JsonObject } from "./json.js";
import type { Operation } from "./operations.js";
import type { Spec } from "./spec.js";

/** PATCH x → POST x/update: found by the shape of the paths and equal request bodies. */
export function synonymsOf(
  spec: Spec,
  operations: readonly Pick<Operation, "method" | "path" | "route" | "body">[],
): Map<string, string> {
  const byRoute = new Map(
    operations.map((operation) => [operation.route, operation]),
  );
  const pairs = new Map<string, string>();
  for (const patch of operations.filter(({ method }) => method === "PATCH")) {
    const post = byRoute.get(`POST ${patch.path}/update`);
    if (post && isSame(spec, post.body ?? null, patch.body ?? null))
      pairs.set(patch.route, post.route);
  }
  return pairs;
}

/** Whether two parts of a document say the same, wherever what they refer to stands. */
function isSame(spec: Spec, one: Json, other: Json, depth = 0): boolean {
  if (typeof one !== "object" || typeof other !== "object")
    return one === other;
  if (one === null || other === null) return one === other;
  if (isReference(one) && isReference(other) && one["$ref"] === other["$ref"])
    return true;
  // What refers to itself is the same only as itself.
  if (depth > MOST_REFERENCES) return false;
  if (isReference(one) || isReference(other))
    return isSame(spec, open(spec, one), open(spec, other), depth + 1);
  const [left, right] = [told(one), told(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    left.size === right.size &&
    [...left].every(([key, value]) => {
      const twin = right.get(key);
      return twin !== undefined && isSame(spec, value, twin, depth);
    })
  );
}

/** So many references may lie within each other in a body before it counts as one that refers to itself. */
const MOST_REFERENCES = 20;

function isReference(node: Json[] | JsonObject): node is JsonObject {
  return !Array.isArray(node) && typeof node["$ref"] === "string";
}

function open(spec: Spec, node: Json[] | JsonObject): Json {
  return Array.isArray(node) ? node : spec.resolve(node, []);
}

/** The members of a part, without the description: two texts may tell of one thing. */
function told(node: Json[] | JsonObject): Map<string, Json> {
  const entries: [string, Json][] = Object.entries(node);
  return new Map(entries.filter(([key]) => key !== "description"));
}
