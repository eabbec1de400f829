import type { Schema } from "./operations.js";

/** A value that breaks one rule of a schema. */
interface Break {
  /** Which rule, and of what: `size: below its minimum`. */
  readonly rule: string;
  readonly value: unknown;
}

/** Every way to break one rule of an object's schema, in what is otherwise as `valid` is. */
export function breaksOf(
  schema: Schema,
  valid: Readonly<Record<string, unknown>>,
): Break[] {
  const missing = (schema.required ?? []).map((name) => {
    const { [name]: _, ...rest } = valid;
    return { rule: `${name}: missing`, value: rest };
  });
  const wrong = Object.entries(schema.properties ?? {}).flatMap(
    ([name, property]) =>
      wrongValues(property, valid[name]).map(({ rule, value }) => ({
        rule: `${name}${rule}`,
        value: { ...valid, [name]: value },
      })),
  );
  return [...missing, ...wrong];
}

/** Every wrong value for a schema; what is nested stands in its place in the rule's name. */
function wrongValues(schema: Schema, valid: unknown): Break[] {
  const { type, properties, items, additionalProperties: rest } = schema;
  const own = [...ofType(schema), ...ofBounds(schema)].map(([rule, value]) => ({
    rule: `: ${rule}`,
    value,
  }));
  const nested =
    type === "object" && properties
      ? breaksOf(schema, Object(valid) as Record<string, unknown>).map(
          ({ rule, value }) => ({ rule: `.${rule}`, value }),
        )
      : [];
  const inList = items
    ? wrongValues(items, undefined).map(({ rule, value }) => ({
        rule: `[0]${rule}`,
        value: [value],
      }))
    : [];
  const inMap =
    typeof rest === "object"
      ? wrongValues(rest, undefined).map(({ rule, value }) => ({
          rule: `.any${rule}`,
          value: { any: value },
        }))
      : [];
  return [...own, ...nested, ...inList, ...inMap];
}

type Wrong = readonly [rule: string, value: unknown];

const wrongTypes: Readonly<Record<string, readonly Wrong[]>> = {
  string: [["a number for a string", 7]],
  boolean: [["a text for a boolean", "yes"]],
  number: [["a text for a number", "many"]],
  integer: [
    ["a text for a number", "many"],
    ["a fraction", 1.5],
  ],
  array: [["an object for a list", {}]],
  object: [["a list for an object", []]],
};

function ofType({
  type,
  anyOf,
  enum: names,
  nullable,
}: Schema): readonly Wrong[] {
  if (anyOf) return ofType({ type: anyOf[0]?.type ?? "" });
  return [
    ...(wrongTypes[type ?? ""] ?? []),
    ...(type !== undefined && nullable !== true
      ? [["null", null] as const]
      : []),
    ...(names ? [["none of the names", "NO_SUCH_NAME"] as const] : []),
  ];
}

function ofBounds(schema: Schema): Wrong[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const wrong: (Wrong | undefined)[] = [
    minimum === undefined
      ? undefined
      : ["below its minimum", Math.floor(minimum) - 1],
    maximum === undefined
      ? undefined
      : ["above its maximum", Math.ceil(maximum) + 1],
    minLength ? ["too short", "x".repeat(minLength - 1)] : undefined,
    maxLength === undefined
      ? undefined
      : ["too long", "x".repeat(maxLength + 1)],
    minItems ? ["too few", []] : undefined,
    maxItems === undefined
      ? undefined
      : ["too many", Array.from({ length: maxItems + 1 }, () => "x")],
  ];
  return wrong.filter((each) => each !== undefined);
}
