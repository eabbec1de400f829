import type { Json, JsonObject } from "../parse/json.js";
import type { Operation } from "./operations.js";
import type { Spec } from "../parse/spec.js";

/** What finds the object that a reference points to. */
type Resolver = Pick<Spec, "resolve">;

/** PATCH x → POST x/update: found by the shape of the paths and equal request bodies. */
export function synonymsOf(
  resolver: Resolver,
  operations: readonly Pick<Operation, "method" | "path" | "route" | "body">[],
): Map<string, string> {
  const byRoute = new Map(
    operations.map((operation) => [operation.route, operation]),
  );
  const pairs = new Map<string, string>();
  for (const patch of operations.filter(({ method }) => method === "PATCH")) {
    const post = byRoute.get(`POST ${patch.path}/update`);
    if (post && isSame(resolver, post.body ?? null, patch.body ?? null))
      pairs.set(patch.route, post.route);
  }
  return pairs;
}

/** Whether two parts of a document say the same, wherever what they refer to stands. */
function isSame(
  resolver: Resolver,
  one: Json,
  other: Json,
  compared = new Set<string>(),
): boolean {
  if (typeof one !== "object" || typeof other !== "object")
    return one === other;
  if (one === null || other === null) return one === other;
  if (isReference(one) || isReference(other)) {
    const pair = JSON.stringify([refOf(one), refOf(other)]);
    // A pair that is being compared is the same unless the rest of it differs.
    if (refOf(one) === refOf(other) || compared.has(pair)) return true;
    if (isReference(one) && isReference(other)) compared.add(pair);
    return isSame(
      resolver,
      open(resolver, one),
      open(resolver, other),
      compared,
    );
  }
  const [left, right] = [told(one), told(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    left.size === right.size &&
    [...left].every(([key, value]) => {
      const twin = right.get(key);
      return twin !== undefined && isSame(resolver, value, twin, compared);
    })
  );
}

function isReference(node: Json[] | JsonObject): node is JsonObject {
  return !Array.isArray(node) && typeof node["$ref"] === "string";
}

function refOf(node: Json[] | JsonObject): Json | undefined {
  return isReference(node) ? node["$ref"] : undefined;
}

function open(resolver: Resolver, node: Json[] | JsonObject): Json {
  return Array.isArray(node) ? node : resolver.resolve(node, []);
}

/** The members of a part, without the description: two texts may tell of one thing. */
function told(node: Json[] | JsonObject): Map<string, Json> {
  const entries: [string, Json][] = Object.entries(node);
  return new Map(entries.filter(([key]) => key !== "description"));
}
