import { isDeepStrictEqual } from "node:util";
import { own } from "./json.js";
import type { Schema } from "./model.js";
import type { ReadOperation } from "./operations.js";
import type { SchemaReader } from "./schemas.js";
import type { SurfaceRules } from "./surface-rules.js";
import { mapInner } from "./walk.js";

/**
 * The POST route of each PATCH route that has one: `PATCH x` and `POST x/update` are two spellings of one update where
 * their request bodies are equal, or where `names`, by route, gives both the same name.
 */
export function findSynonyms(
  operations: readonly ReadOperation[],
  schemas: SchemaReader,
  { names = {} }: SurfaceRules,
): Map<string, string> {
  const byRoute = new Map(operations.map((each) => [each.route, each]));
  const synonyms = new Map<string, string>();
  for (const patch of operations.filter(({ method }) => method === "PATCH")) {
    const post = byRoute.get(`POST ${patch.path}/update`);
    if (!post) continue;
    const name = own(names, patch.route);
    const isOneName = name !== undefined && name === own(names, post.route);
    const [one, other] = [patch, post].map((each) => sentPart(schemas, each));
    if (isOneName || isDeepStrictEqual(one, other))
      synonyms.set(patch.route, post.route);
  }
  return synonyms;
}

/** The body as the client sends it. */
function sentPart(schemas: SchemaReader, { body }: ReadOperation) {
  const { mediaType, schema = {} } = body?.sent ?? {};
  const required = body?.required ?? false;
  return { mediaType, required, schema: withoutNames(schemas, schema) };
}

/** A schema with what its names stand for, without descriptions. A schema within itself is left out. */
function withoutNames(
  schemas: SchemaReader,
  schema: Schema,
  within: readonly string[] = [],
): Schema {
  const { ref = "" } = schema;
  if (within.includes(ref)) return {};
  const names = ref === "" ? within : [...within, ref];
  const {
    at: _at,
    description: _description,
    parts: _parts,
    ...whole
  } = schemas.target(schema);
  return mapInner(whole, (each) => withoutNames(schemas, each, names));
}
