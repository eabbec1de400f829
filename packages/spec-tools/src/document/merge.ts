import type { Json } from "./json.js";
import type { JsonType, Schema } from "./model.js";

/**
 * The schema of a value that matches both schemas, as the parts of an `allOf` do. Neither has a name; `targetOf` gives
 * what an inner schema with a name stands for.
 */
export function mergeSchemas(
  one: Schema,
  other: Schema,
  targetOf: (schema: Schema) => Schema,
): Schema {
  if (one.anyOf) return mergeAlternatives(one, other, targetOf);
  if (other.anyOf) return mergeAlternatives(other, one, targetOf);
  const merge = (a: Schema, b: Schema): Schema =>
    isSame(a, b) ? a : mergeSchemas(targetOf(a), targetOf(b), targetOf);
  const types = commonTypes(one.types, other.types);
  const values = commonValues(one.values, other.values);
  const members = mergeMembers(one.members, other.members, merge);
  const required = [...(one.required ?? []), ...(other.required ?? [])];
  const additional = mergeAdditional(one.additional, other.additional, merge);
  const items = mergeBoth(one.items, other.items, merge);
  const conditions = [...(one.conditions ?? []), ...(other.conditions ?? [])];
  const open = one.open ?? other.open;
  const parts = [...(one.parts ?? []), ...(other.parts ?? [])];
  return {
    ...one,
    ...other,
    ...(parts.length > 0 && { parts: [...new Set(parts)] }),
    ...(types && { types }),
    ...(values && { values }),
    ...(open && { open }),
    ...(members && { members }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
    ...(additional !== undefined && { additional }),
    ...(items && { items }),
    ...((one.limits ?? other.limits) && {
      limits: { ...one.limits, ...other.limits },
    }),
    ...(conditions.length > 0 && { conditions }),
  };
}

/** What stands beside alternatives holds for each of them. */
function mergeAlternatives(
  { anyOf = [], discriminator: _, ...union }: Schema,
  beside: Schema,
  targetOf: (schema: Schema) => Schema,
): Schema {
  const nullable = (union.nullable ?? beside.nullable) && {
    nullable: true as const,
  };
  return {
    ...union,
    ...nullable,
    anyOf: anyOf.map((each) => mergeSchemas(beside, targetOf(each), targetOf)),
  };
}

/** Whether two schemas are known by one name. */
function isSame(one: Schema, other: Schema): boolean {
  return one.ref !== undefined && one.ref === other.ref;
}

function mergeBoth(
  one: Schema | undefined,
  other: Schema | undefined,
  merge: (one: Schema, other: Schema) => Schema,
): Schema | undefined {
  return one && other ? merge(one, other) : (one ?? other);
}

function mergeMembers(
  one: Schema["members"],
  other: Schema["members"],
  merge: (one: Schema, other: Schema) => Schema,
): Schema["members"] {
  if (!one || !other) return one ?? other;
  const members = new Map(Object.entries(one));
  for (const [name, schema] of Object.entries(other)) {
    const known = members.get(name);
    members.set(name, known ? merge(known, schema) : schema);
  }
  return Object.fromEntries(members);
}

function mergeAdditional(
  one: Schema["additional"],
  other: Schema["additional"],
  merge: (one: Schema, other: Schema) => Schema,
): Schema["additional"] {
  if (one === false || other === false) return false;
  return mergeBoth(one, other, merge);
}

/** The types that both lists accept; undefined accepts every type. */
function commonTypes(
  one: readonly JsonType[] | undefined,
  other: readonly JsonType[] | undefined,
): readonly JsonType[] | undefined {
  if (!one || !other) return one ?? other;
  const accepts = (types: readonly JsonType[], type: JsonType) =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  const common = [...new Set([...one, ...other])].filter(
    (type) => accepts(one, type) && accepts(other, type),
  );
  return common.length > 0 ? common : undefined;
}

function commonValues(
  one: readonly Json[] | undefined,
  other: readonly Json[] | undefined,
): readonly Json[] | undefined {
  if (!one || !other) return one ?? other;
  const texts = new Set(other.map((value) => JSON.stringify(value)));
  return one.filter((value) => texts.has(JSON.stringify(value)));
}
