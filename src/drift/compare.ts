import type { DifferencePlace } from "./difference-place.js";
import type { DriftKind } from "./findings.js";
import { SCALAR_TYPES, TYPE_BITS, typeBits, typeName } from "./json-types.js";
import type { Field, FieldCache, Shape } from "./shapes.js";

/** Called for each difference. */
export type ReportDifference = (
  kind: DriftKind,
  place: DifferencePlace,
  expected: string,
  found: string,
) => void;

/** Values that are nested deeper are not compared. */
const MAX_DEPTH = 100;
/** At most this many values of one response are compared. */
const MAX_VALUES = 1_000_000;
/** A difference costs as much time as this many values. */
const VALUES_PER_DIFFERENCE = 20;

/** The state of one comparison. */
interface Walk {
  /** The path to the current value: only the first `depth` members count. */
  readonly path: string[];
  /** The shape that each step of the path leads out of. */
  readonly shapes: Shape[];
  /** The shape of the whole value. */
  readonly root: Shape;
  /** How many more values are compared. */
  remaining: number;
  readonly report: ReportDifference;
}

/** Compares a parsed JSON value with a shape, and reports each difference. The value is not changed. */
export function compare(
  value: unknown,
  shape: Shape,
  report: ReportDifference,
): void {
  const walk: Walk = {
    path: [],
    shapes: [],
    root: shape,
    remaining: MAX_VALUES,
    report,
  };
  compareValue(walk, value, shape, 0);
}

function reportAt(
  walk: Walk,
  kind: DriftKind,
  depth: number,
  expected: string,
  found: string,
): void {
  walk.remaining -= VALUES_PER_DIFFERENCE;
  const shapes = walk.shapes.slice(0, depth);
  const start = shapes.findLastIndex(({ fields }) => (fields?.size ?? 0) > 0);
  const place = {
    path: joinSteps(walk.path.slice(0, depth)),
    owner: shapes[start] ?? walk.root,
    ownPath: joinSteps(walk.path.slice(Math.max(0, start), depth)),
  };
  walk.report(kind, place, expected, found);
}

function joinSteps(steps: readonly string[]): string {
  return steps.join(".").replaceAll(".[]", "[]");
}

/** Enters the members of a value: the steps from here lead out of this shape. */
function setStep(walk: Walk, depth: number, shape: Shape, step: string): void {
  walk.path[depth] = step;
  walk.shapes[depth] = shape;
}

function compareValue(
  walk: Walk,
  value: unknown,
  shape: Shape,
  depth: number,
): void {
  if (--walk.remaining < 0 || depth > MAX_DEPTH) return;
  if (shape.anyOf) {
    compareAlternatives(walk, value, shape.anyOf, depth);
    return;
  }
  const type = typeBits(value);
  if ((type & shape.types) === 0) {
    reportAt(walk, "wrong type", depth, shape.typeNames, typeName(value));
    return;
  }
  const { values, items, fields } = shape;
  if (values && (type & shape.valueTypes) !== 0 && !values.has(value))
    reportAt(
      walk,
      "new enum value",
      depth,
      describeValues(values),
      typeName(value),
    );
  if (items && type === TYPE_BITS.array) {
    setStep(walk, depth, shape, "[]");
    compareItems(walk, value as readonly unknown[], items, depth);
  } else if (fields && type === TYPE_BITS.object) {
    setStep(walk, depth, shape, "*");
    if (fields.size === 0 && shape.additional)
      compareMap(walk, value as Members, shape.additional, depth);
    else compareMembers(walk, value as Members, shape, fields, depth);
  }
}

/** A message names at most this many known values. */
const MAX_SHOWN_VALUES = 5;

/** The known values are those of the document: a value of the response is never shown. */
function describeValues(values: ReadonlySet<unknown>): string {
  const shown = Array.from(values, String).slice(0, MAX_SHOWN_VALUES);
  const list = shown.join(", ");
  if (values.size === 1) return `the known value ${list}`;
  const more = values.size > shown.length ? ", …" : "";
  return `one of ${values.size} known values (${list}${more})`;
}

function compareItems(
  walk: Walk,
  value: readonly unknown[],
  items: Shape,
  depth: number,
): void {
  for (const item of value) {
    if (walk.remaining < 0) return;
    compareValue(walk, item, items, depth + 1);
  }
}

type Members = Readonly<Record<string, unknown>>;

/** A separate loop, because keys in the form of numbers would slow down the loop over named members as well. */
function compareMap(
  walk: Walk,
  members: Members,
  additional: Shape,
  depth: number,
): void {
  for (const name of Object.keys(members)) {
    if (walk.remaining < 0) return;
    compareValue(walk, members[name], additional, depth + 1);
  }
}

