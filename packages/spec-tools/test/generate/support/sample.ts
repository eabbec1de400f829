import type { Json } from "../../../src/document/json.js";
import type { Schema, Schemas } from "../../../src/document/model.js";
import { targetIn } from "../../../src/document/targets.js";

const MAX_DEPTH_LEVELS = 6;

/** Texts for the patterns of the documents. */
const TEXTS: readonly string[] = ["text", "12.4", "ssh-ed25519 AAAA"];

/** A value that matches a schema, with every member that the schema names. */
export function sampleOf(schemas: Schemas, schema: Schema, depth = 0): Json {
  if (depth > MAX_DEPTH_LEVELS) return {};
  const target = targetIn(schemas)(schema);
  const { types, values, members, items, anyOf, limits = {} } = target;
  const inner = (each: Schema) => sampleOf(schemas, each, depth + 1);
  if (anyOf) return inner(anyOf[0] ?? {});
  if (values) return values[0] ?? null;
  if (members && depth < MAX_DEPTH_LEVELS)
    return Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, inner(member)]),
    );
  switch (types?.[0]) {
    case "array":
      return [inner(items ?? {})];
    case "boolean":
      return true;
    case "integer":
    case "number":
      return numberOf(
        limits["minimum"] ?? limits["exclusiveMinimum"] ?? limits["maximum"],
      );
    case "string": {
      const pattern = new RegExp(String(limits["pattern"] ?? ""));
      return TEXTS.find((text) => pattern.test(text)) ?? "text";
    }
    default:
      return {};
  }
}

/** The limit of a number, or else a number that a time limit in milliseconds may be. */
function numberOf(limit: unknown): number {
  return typeof limit === "number" ? limit : 5000;
}
