import {
  alternativesOf,
  isNullAlone,
  namesOf,
  partsOf,
  typesOf,
  withoutUnion,
} from "./schema-parts.js";
import type { Shape, ShapePool } from "./shape-pool.js";
import { isObject, type Json, type JsonObject } from "../parse/json.js";
import { type Spec } from "../parse/spec.js";

/**
 * The place of the shape of a schema, of OpenAPI 3.0 or 3.1: types, names and enumerations. Bounds, formats and
 * patterns of a value are left out.
 */
export function shapeOf(spec: Spec, schema: Json, pool: ShapePool): number {
  const key = `${spec.file} ${JSON.stringify(schema)}`;
  return pool.once(key, () =>
    describe(spec, partsOf(spec, schema), false, pool),
  );
}

/** The shape of schemas that all hold, and of null as well where that is permitted. */
function describe(
  spec: Spec,
  parts: readonly JsonObject[],
  orNothing: boolean,
  pool: ShapePool,
): Shape {
  const union = parts.find((part) => alternativesOf(part).length > 0);
  const alternatives = union ? alternativesOf(union) : [];
  const wanted = alternatives.filter((each) => !isNullAlone(each));
  const nullable =
    orNothing ||
    wanted.length < alternatives.length ||
    parts.some((part) => part["nullable"] === true);
  if (!union) return simple(spec, parts, nullable, pool);
  const own = parts.map((part) => (part === union ? withoutUnion(part) : part));
  const [only = NULL] = wanted;
  if (wanted.length < 2)
    return describe(spec, [...own, ...partsOf(spec, only)], nullable, pool);
  // What stands beside the alternatives holds for each of them.
  const either = wanted.map((each) =>
    shapeOf(spec, { allOf: [...own, each] }, pool),
  );
  const scalar = scalarOf(either.map((place) => pool.rows[place]));
  if (scalar) return nullable ? orNull(scalar) : scalar;
  return {
    either: nullable ? [...either, pool.add({ types: ["null"] })] : either,
  };
}

const NULL = { type: "null" };

/** One shape for alternatives without members: a name that is listed in any of them is known. */
function scalarOf(shapes: readonly (Shape | undefined)[]): Shape | undefined {
  const types = new Set<string>();
  const known: Json[] = [];
  for (const shape of shapes) {
    if (!shape?.types || STRUCTURE.some((member) => member in shape))
      return undefined;
    shape.types.forEach((type) => types.add(type));
    known.push(...(shape.known ?? []));
  }
  return {
    types: [...types],
    ...(known.length > 0 ? { known: [...new Set(known)] } : {}),
  };
}

const STRUCTURE = ["items", "fields", "rest", "either"];

function orNull(shape: Shape): Shape {
  if (!shape.types || shape.types.includes("null")) return shape;
  return { ...shape, types: [...shape.types, "null"] };
}

/** The shape of schemas without alternatives that all hold. */
function simple(
  spec: Spec,
  parts: readonly JsonObject[],
  nullable: boolean,
  pool: ShapePool,
): Shape {
  const types = parts.reduce<readonly string[] | undefined>(
    (both, part) => common(both, typesOf(part)),
    undefined,
  );
  const known = parts.map(namesOf).find((names) => names !== undefined);
  const items = parts.flatMap((part) => part["items"] ?? []);
  const shape: Shape = {
    ...(types && types.length > 0 ? { types } : {}),
    ...(known ? { known } : {}),
    ...(items.length > 0 && !parts.some((part) => "prefixItems" in part)
      ? { items: shapeOfAll(spec, items, pool) }
      : {}),
    ...membersOf(spec, parts, pool),
  };
  return nullable ? orNull(shape) : shape;
}

function common(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!one || !other) return one ?? other;
  const has = (types: readonly string[], type: string) =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return [...new Set([...one, ...other])].filter(
    (type) => has(one, type) && has(other, type),
  );
}

/** What is known of an object's members; nothing where a schema speaks of none. */
function membersOf(
  spec: Spec,
  parts: readonly JsonObject[],
  pool: ShapePool,
): Pick<Shape, "fields" | "required" | "rest"> {
  const schemas = new Map<string, Json[]>();
  const required = new Set<string>();
  for (const { properties, required: names } of parts) {
    for (const name of Array.isArray(names) ? names : [])
      if (typeof name === "string") required.add(name);
    if (!isObject(properties)) continue;
    for (const [name, schema] of Object.entries(properties))
      schemas.set(name, [...(schemas.get(name) ?? []), schema]);
  }
  // What is only ever sent is in no answer.
  for (const [name, each] of schemas)
    if (each.some((schema) => isObject(schema) && schema["writeOnly"] === true))
      required.delete(name);
  const others = parts.flatMap((part) => part["additionalProperties"] ?? []);
  const isOpen = parts.some((part) => "patternProperties" in part);
  if (schemas.size === 0 && required.size === 0 && others.length === 0)
    return {};
  const isNamed = parts.some((part) => isObject(part["properties"]));
  const rest = others.filter((each) => each !== false);
  return {
    fields: [...schemas].map(([name, each]) => [
      name,
      shapeOfAll(spec, each, pool),
    ]),
    ...(required.size > 0 ? { required: [...required] } : {}),
    ...(rest.length > 0 && !isOpen
      ? { rest: shapeOfAll(spec, rest, pool) }
      : isOpen || (!isNamed && others.length === 0)
        ? { rest: pool.add({}) }
        : {}),
  };
}

function shapeOfAll(
  spec: Spec,
  schemas: readonly Json[],
  pool: ShapePool,
): number {
  const [only = null] = schemas;
  return shapeOf(
    spec,
    schemas.length === 1 ? only : { allOf: [...schemas] },
    pool,
  );
}
