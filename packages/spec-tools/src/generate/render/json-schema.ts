import type { Json, JsonObject } from "../../document/json.js";
import type { Schema } from "../../document/model.js";

/** Stands among the values of an enumeration for any other text. */
export const ANY_OTHER_TEXT = "\u0000any other text";

/** The JSON Schema that openapi-typescript makes the type of a schema from. */
export function typeSchemaOf(schema: Schema): JsonObject {
  const { ref, anyOf, values, nullable, open, isConstant } = schema;
  const annotations = textsOf(schema);
  const orNull = nullable ? [{ type: "null" }] : [];
  if (ref !== undefined) {
    const reference = { $ref: referenceTo(ref) };
    return nullable
      ? { ...annotations, anyOf: [reference, ...orNull] }
      : { ...annotations, ...reference };
  }
  if (anyOf) {
    // The members of the alternatives have the values of the discriminator.
    const { isExclusive } = schema;
    return {
      ...annotations,
      [isExclusive ? "oneOf" : "anyOf"]: [
        ...anyOf.map(typeSchemaOf),
        ...orNull,
      ],
    };
  }
  if (values && isConstant && !nullable)
    return { ...annotations, const: values[0] ?? null };
  if (values)
    return {
      ...annotations,
      enum: [
        ...values,
        ...(open ? [ANY_OTHER_TEXT] : []),
        ...(nullable ? [null] : []),
      ],
    };
  return { ...annotations, ...structureOf(withIndex(schema), typeSchemaOf) };
}

/** TypeScript reads a member by its name as one of the additional members too, which may then be what the member is. */
function withIndex(schema: Schema): Schema {
  const { members = {}, additional } = schema;
  const own = Object.values(members);
  if (!additional || isAnything(additional) || own.length === 0) return schema;
  return { ...schema, additional: { anyOf: [additional, ...own] } };
}

function isAnything({ at: _, ...schema }: Schema): boolean {
  return Object.keys(schema).length === 0;
}

/** The JSON Schema that ajv makes the check of a schema from: of a form that needs no library at run time. */
export function checkSchemaOf(schema: Schema): JsonObject {
  const { ref, anyOf, values, nullable, open, limits } = schema;
  const orNull = nullable ? [{ type: "null" }] : [];
  const conditions = schema.conditions ?? [];
  const [condition = {}, ...others] = conditions;
  const further = {
    ...condition,
    ...(others.length > 0 && { allOf: [...others] }),
  };
  if (ref !== undefined) {
    const reference = { $ref: referenceTo(ref) };
    return nullable ? { anyOf: [reference, ...orNull] } : reference;
  }
  if (anyOf) {
    const choice = choiceOf(schema) ?? {
      [schema.isExclusive ? "oneOf" : "anyOf"]: anyOf.map(checkSchemaOf),
    };
    return {
      ...(nullable ? { anyOf: [choice, ...orNull] } : choice),
      ...further,
    };
  }
  const isListed = values && open !== "always" && !values.some(isComposite);
  const checks = Object.entries(limits ?? {}).filter(
    ([name]) => name !== "uniqueItems" || hasScalarItems(schema),
  );
  return {
    ...structureOf(schema, checkSchemaOf),
    ...(isListed && listOfValues(schema)),
    ...Object.fromEntries(checks),
    ...further,
  };
}

function referenceTo(name: string): string {
  const key = name.replaceAll("~", "~0").replaceAll("/", "~1");
  return `#/components/schemas/${encodeURIComponent(key)}`;
}

/** Types, members and items. */
function structureOf(
  { types, nullable, members, required, additional, ...schema }: Schema,
  write: (schema: Schema) => JsonObject,
): JsonObject {
  const all: readonly string[] = [
    ...(types ?? []),
    ...(nullable && types && !types.includes("null") ? ["null"] : []),
  ];
  const properties = Object.entries(members ?? {}).map(
    ([name, inner]) => [name, write(inner)] as const,
  );
  const { items } = schema;
  return {
    ...(all.length > 0 && {
      type: all.length === 1 ? (all[0] ?? "") : [...all],
    }),
    ...(members && { properties: Object.fromEntries(properties) }),
    ...(required && { required: [...required] }),
    ...(additional !== undefined && {
      additionalProperties:
        additional === false ? false : orAny(write(additional)),
    }),
    ...(items && { items: write(items) }),
  };
}

function orAny(schema: JsonObject): Json {
  return Object.keys(schema).length === 0 ? true : schema;
}

/** What a schema says for people, as comments of a type show it. */
function textsOf({
  title,
  description,
  format,
  default: byDefault,
  example,
  deprecated,
}: Schema): JsonObject {
  return {
    ...titleOf(title, description, format && `Format: ${format}`),
    ...(byDefault !== undefined && { default: byDefault }),
    ...(example !== undefined && { example }),
    ...(deprecated && { deprecated }),
  };
}

/**
 * A title of several paragraphs. openapi-typescript begins a comment with the title, which editors show; the library writes
 * a description as a tag, which editors hide.
 */
export function titleOf(...paragraphs: readonly (string | undefined)[]): {
  readonly title?: string;
} {
  const texts = paragraphs.filter((text) => text !== undefined && text !== "");
  return texts.length > 0 ? { title: texts.join("\n\n") } : {};
}

function listOfValues({
  values = [],
  nullable,
  isConstant,
}: Schema): JsonObject {
  return isConstant && !nullable
    ? { const: values[0] ?? null }
    : { enum: [...values, ...(nullable ? [null] : [])] };
}

/** To compare objects, ajv's code needs a function of its library. */
function isComposite(value: Json): boolean {
  return typeof value === "object" && value !== null;
}

function hasScalarItems({ items }: Schema): boolean {
  const types = items?.types ?? [];
  const isScalar = (type: string) =>
    ["string", "number", "integer", "boolean"].includes(type);
  return types.length > 0 && types.every(isScalar);
}

/**
 * A union whose discriminator decides which of its schemas checks a value. So a wrong value is explained by the schema
 * that the value names, and not by all schemas of the union.
 */
function choiceOf({
  discriminator,
  isExclusive,
}: Schema): JsonObject | undefined {
  if (!isExclusive || !discriminator?.mapping) return undefined;
  const { propertyName: name, mapping } = discriminator;
  const choices = Object.entries(mapping).map(([value, $ref]) => ({
    if: { required: [name], properties: { [name]: { const: value } } },
    then: { $ref },
  }));
  const isNamed = {
    type: "object",
    required: [name],
    properties: { [name]: { enum: Object.keys(mapping) } },
  };
  return { allOf: [isNamed, ...choices] };
}
