import type { Difference } from "./findings.js";

/** What a value may be, as a document describes it. Without members, a schema permits any value. */
export interface ResponseSchema {
  /** The name of another schema of the surface. Nothing stands beside it. */
  readonly ref?: string;
  /** The types by the names of JSON Schema. */
  readonly types?: readonly string[];
  /** The values of an enumeration. */
  readonly values?: readonly unknown[];
  readonly items?: ResponseSchema;
  readonly members?: Readonly<Record<string, ResponseSchema>>;
  readonly required?: readonly string[];
  /** The schema of every member that `members` does not name. Without it, such a member is unknown. */
  readonly additional?: ResponseSchema;
  readonly anyOf?: readonly ResponseSchema[];
}

/** The schemas of a surface by their names. */
export type ResponseSchemas = Readonly<Record<string, ResponseSchema>>;

/**
 * The schema of each status of an operation, as its document spells the status: `200`, `4XX`, `DEFAULT`. Null for a response
 * without JSON.
 */
export type Statuses = Readonly<Record<string, ResponseSchema | null>>;

/** What the documents say about the responses of a surface. */
export interface SurfaceResponses {
  readonly schemas: ResponseSchemas;
  /** By the route; of GraphQL, by the name of a shipped document in the client. */
  readonly routes: Readonly<Record<string, Statuses>>;
}

/** At most this many values of one response are compared. */
const MAX_VALUES = 1_000_000;

/** The state of one comparison. */
interface Walk {
  readonly schemas: ResponseSchemas;
  /** The schema of the whole value. */
  readonly root: ResponseSchema;
  /** How many more values are compared. */
  remaining: number;
  differences: Difference[];
}

/** Where a value is: a step out of what contains the value. */
interface Place {
  /** The place of what contains the value; undefined for the whole response. */
  readonly parent: Place | undefined;
  /** The schema of what contains the value. */
  readonly schema: ResponseSchema;
  /** `gpuTypeId`; `[]` for an item, `*` for a key of a map. */
  readonly step: string;
}

/** The differences of a parsed JSON value from its schema. The value is not changed. */
export function compare(
  value: unknown,
  schema: ResponseSchema,
  schemas: ResponseSchemas,
): readonly Difference[] {
  const root = targetIn(schemas, schema);
  const walk = { schemas, root, remaining: MAX_VALUES, differences: [] };
  compareValue(walk, value, schema, undefined);
  return walk.differences;
}

/** The schema that a chain of names leads to. */
function targetIn(
  schemas: ResponseSchemas,
  schema: ResponseSchema,
): ResponseSchema {
  let target = schema;
  while (target.ref !== undefined) target = schemas[target.ref] ?? {};
  return target;
}

function report(
  walk: Walk,
  kind: Difference["kind"],
  place: Place | undefined,
  expected: string,
  found: string,
): void {
  const steps: string[] = [];
  let owner = walk.root;
  let ownPath: string | undefined;
  for (let at = place; at; at = at.parent) {
    steps.unshift(at.step);
    if (ownPath !== undefined || !at.schema.members) continue;
    owner = at.schema;
    ownPath = joinSteps(steps);
  }
  const path = joinSteps(steps);
  const difference = { kind, path, owner, ownPath: ownPath ?? path };
  walk.differences.push({ ...difference, expected, found });
}

function joinSteps(steps: readonly string[]): string {
  return steps.join(".").replaceAll(".[]", "[]");
}

function compareValue(
  walk: Walk,
  value: unknown,
  schema: ResponseSchema,
  place: Place | undefined,
): void {
  if (--walk.remaining < 0) return;
  const target = targetIn(walk.schemas, schema);
  const { values, items, anyOf } = target;
  if (!isOfType(walk, value, target)) {
    const expected = typeNames(walk, target);
    report(walk, "wrong type", place, expected, typeName(value));
    return;
  }
  if (values && !values.includes(value) && !isComposite(value)) {
    const expected = describeValues(values.filter(isNotNull));
    report(walk, "new enum value", place, expected, describeNewValue(value));
  }
  if (anyOf) compareAlternatives(walk, value, anyOf, place);
  else if (Array.isArray(value)) {
    const at: Place = { parent: place, schema: target, step: "[]" };
    if (items) for (const item of value) compareValue(walk, item, items, at);
  } else if (isComposite(value)) compareMembers(walk, value, target, place);
}

function isOfType(walk: Walk, value: unknown, schema: ResponseSchema): boolean {
  const { types, anyOf } = targetIn(walk.schemas, schema);
  if (anyOf) return anyOf.some((each) => isOfType(walk, value, each));
  if (!types) return true;
  const name = typeName(value);
  return (
    types.includes(name) ||
    (Number.isInteger(value) && types.includes("integer"))
  );
}

