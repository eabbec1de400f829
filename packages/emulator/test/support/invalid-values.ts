import type { Schema } from "./operations.js";

/** A value that breaks one rule of a schema. */
interface InvalidValue {
  /** The rule and its member, such as `size: below its minimum`. */
  readonly rule: string;
  readonly value: unknown;
}

type Members = Readonly<Record<string, unknown>>;

/** Every way to break one rule of an object schema. Everything else is as in `valid`. */
export function invalidValues(schema: Schema, valid: Members): InvalidValue[] {
  const missing = (schema.required ?? []).map((name) => {
    const { [name]: _, ...rest } = valid;
    return { rule: `${name}: missing`, value: rest };
  });
  const wrong = Object.entries(schema.properties ?? {}).flatMap(
    ([name, property]) =>
      invalidMembers(property, valid[name]).map(({ rule, value }) => ({
        rule: `${name}${rule}`,
        value: { ...valid, [name]: value },
      })),
  );
  return [...missing, ...wrong];
}

/** Every invalid value for a schema of any type. The rule of a nested value starts with the path to that value. */
function invalidMembers(schema: Schema, valid: unknown): InvalidValue[] {
  const { type, properties, items, additionalProperties: rest } = schema;
  const own = [...ofWrongType(schema), ...outOfBounds(schema)].map(
    ([rule, value]) => ({ rule: `: ${rule}`, value }),
  );
  const inObject =
    type === "object" && properties
      ? invalidValues(schema, Object(valid) as Members)
      : [];
  const inList = items ? invalidMembers(items, undefined) : [];
  const inMap = typeof rest === "object" ? invalidMembers(rest, undefined) : [];
  return [
    ...own,
    ...inObject.map(({ rule, value }) => ({ rule: `.${rule}`, value })),
    ...inList.map(({ rule, value }) => ({
      rule: `[0]${rule}`,
      value: [value],
    })),
    ...inMap.map(({ rule, value }) => ({
      rule: `.any${rule}`,
      value: { any: value },
    })),
  ];
}

type Wrong = readonly [rule: string, value: unknown];

const WRONG_TYPES: Readonly<Record<string, readonly Wrong[]>> = {
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

function ofWrongType({
  type,
  anyOf,
  enum: names,
  nullable,
}: Schema): readonly Wrong[] {
  if (anyOf) return ofWrongType({ type: anyOf[0]?.type ?? "" });
  const wrong: Wrong[] = [...(WRONG_TYPES[type ?? ""] ?? [])];
  if (type !== undefined && nullable !== true) wrong.push(["null", null]);
  if (names) wrong.push(["none of the names", "NO_SUCH_NAME"]);
  return wrong;
}

function outOfBounds(schema: Schema): Wrong[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const wrong: Wrong[] = [];
  if (minimum !== undefined)
    wrong.push(["below its minimum", Math.floor(minimum) - 1]);
  if (maximum !== undefined)
    wrong.push(["above its maximum", Math.ceil(maximum) + 1]);
  if (minLength) wrong.push(["too short", "x".repeat(minLength - 1)]);
  if (maxLength !== undefined)
    wrong.push(["too long", "x".repeat(maxLength + 1)]);
  if (minItems) wrong.push(["too few", []]);
  if (maxItems !== undefined)
    wrong.push(["too many", Array.from({ length: maxItems + 1 }, () => "x")]);
  return wrong;
}
