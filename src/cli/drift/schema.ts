import { DocumentError, type Field, type Shape } from "./description.js";
import {
  entriesOf,
  isObject,
  keysOf,
  member,
  resolve,
  shortened,
  textOf,
} from "./json.js";

/** How schemas of one place are read. */
export interface Reading {
  readonly document: unknown;
  /** Takes in every reference met. */
  readonly wanted: Set<string>;
  /** Whether an enumeration may hold other values than it names, as the generated types of an answer say. */
  readonly isOpen: boolean;
  /** Whether bounds matter: they do for what is sent. */
  readonly isSent: boolean;
}

/** No document means to nest deeper: what does goes round in a circle. */
const DEEPEST = 64;

/** The shape of a schema, references kept as such; throws a `DocumentError` where it is nested without end. */
export function describeSchema(
  reading: Reading,
  schema: unknown,
  depth = 0,
): Shape {
  if (depth > DEEPEST)
    throw new DocumentError(`a schema is nested deeper than ${DEEPEST} levels`);
  // `true` of OpenAPI 3.1 takes anything.
  if (!isObject(schema)) return {};
  const deprecated = member(schema, "deprecated") === true && {
    deprecated: true as const,
  };
  const ref = textOf(member(schema, "$ref"));
  if (ref !== undefined) {
    keysOf(ref);
    reading.wanted.add(ref);
    return { ref: nameOf(ref), ...deprecated };
  }
  const inner = (node: unknown) => describeSchema(reading, node, depth + 1);
  const shape =
    combined(reading, schema, inner) ?? described(reading, schema, inner);
  const isNullable = member(schema, "nullable") === true;
  return { ...shape, ...(isNullable && { nullable: true }), ...deprecated };
}

/** `"Pod"` for `#/components/schemas/Pod`, else the reference itself. */
export function nameOf(ref: string): string {
  return ref.replace(/^#\/components\/schemas\/([^/]+)$/, "$1");
}

type Inner = (node: unknown) => Shape;

function combined(
  reading: Reading,
  schema: unknown,
  inner: Inner,
): Shape | undefined {
  const all = listOf(member(schema, "allOf"));
  if (all.length === 1 && member(schema, "properties") === undefined)
    return inner(all[0]);
  if (all.length > 0)
    return [
      ...all.map((node) => inner(resolve(reading.document, node))),
    ].reduce(merged, described(reading, schema, inner));
  const given = ["anyOf", "oneOf"].flatMap((key) =>
    listOf(member(schema, key)),
  );
  if (given.length === 0) return undefined;
  const any = given
    .filter((node) => member(node, "type") !== "null")
    .map(inner);
  const nullable = any.length < given.length && { nullable: true as const };
  const [only, other] = any;
  if (any.length === 1) return { ...only, ...nullable };
  if (
    any.length === 2 &&
    only?.values &&
    other?.type === "string" &&
    !other.values
  )
    return { ...only, open: true, ...nullable };
  return { any, ...nullable };
}

function merged(one: Shape, other: Shape): Shape {
  const fields = { ...one.fields, ...other.fields };
  const hasFields = Object.keys(fields).length > 0;
  return { ...one, ...other, ...(hasFields && { fields }) };
}

function described(reading: Reading, schema: unknown, inner: Inner): Shape {
  const { type, nullable } = typeOf(schema);
  const isMap = type === "object" && isObject(member(schema, "items"));
  const fields = fieldsOf(schema, inner);
  const items = member(schema, "items");
  const rest = isMap ? items : member(schema, "additionalProperties");
  const limits = reading.isSent ? limitsOf(schema) : [];
  return {
    ...(type !== undefined && { type }),
    ...(nullable && { nullable }),
    ...enumeration(reading, schema),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    ...(items !== undefined && !isMap && { items: inner(items) }),
    ...((rest === true || isObject(rest)) && { entries: inner(rest) }),
    ...(limits.length > 0 && { limits: Object.fromEntries(limits) }),
  };
}

export function typeOf(schema: unknown): {
  type: string | undefined;
  nullable: boolean;
} {
  const given = [member(schema, "type")]
    .flat()
    .filter((type) => typeof type === "string");
  const types = given.filter((type) => type !== "null").sort();
  const nullable = types.length < given.length;
  if (types.length > 0) return { type: types.join(" or "), nullable };
  if (isObject(member(schema, "properties")))
    return { type: "object", nullable };
  if (member(schema, "items") !== undefined) return { type: "array", nullable };
  return { type: valuesOf(schema) && "string", nullable };
}

function enumeration(
  { isOpen }: Reading,
  schema: unknown,
): Pick<Shape, "values" | "open" | "nullable"> {
  const values = valuesOf(schema);
  if (!values) return {};
  const texts = values.filter((value) => value !== null).map(wordOf);
  return {
    values: texts,
    ...(isOpen &&
      values.every((value) => typeof value === "string") && { open: true }),
  };
}

export function valuesOf(schema: unknown): readonly unknown[] | undefined {
  const values = member(schema, "enum");
  if (Array.isArray(values)) return values as unknown[];
  const constant = member(schema, "const");
  return constant === undefined ? undefined : [constant];
}

export function wordOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function fieldsOf(schema: unknown, inner: Inner): [string, Field][] {
  const required = new Set(listOf(member(schema, "required")));
  return entriesOf(member(schema, "properties")).map(([name, node]) => {
    const isRequired = required.has(name) && { required: true as const };
    return [name, { ...inner(node), ...isRequired }];
  });
}

/** Bounds on a value that a service checks. */
export const LIMITS: readonly string[] = [
  ...[
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
  ],
  ...["minLength", "maxLength", "pattern", "format"],
  ...["minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"],
];

function limitsOf(schema: unknown): [string, string | number | boolean][] {
  return LIMITS.flatMap((name) => {
    const value = member(schema, name);
    const isKnown = ["string", "number", "boolean"].includes(typeof value);
    return isKnown && value !== false
      ? [
          [
            name,
            typeof value === "string" ? shortened(value) : (value as number),
          ],
        ]
      : [];
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
