import type { Decisions, Description, Field, Shape } from "./description.js";

/**
 * Returns a description in which each enumeration that the package decides to open is open, whatever the document says.
 * Each enumeration of a group gets the values of the whole group.
 */
export function openEnumerations(
  description: Description,
  { open: groups = [] }: Decisions = {},
): Description {
  const valuesOf = new Map<string, Set<string>>();
  for (const group of groups) {
    const values = new Set<string>();
    for (const name of group) valuesOf.set(name, values);
  }
  mapEnumerations(description, (name, shape) => {
    shape.values?.forEach((value) => valuesOf.get(name)?.add(value));
    return shape;
  });
  return mapEnumerations(description, (name, shape) => {
    const values = valuesOf.get(name);
    return values ? { ...shape, values: [...values], open: true } : shape;
  });
}

type ChangeEnumeration = (name: string, shape: Shape) => Shape;

/** Applies `change` to every enumeration of text that has a name. */
function mapEnumerations(
  { operations, schemas, ...others }: Description,
  change: ChangeEnumeration,
): Description {
  const map = <Inner extends Shape>(shape: Inner, name?: string): Inner => ({
    ...shape,
    ...mapShape(shape, name, change),
  });
  const mapped = Object.entries(operations).map(([route, operation]) => {
    const { parameters, body, response } = operation;
    const entries = Object.entries(parameters ?? {}).map(
      ([key, parameter]) =>
        [key, map(parameter, nameOfParameter(key))] as const,
    );
    return [
      route,
      {
        ...operation,
        ...(parameters && { parameters: Object.fromEntries(entries) }),
        ...(body && { body: map(body) }),
        ...(response && { response: map(response) }),
      },
    ] as const;
  });
  const named = Object.entries(schemas).map(
    ([name, schema]) => [name, map(schema, name)] as const,
  );
  return {
    ...others,
    operations: Object.fromEntries(mapped),
    schemas: Object.fromEntries(named),
  };
}

/** `"gpuTypeId"` for `"query gpuTypeId"`. */
function nameOfParameter(key: string): string {
  return key.slice(key.indexOf(" ") + 1);
}

/** The items of a list have the name of the list. The parts of a union or a map have no name. */
function mapShape(
  shape: Shape,
  name: string | undefined,
  change: ChangeEnumeration,
): Shape {
  const { values, type, fields, items, additional, anyOf } = shape;
  const inner = (part: Shape, partName?: string) =>
    mapShape(part, partName, change);
  const entries = Object.entries(fields ?? {}).map(
    ([member, field]): [string, Field] => [
      member,
      { ...field, ...inner(field, member) },
    ],
  );
  const mapped = {
    ...shape,
    ...(fields && { fields: Object.fromEntries(entries) }),
    ...(items && { items: inner(items, name) }),
    ...(additional && { additional: inner(additional) }),
    ...(anyOf && { anyOf: anyOf.map((each) => inner(each)) }),
  };
  const isEnumeration = values !== undefined && type === "string";
  return name !== undefined && isEnumeration ? change(name, mapped) : mapped;
}

/** A shape of each side, and the shape that each refers to: `from` for `before`, `target` for `after`. */
interface ShapePair {
  readonly before: Shape;
  readonly from: Shape;
  readonly after: Shape;
  readonly target: Shape;
}

/**
 * Adds what the package decides to a shape of the other document: members that the shape lacks, and members that every
 * response has. The name of the package's own schema selects these members. If the other document writes the schema
 * inline, every response also has the `id` that the package's own schema requires.
 */
export function complete(
  { decisions = {}, schemas }: Description,
  { before, from, after, target }: ShapePair,
): Shape {
  if (before.ref === undefined || !target.fields) return target;
  const { members = {}, required = {} } = decisions;
  const shown = [...(own(required, before.ref) ?? [])];
  const isInline = after.ref === undefined;
  if (isInline && own(from.fields ?? {}, "id")?.required) shown.push("id");
  const fields: Record<string, Field> = { ...target.fields };
  for (const [member, ref] of Object.entries(own(members, before.ref) ?? {}))
    if (Object.hasOwn(schemas, ref)) fields[member] ??= { ref };
  for (const member of shown) {
    const field = own(fields, member);
    if (field) fields[member] = { ...field, required: true };
  }
  return { ...target, fields };
}

/** A member of an object that is no inherited one. */
function own<Value>(
  object: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