/** The name of the type of a JSON value; `nothing` where there is none. */
export function typeName(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** `string or null` */
function typeNames({ schemas }: Walk, schema: ResponseSchema): string {
  const namesOf = (each: ResponseSchema): readonly string[] => {
    const { anyOf, types = ["anything"] } = targetIn(schemas, each);
    return anyOf ? anyOf.flatMap(namesOf) : types;
  };
  return [...new Set(namesOf(schema))].join(" or ");
}

function isNotNull(value: unknown): boolean {
  return value !== null;
}

type Members = Readonly<Record<string, unknown>>;

function isComposite(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}

/** A message names at most this many known values. */
const MAX_SHOWN_VALUES = 5;

/** A new value, if it is one word. Any other text may be data of the account, so that only its type is shown. */
function describeNewValue(value: unknown): string {
  const isWord = typeof value === "string" && /^\w[\w-]{0,31}$/.test(value);
  return isWord ? value : typeName(value);
}

/** The known values are those of the document. */
function describeValues(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_SHOWN_VALUES).map(String).join(", ");
  if (values.length === 1) return `the known value ${shown}`;
  const more = values.length > MAX_SHOWN_VALUES ? ", …" : "";
  return `one of ${values.length} known values (${shown}${more})`;
}

function compareMembers(
  walk: Walk,
  value: Members,
  schema: ResponseSchema,
  parent: Place | undefined,
): void {
  const { members = {}, required = [], additional } = schema;
  // Nothing is known of the members.
  if (!schema.members && !additional) return;
  for (const name in value) {
    const member = value[name];
    const known = Object.hasOwn(members, name) ? members[name] : undefined;
    const expected = known ?? additional;
    // Most members are as expected. These need no place.
    if (expected && isExpectedScalar(walk, member, expected)) continue;
    const step = known ? name : stepOf(name, additional);
    const at: Place = { parent, schema, step };
    if (expected) compareValue(walk, member, expected, at);
    else report(walk, "unknown field", at, "none", typeName(member));
  }
  for (const name of required) {
    if (Object.hasOwn(value, name)) continue;
    const expected = typeNames(walk, members[name] ?? {});
    const at: Place = { parent, schema, step: name };
    report(walk, "missing field", at, expected, "nothing");
  }
}

function isExpectedScalar(
  walk: Walk,
  value: unknown,
  schema: ResponseSchema,
): boolean {
  const target = targetIn(walk.schemas, schema);
  const isLimited = target.values ?? target.anyOf;
  return !isLimited && !isComposite(value) && isOfType(walk, value, target);
}

/** An unknown member in a path. A key of a map, or a name that is unusual for a field, may be data: it becomes `*`. */
function stepOf(name: string, additional: ResponseSchema | undefined): string {
  const isFieldName = /^[A-Za-z_$][\w$-]{0,39}$/.test(name);
  return additional || !isFieldName ? "*" : name;
}

/** Reports the differences from one alternative: the one whose constants the value has, or that differs least. */
function compareAlternatives(
  walk: Walk,
  value: unknown,
  anyOf: readonly ResponseSchema[],
  place: Place | undefined,
): void {
  const ofType = anyOf.filter((each) => isOfType(walk, value, each));
  const withConstants = ofType.filter((each) =>
    hasConstants(walk, value, each),
  );
  const candidates = withConstants.length > 0 ? withConstants : ofType;
  const [first, ...others] = candidates;
  if (!first) return;
  if (others.length === 0) {
    compareValue(walk, value, first, place);
    return;
  }
  const all: Difference[] = [];
  let fewest: readonly Difference[] | undefined;
  for (const candidate of candidates) {
    const { differences } = walk;
    walk.differences = [];
    compareValue(walk, value, candidate, place);
    const found = walk.differences;
    walk.differences = differences;
    if (found.length === 0) return;
    all.push(...found);
    if (found.length < (fewest?.length ?? Infinity)) fewest = found;
  }
  for (const difference of fewest ?? []) {
    const isValue = difference.kind === "new enum value";
    const expected = isValue && expectedAt(difference.path, all);
    walk.differences.push(expected ? { ...difference, expected } : difference);
  }
}

/** The values that any of the alternatives lists at a path: `the known value cat or the known value dog`. */
function expectedAt(path: string, differences: readonly Difference[]): string {
  const expected = differences
    .filter((each) => each.kind === "new enum value" && each.path === path)
    .map((each) => each.expected);
  return [...new Set(expected)].join(" or ");
}

/** Whether a value has every constant of an alternative, such as `__typename` or a `const`. */
function hasConstants(
  { schemas }: Walk,
  value: unknown,
  schema: ResponseSchema,
): boolean {
  if (!isComposite(value)) return true;
  const { members = {} } = targetIn(schemas, schema);
  return Object.entries(members).every(([name, member]) => {
    const { values = [] } = targetIn(schemas, member);
    const isConstant = values.length === 1 && Object.hasOwn(value, name);
    return !isConstant || values[0] === value[name];
  });
}
