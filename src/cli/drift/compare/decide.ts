import type { Decisions, Description, Field, Shape } from "./description.js";

/**
 * The description of a document in which the enumerations are open that the package decides to open, whatever a document
 * says. Those of one group have the values of all of them.
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

/** A description with every enumeration of text changed that has a name. */
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

/** A list gives its items its name; what a union or a map holds has none. */
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

/** A shape of each side, and what each refers to. */
interface ShapePair {
  readonly before: Shape;
  readonly from: Shape;
  readonly after: Shape;
  readonly target: Shape;
}

/**
 * A shape of the other document with the members that the package decides: those that it lacks, and those that every
 * answer shows. Which these are, the name of the package's own schema says: the other document may write the schema inline,
 * and then the `id` counts among them, as it does for every named schema that a response returns.
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
