import { own, type Json, type JsonObject, type Path } from "./json.js";

/** The object that a value is or refers to. `at` is where the value stands, for the message of an error. */
type Resolve = (value: Json | undefined, at: Path) => JsonObject;

/** An operation that may be a spelling of an update. */
interface Spelling {
  readonly method: string;
  readonly path: string;
  readonly route: string;
  /** The schema of the body and what else describes the body. */
  readonly body: Json | undefined;
}

/**
 * The POST route of each PATCH route that has one: `PATCH x` and `POST x/update` are two spellings of one update where
 * their request bodies are equal, or where `names`, by route, gives both the same name.
 */
export function findSynonyms(
  resolve: Resolve,
  operations: readonly Spelling[],
  names: Readonly<Record<string, string>> = {},
): Map<string, string> {
  const byRoute = new Map(
    operations.map((operation) => [operation.route, operation]),
  );
  const synonyms = new Map<string, string>();
  for (const patch of operations.filter(({ method }) => method === "PATCH")) {
    const post = byRoute.get(`POST ${patch.path}/update`);
    if (!post) continue;
    const name = own(names, patch.route);
    const isOneName = name !== undefined && name === own(names, post.route);
    if (isOneName || isEqual(resolve, post.body ?? null, patch.body ?? null))
      synonyms.set(patch.route, post.route);
  }
  return synonyms;
}

/** Whether two parts of a document mean the same: references are followed, and descriptions do not count. */
function isEqual(
  resolve: Resolve,
  one: Json,
  other: Json,
  compared = new Set<string>(),
): boolean {
  if (typeof one !== "object" || typeof other !== "object")
    return one === other;
  if (one === null || other === null) return one === other;
  if (isReference(one) || isReference(other)) {
    const pair = JSON.stringify([refOf(one), refOf(other)]);
    // In a circle of references, a pair that is already being compared counts as equal.
    if (refOf(one) === refOf(other) || compared.has(pair)) return true;
    if (isReference(one) && isReference(other)) compared.add(pair);
    return isEqual(
      resolve,
      follow(resolve, one),
      follow(resolve, other),
      compared,
    );
  }
  const [left, right] = [membersOf(one), membersOf(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    left.size === right.size &&
    [...left].every(([key, value]) => {
      const counterpart = right.get(key);
      return (
        counterpart !== undefined &&
        isEqual(resolve, value, counterpart, compared)
      );
    })
  );
}

function isReference(node: Json[] | JsonObject): node is JsonObject {
  return !Array.isArray(node) && typeof node["$ref"] === "string";
}

function refOf(node: Json[] | JsonObject): Json | undefined {
  return isReference(node) ? node["$ref"] : undefined;
}

function follow(resolve: Resolve, node: Json[] | JsonObject): Json {
  return Array.isArray(node) ? node : resolve(node, []);
}

function membersOf(node: Json[] | JsonObject): Map<string, Json> {
  const entries: [string, Json][] = Object.entries(node);
  return new Map(entries.filter(([key]) => key !== "description"));
}
