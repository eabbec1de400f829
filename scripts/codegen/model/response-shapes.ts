import { isObject, type Json, type JsonObject } from "../parse/json.js";
import { type Spec } from "../parse/spec.js";
import {
  alternativesOf,
  isNullOnly,
  partsOf,
  typesOf,
  valuesOf,
  withoutAlternatives,
} from "./schema-parts.js";
import type { Shape, ShapePool } from "./shape-pool.js";

/**
 * Adds the shape of a schema to the pool and returns its index. A shape holds types, field names and enumerations; the
 * limits, formats and patterns of a value are left out.
 */
export function addSchema(spec: Spec, schema: Json, pool: ShapePool): number {
  const key = `${spec.file} ${JSON.stringify(schema)}`;
  return pool.addOnce(key, () =>
    describeParts(spec, partsOf(spec, schema), false, pool),
  );
}

/** The shape of a value that matches every part. With `orNull`, the value may also be null. */
function describeParts(
  spec: Spec,
  parts: readonly JsonObject[],
  orNull: boolean,
  pool: ShapePool,
): Shape {
  const union = parts.find((part) => alternativesOf(part).length > 0);
  const all = union ? alternativesOf(union) : [];
  const alternatives = all.filter((each) => !isNullOnly(each));
  const isNullable =
    orNull ||
    alternatives.length < all.length ||
    parts.some((part) => part["nullable"] === true);
  if (!union) return describePlain(spec, parts, isNullable, pool);
  const others = parts.map((part) =>
    part === union ? withoutAlternatives(part) : part,
  );
  const [only = { type: "null" }] = alternatives;
  if (alternatives.length < 2) {
    const own = [...others, ...partsOf(spec, only)];
    return describeParts(spec, own, isNullable, pool);
  }
  // The other members of the schema hold for each alternative.
  const anyOf = alternatives.map((each) =>
    addSchema(spec, { allOf: [...others, each] }, pool),
  );
  const scalar = mergeScalars(anyOf.map((index) => pool.shapes[index]));
  if (scalar) return isNullable ? withNull(scalar) : scalar;
  return {
    anyOf: isNullable ? [...anyOf, pool.add({ types: ["null"] })] : anyOf,
  };
}

/** One shape for alternatives without members; undefined when an alternative has members. */
function mergeScalars(
  shapes: readonly (Shape | undefined)[],
): Shape | undefined {
  const types = new Set<string>();
  const values = new Set<Json>();
  for (const shape of shapes) {
    if (!shape?.types || hasMembers(shape)) return undefined;
    shape.types.forEach((type) => types.add(type));
    shape.values?.forEach((value) => values.add(value));
  }
  return {
    types: [...types],
    ...(values.size > 0 && { values: [...values] }),
  };
}

function hasMembers({ items, fields, additional, anyOf }: Shape): boolean {
  const members: unknown[] = [items, fields, additional, anyOf];
  return members.some((each) => each !== undefined);
}

function withNull(shape: Shape): Shape {
  if (!shape.types || shape.types.includes("null")) return shape;
  return { ...shape, types: [...shape.types, "null"] };
}

/** The shape of parts without alternatives. */
function describePlain(
  spec: Spec,
  parts: readonly JsonObject[],
  isNullable: boolean,
  pool: ShapePool,
): Shape {
  const types = parts.map(typesOf).reduce(commonTypes, undefined);
  const values = parts.map(valuesOf).find((each) => each !== undefined);
  const items = parts.flatMap((part) => part["items"] ?? []);
  const isTuple = parts.some((part) => "prefixItems" in part);
  const shape: Shape = {
    ...(types && types.length > 0 && { types }),
    ...(values && { values }),
    ...(items.length > 0 && !isTuple && { items: addAll(spec, items, pool) }),
    ...describeMembers(spec, parts, pool),
  };
  return isNullable ? withNull(shape) : shape;
}

/** The types that both lists accept; undefined accepts every type. */
function commonTypes(
  one: string[] | undefined,
  other: string[] | undefined,
): string[] | undefined {
  if (!one || !other) return one ?? other;
  const accepts = (types: readonly string[], type: string) =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return [...new Set([...one, ...other])].filter(
    (type) => accepts(one, type) && accepts(other, type),
  );
}

/** The members of an object; empty for schemas that describe none. */
function describeMembers(
  spec: Spec,
  parts: readonly JsonObject[],
  pool: ShapePool,
): Pick<Shape, "fields" | "required" | "additional"> {
  const fields = fieldsOf(parts);
  const required = requiredOf(parts, fields);
  const additional = parts.flatMap(
    (part) => part["additionalProperties"] ?? [],
  );
  if (fields.size === 0 && required.length === 0 && additional.length === 0)
    return {};
  const index = addAdditional(spec, parts, additional, pool);
  return {
    fields: [...fields].map(([name, schemas]) => [
      name,
      addAll(spec, schemas, pool),
    ]),
    ...(required.length > 0 && { required }),
    ...(index !== undefined && { additional: index }),
  };
}

/** The schemas of each field, from every part that names the field. */
function fieldsOf(parts: readonly JsonObject[]): Map<string, Json[]> {
  const fields = new Map<string, Json[]>();
  for (const { properties } of parts)
    for (const [name, schema] of Object.entries(
      isObject(properties) ? properties : {},
    ))
      fields.set(name, [...(fields.get(name) ?? []), schema]);
  return fields;
}

/** The required fields, without those that only requests contain. */
function requiredOf(
  parts: readonly JsonObject[],
  fields: ReadonlyMap<string, readonly Json[]>,
): string[] {
  const names = parts
    .flatMap(({ required }) => (Array.isArray(required) ? required : []))
    .filter((name) => typeof name === "string");
  const isWriteOnly = (schema: Json) =>
    isObject(schema) && schema["writeOnly"] === true;
  return [...new Set(names)].filter(
    (name) => !fields.get(name)?.some(isWriteOnly),
  );
}

/** The index of the shape of additional members; undefined when no additional member is known. */
function addAdditional(
  spec: Spec,
  parts: readonly JsonObject[],
  additional: readonly Json[],
  pool: ShapePool,
): number | undefined {
  // A shape does not hold patterns of names, so any additional member is allowed.
  if (parts.some((part) => "patternProperties" in part)) return pool.add({});
  const schemas = additional.filter((each) => each !== false);
  if (schemas.length > 0) return addAll(spec, schemas, pool);
  const hasProperties = parts.some((part) => isObject(part["properties"]));
  return hasProperties || additional.length > 0 ? undefined : pool.add({});
}

/** The index of the shape of a value that matches every schema. */
function addAll(spec: Spec, schemas: readonly Json[], pool: ShapePool): number {
  const [only = null] = schemas;
  const schema = schemas.length === 1 ? only : { allOf: [...schemas] };
  return addSchema(spec, schema, pool);
}
