import type { Json } from "../../document/json.js";
import type { Schema, Schemas } from "../../document/model.js";
import { targetIn } from "../../document/targets.js";
import type { Shape, ShapePool } from "./shape-pool.js";

/**
 * Adds the shape of a schema to the pool and returns its index. A shape holds types, field names and enumerations; the
 * limits, formats and patterns of a value are left out. `base` keeps the schemas of several documents apart.
 */
export function addSchema(
  schemas: Schemas,
  schema: Schema,
  pool: ShapePool,
  base = "",
): number {
  const describe = () =>
    describeTarget(
      targetIn(schemas)(schema),
      (inner) => addSchema(schemas, inner, pool, base),
      pool,
    );
  // Only a schema with a name can be reached from itself.
  return schema.ref === undefined
    ? pool.add(describe())
    : pool.addOnce(
        `${base} ${schema.ref} ${String(schema.nullable)}`,
        describe,
      );
}

function describeTarget(
  schema: Schema,
  add: (schema: Schema) => number,
  pool: ShapePool,
): Shape {
  const { anyOf, nullable } = schema;
  if (!anyOf) return describePlain(schema, add, pool);
  const indexes = anyOf.map(add);
  const scalar = mergeScalars(indexes.map((index) => pool.shapes[index]));
  if (scalar) return nullable ? withNull(scalar) : scalar;
  return {
    anyOf: nullable ? [...indexes, pool.add({ types: ["null"] })] : indexes,
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
  return {
    ...shape,
    types: [...shape.types, "null"],
    ...(shape.values && { values: [...shape.values, null] }),
  };
}

function describePlain(
  schema: Schema,
  add: (schema: Schema) => number,
  pool: ShapePool,
): Shape {
  const { types, values, items } = schema;
  const shape: Shape = {
    ...(types && { types }),
    // A value that is not listed is a finding, even where other values are valid.
    ...(values && { values }),
    ...(items && { items: add(items) }),
    ...describeMembers(schema, add, pool),
  };
  return schema.nullable ? withNull(shape) : shape;
}

/** The members of an object; empty for schemas that describe none. */
function describeMembers(
  { members = {}, required = [], additional }: Schema,
  add: (schema: Schema) => number,
  pool: ShapePool,
): Pick<Shape, "fields" | "required" | "additional"> {
  const named = Object.entries(members);
  if (named.length === 0 && required.length === 0 && additional === undefined)
    return {};
  const isOpen = named.length === 0 && additional === undefined;
  return {
    fields: named.map(([name, member]) => [name, add(member)]),
    ...(required.length > 0 && { required }),
    ...(isOpen && { additional: pool.add({}) }),
    ...(additional && { additional: add(additional) }),
  };
}
