import type { Field, Limit, Shape } from "./description.js";
import {
  DocumentError,
  entriesOf,
  isObject,
  listOf,
  lookUp,
  member,
  oneLine,
  resolve,
  textOf,
} from "./document.js";

/** How the schemas of one place of a document are described. */
export interface SchemaContext {
  readonly document: unknown;
  /** Every reference found is added here. */
  readonly refs: Set<string>;
  /** Whether an enumeration may hold values that it does not list, as the generated types of a response say. */
  readonly isOpen: boolean;
  /** Whether limits such as `maximum` matter: they do for request values only. */
  readonly hasLimits: boolean;
}

/** A schema that is nested deeper refers to itself without end. */
const MAX_DEPTH = 64;

/** The shape of a schema, references kept; throws a `DocumentError` when the schema is nested without end. */
export function describeSchema(
  context: SchemaContext,
  schema: unknown,
  depth = 0,
): Shape {
  if (depth > MAX_DEPTH)
    throw new DocumentError(
      `a schema is nested deeper than ${MAX_DEPTH} levels`,
    );
  // In OpenAPI 3.1 the schema `true` accepts any value.
  if (!isObject(schema)) return {};
  const isDeprecated = member(schema, "deprecated") === true;
  const deprecated = isDeprecated ? { deprecated: true as const } : {};
  const ref = textOf(member(schema, "$ref"));
  if (ref !== undefined && hasConditions(schema)) {
    const { $ref, ...conditions } = schema;
    const combined = { allOf: [{ $ref }, conditions] };
    return { ...describeSchema(context, combined, depth + 1), ...deprecated };
  }
  if (ref !== undefined) {
    lookUp(context.document, ref);
    context.refs.add(ref);
    return { ref: schemaName(ref), ...deprecated };
  }
  const describeInner = (node: unknown) =>
    describeSchema(context, node, depth + 1);
  const shape =
    describeCombination(context, schema, describeInner) ??
    describePlain(context, schema, describeInner);
  const isNullable = member(schema, "nullable") === true;
  return { ...shape, ...(isNullable && { nullable: true }), ...deprecated };
}

/** The members beside a reference that say nothing about the values of the schema. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  "$ref",
  "title",
  "description",
  "summary",
  "default",
  "deprecated",
  "example",
  "examples",
  "readOnly",
  "writeOnly",
]);

/** In OpenAPI 3.1 a reference may stand beside further conditions, which hold as well. */
function hasConditions(schema: object): boolean {
  return Object.keys(schema).some(
    (name) => !ANNOTATIONS.has(name) && !name.startsWith("x-"),
  );
}

