import {
  listOf,
  textOf,
  type Json,
  type JsonObject,
  type Path,
} from "../document/json.js";
import { mapNodes } from "../generate/parse/node-types.js";
import type { Applied } from "./applied.js";

/**
 * Writes what only OpenAPI 3.1 has as 3.0 does, in a document of 3.0: lists of types, the type null, `const`, and limits
 * that exclude a number.
 */
export function amendTypesOf31(
  document: JsonObject,
  applied: Applied,
): JsonObject {
  if (!textOf(document["openapi"]).startsWith("3.0")) return document;
  return mapNodes(document, "Schema", (whole, path) => {
    const schema = withLimits(whole, path, applied);
    const { type, const: constant, ...others } = schema;
    if (Array.isArray(type) || type === "null") {
      applied([...path, "type"]);
      return withTypes(schema, others, [type].flat());
    }
    if (constant === undefined) return schema;
    applied([...path, "const"]);
    return { ...others, ...(type !== undefined && { type }), enum: [constant] };
  });
}

/** `exclusiveMinimum: 0` becomes `minimum: 0` with `exclusiveMinimum: true`; the narrower of two limits is kept. */
function withLimits(
  schema: JsonObject,
  path: Path,
  applied: Applied,
): JsonObject {
  const changed = { ...schema };
  for (const [name, exclusive, isNarrower] of LIMITS) {
    const { [name]: limit, [exclusive]: excluded } = schema;
    if (typeof excluded !== "number") continue;
    applied([...path, exclusive]);
    const isKept = typeof limit === "number" && isNarrower(limit, excluded);
    changed[name] = isKept ? limit : excluded;
    changed[exclusive] = !isKept;
  }
  return changed;
}

const LIMITS = [
  ["minimum", "exclusiveMinimum", (a: number, b: number) => a > b],
  ["maximum", "exclusiveMaximum", (a: number, b: number) => a < b],
] as const;

function withTypes(
  schema: JsonObject,
  others: JsonObject,
  types: readonly Json[],
): JsonObject {
  const [type, ...further] = types.filter((each) => each !== "null");
  const nullable = types.includes("null") && { nullable: true };
  if (type === undefined) return { ...others, enum: [null], nullable: true };
  if (further.length === 0) return { ...others, type, ...nullable };
  const anyOf = [type, ...further].map((each): JsonObject => ({ type: each }));
  const allOf = [...listOf(schema["allOf"]), { anyOf }];
  return "anyOf" in schema
    ? { ...others, allOf, ...nullable }
    : { ...others, anyOf, ...nullable };
}