function compareMembers(
  walk: Walk,
  members: Members,
  shape: Shape,
  fields: NonNullable<Shape["fields"]>,
  depth: number,
): void {
  let requiredCount = 0;
  let previous: FieldCache = shape;
  for (const name in members) {
    const value = members[name];
    const field = findField(previous, name, fields);
    const expected = field ? field.shape : shape.additional;
    if (field) previous = field;
    if (field?.isRequired) requiredCount++;
    // Most members are as expected. These need no path.
    if (expected && isExpectedScalar(value, expected)) continue;
    walk.path[depth] = stepOf(name, field, expected);
    if (expected) compareValue(walk, value, expected, depth + 1);
    else if (Object.hasOwn(members, name))
      reportAt(walk, "unknown field", depth + 1, "none", typeName(value));
    if (walk.remaining < 0) return;
  }
  if (requiredCount !== shape.requiredCount)
    reportMissing(walk, members, fields, depth);
}

/** The items of an array name their fields in one order, so that a guess is faster than a lookup. */
function findField(
  previous: FieldCache,
  name: string,
  fields: NonNullable<Shape["fields"]>,
): Field | undefined {
  const { next } = previous;
  if (next?.name === name) return next;
  const field = fields.get(name);
  if (field) previous.next = field;
  return field;
}

function isExpectedScalar(
  value: unknown,
  { values, types, anyOf }: Shape,
): boolean {
  return !values && !anyOf && (typeBits(value) & types & SCALAR_TYPES) !== 0;
}

/** The member in a path. A key of a map, or an unknown name that is unusual for a field, may be data: it becomes `*`. */
function stepOf(
  name: string,
  field: Field | undefined,
  expected: Shape | undefined,
): string {
  if (field) return name;
  const isFieldName = /^[A-Za-z_$][\w$-]{0,39}$/.test(name);
  return expected || !isFieldName ? "*" : name;
}

function reportMissing(
  walk: Walk,
  members: Members,
  fields: NonNullable<Shape["fields"]>,
  depth: number,
): void {
  for (const [name, { shape, isRequired }] of fields) {
    if (!isRequired || Object.hasOwn(members, name)) continue;
    walk.path[depth] = name;
    reportAt(walk, "missing field", depth + 1, shape.typeNames, "nothing");
  }
}

/** Reports the differences from one alternative: the one whose constants the value has, or that differs least. */
function compareAlternatives(
  walk: Walk,
  value: unknown,
  alternatives: readonly Shape[],
  depth: number,
): void {
  const type = typeBits(value);
  const ofType = alternatives.filter(
    (shape) => shape.anyOf ?? (shape.types & type) !== 0,
  );
  if (ofType.length === 0) {
    const names = new Set(alternatives.map(({ typeNames }) => typeNames));
    const expected = [...names].join(" or ");
    reportAt(walk, "wrong type", depth, expected, typeName(value));
    return;
  }
  const withConstants = ofType.filter((shape) => hasConstants(value, shape));
  const candidates = withConstants.length > 0 ? withConstants : ofType;
  const [first, ...others] = candidates;
  if (!first) return;
  if (others.length === 0) {
    compareValue(walk, value, first, depth);
    return;
  }
  let fewest = differencesFrom(walk, value, first, depth);
  const all = [...fewest];
  for (const other of others) {
    if (fewest.length === 0) return;
    const differences = differencesFrom(walk, value, other, depth);
    all.push(...differences);
    if (differences.length < fewest.length) fewest = differences;
  }
  for (const [kind, place, expected, found] of fewest) {
    const isValue = kind === "new enum value";
    const known = isValue ? expectedAt(place.path, all) : expected;
    walk.report(kind, place, known, found);
  }
}

/** The values that any of the alternatives lists at a path: `the known value cat or the known value dog`. */
function expectedAt(
  path: string,
  differences: readonly Parameters<ReportDifference>[],
): string {
  const expected = differences.flatMap(([kind, place, values]) =>
    kind === "new enum value" && place.path === path ? [values] : [],
  );
  return [...new Set(expected)].join(" or ");
}

/** Whether a value has every constant of an alternative, such as `__typename` or a `const`. */
function hasConstants(value: unknown, { fields }: Shape): boolean {
  if (!fields || typeof value !== "object" || value === null) return true;
  const members = value as Members;
  for (const [name, { shape }] of fields) {
    const isConstant = shape.values?.size === 1 && Object.hasOwn(members, name);
    if (isConstant && !shape.values.has(members[name])) return false;
  }
  return true;
}

/** The differences from one alternative, without reporting them. */
function differencesFrom(
  walk: Walk,
  value: unknown,
  shape: Shape,
  depth: number,
): Parameters<ReportDifference>[] {
  const differences: Parameters<ReportDifference>[] = [];
  const trial: Walk = {
    path: walk.path.slice(0, depth),
    shapes: walk.shapes.slice(0, depth),
    root: walk.root,
    remaining: walk.remaining,
    report: (...difference) => differences.push(difference),
  };
  compareValue(trial, value, shape, depth);
  walk.remaining = trial.remaining;
  return differences;
}