/** `"Pod"` for `#/components/schemas/Pod`, otherwise the reference itself. */
export function schemaName(ref: string): string {
  return ref.replace(/^#\/components\/schemas\/([^/]+)$/, "$1");
}

type DescribeInner = (node: unknown) => Shape;

/** The shape of `allOf`, `anyOf` or `oneOf`; undefined for a schema without them. */
function describeCombination(
  context: SchemaContext,
  schema: unknown,
  describeInner: DescribeInner,
): Shape | undefined {
  const all = listOf(member(schema, "allOf"));
  if (all.length === 1 && member(schema, "properties") === undefined)
    return describeInner(all[0]);
  if (all.length > 0)
    return all
      .map((node) => describeInner(resolve(context.document, node)))
      .reduce(mergeShapes, describePlain(context, schema, describeInner));
  const alternatives = ["anyOf", "oneOf"].flatMap((key) =>
    listOf(member(schema, key)),
  );
  return alternatives.length === 0
    ? undefined
    : describeAlternatives(alternatives, describeInner);
}

function mergeShapes(one: Shape, other: Shape): Shape {
  const fields = { ...one.fields, ...other.fields };
  const hasFields = Object.keys(fields).length > 0;
  return { ...one, ...other, ...(hasFields && { fields }) };
}

function describeAlternatives(
  alternatives: readonly unknown[],
  describeInner: DescribeInner,
): Shape {
  const shapes = alternatives
    .filter((node) => member(node, "type") !== "null")
    .map(describeInner);
  const isNullable = shapes.length < alternatives.length;
  const nullable = isNullable ? { nullable: true as const } : {};
  const [first, second] = shapes;
  if (shapes.length === 1) return { ...first, ...nullable };
  // Known values beside any string: an open enumeration.
  const isOpenEnumeration =
    shapes.length === 2 &&
    first?.values !== undefined &&
    second?.type === "string" &&
    second.values === undefined;
  if (isOpenEnumeration) return { ...first, open: true, ...nullable };
  return { anyOf: shapes, ...nullable };
}

function describePlain(
  context: SchemaContext,
  schema: unknown,
  describeInner: DescribeInner,
): Shape {
  const { type, isNullable } = describeType(schema);
  const items = member(schema, "items");
  // Some documents describe a map as an object with `items`.
  const isMap = type === "object" && isObject(items);
  const additional = isMap ? items : member(schema, "additionalProperties");
  const fields = describeFields(schema, describeInner);
  const limits = context.hasLimits ? limitsOf(schema) : [];
  return {
    ...(type !== undefined && { type }),
    ...(isNullable && { nullable: true }),
    ...describeEnumeration(context, schema),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    ...(items !== undefined && !isMap && { items: describeInner(items) }),
    ...((additional === true || isObject(additional)) && {
      additional: describeInner(additional),
    }),
    ...(limits.length > 0 && { limits: Object.fromEntries(limits) }),
  };
}

function describeType(schema: unknown): {
  type: string | undefined;
  isNullable: boolean;
} {
  const named = [member(schema, "type")]
    .flat()
    .filter((type) => typeof type === "string");
  const types = named.filter((type) => type !== "null").sort();
  const isNullable = types.length < named.length;
  if (types.length > 0) return { type: types.join(" or "), isNullable };
  if (isObject(member(schema, "properties")))
    return { type: "object", isNullable };
  if (member(schema, "items") !== undefined)
    return { type: "array", isNullable };
  return { type: enumerationOf(schema) && "string", isNullable };
}

function describeEnumeration(
  { isOpen }: SchemaContext,
  schema: unknown,
): Pick<Shape, "values" | "open"> {
  const listed = enumerationOf(schema);
  if (!listed) return {};
  const values = listed
    .filter((value) => value !== null)
    .map((value) =>
      typeof value === "string" ? value : JSON.stringify(value),
    );
  const isOpenHere =
    isOpen &&
    listed.every((value) => value === null || typeof value === "string");
  return isOpenHere ? { values, open: true } : { values };
}

function enumerationOf(schema: unknown): readonly unknown[] | undefined {
  const values = member(schema, "enum");
  if (Array.isArray(values)) return values as unknown[];
  const constant = member(schema, "const");
  return constant === undefined ? undefined : [constant];
}

function describeFields(
  schema: unknown,
  describeInner: DescribeInner,
): [string, Field][] {
  const required = new Set(listOf(member(schema, "required")));
  return entriesOf(member(schema, "properties")).map(([name, node]) => {
    const shape = describeInner(node);
    return [name, required.has(name) ? { ...shape, required: true } : shape];
  });
}

/** The keywords that limit a value. A service checks them. */
const LIMITS: readonly string[] = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
];

function limitsOf(schema: unknown): [string, Limit][] {
  return LIMITS.flatMap((name): [string, Limit][] => {
    const value = limitOf(schema, name);
    if (typeof value === "string") return [[name, oneLine(value)]];
    // `false` limits nothing.
    return typeof value === "number" || value === true ? [[name, value]] : [];
  });
}

/** OpenAPI 3.0 marks a limit as exclusive with `true`; 3.1 gives the limit itself. */
const EXCLUSIVE: ReadonlyMap<string, string> = new Map([
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
]);

/** The value of a limit as OpenAPI 3.1 writes it. */
function limitOf(schema: unknown, name: string): unknown {
  const value = member(schema, name);
  const other = member(schema, EXCLUSIVE.get(name) ?? "");
  if (value === true && typeof other === "number") return other;
  return other === true && typeof value === "number" ? undefined : value;
}
