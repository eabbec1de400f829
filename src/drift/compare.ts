import type { DriftKind } from "./findings.js";
import { BITS, SCALAR, typeBits, typeName } from "./json-types.js";
import type { Field, Shape, Step } from "./shapes.js";

/** Told of each difference; `path` is written like `[].machine.gpuTypeId`. */
export type Report = (
  kind: DriftKind,
  path: string,
  expected: string,
  found: string,
) => void;

/** So much of an answer is compared, in values; a difference counts as many, since it takes longer to tell. */
const MOST = 1_000_000;
const PER_DIFFERENCE = 20;
/** Deeper than this nothing is compared. */
const DEEPEST = 100;

/** Compares the parsed JSON of an answer with its shape, and changes nothing of it. */
export function compare(value: unknown, shape: Shape, report: Report): void {
  visit({ path: [], left: MOST, report }, value, shape, 0);
}

interface Walk {
  /** The way to the value, of which only the first `depth` members count. */
  readonly path: string[];
  left: number;
  readonly report: Report;
}

function visit(walk: Walk, value: unknown, shape: Shape, depth: number): void {
  if (--walk.left < 0 || depth > DEEPEST) return;
  if (shape.either) {
    choose(walk, value, shape.either, depth);
    return;
  }
  const type = typeBits(value);
  if ((type & shape.types) === 0) {
    tell(walk, "wrong type", depth, shape.said, typeName(value));
    return;
  }
  const { known, items, fields } = shape;
  if (known && (type & shape.knownTypes) !== 0 && !known.has(value))
    tell(walk, "new enum value", depth, knownOf(known), typeName(value));
  if (items && type === BITS.array)
    visitItems(walk, value as readonly unknown[], items, depth);
  else if (fields && type === BITS.object) {
    if (fields.size === 0 && shape.rest)
      visitMap(walk, value as Members, shape.rest, depth);
    else visitMembers(walk, value as Members, shape, fields, depth);
  }
}

function knownOf({ size }: ReadonlySet<unknown>): string {
  return size === 1 ? "the known value" : `one of ${size} known values`;
}

function visitItems(
  walk: Walk,
  value: readonly unknown[],
  items: Shape,
  depth: number,
): void {
  walk.path[depth] = "[]";
  for (const item of value) {
    if (walk.left < 0) return;
    visit(walk, item, items, depth + 1);
  }
}

type Members = Readonly<Record<string, unknown>>;

/** Apart from members with names of their own: keys that look like figures are slow to go through, and slow all. */
function visitMap(
  walk: Walk,
  members: Members,
  rest: Shape,
  depth: number,
): void {
  walk.path[depth] = "*";
  for (const name of Object.keys(members)) {
    if (walk.left < 0) return;
    visit(walk, members[name], rest, depth + 1);
  }
}

function visitMembers(
  walk: Walk,
  members: Members,
  shape: Shape,
  fields: NonNullable<Shape["fields"]>,
  depth: number,
): void {
  let met = 0;
  let last: Step = shape;
  for (const name in members) {
    const value = members[name];
    const field = fieldAfter(last, name, fields);
    const wanted = field ? field.shape : shape.rest;
    if (field) last = field;
    if (field?.isRequired) met++;
    // Most members are right at first sight: these need no path.
    if (wanted && isPlain(value, wanted)) continue;
    walk.path[depth] = field ? name : wanted ? "*" : shownName(name);
    if (wanted) visit(walk, value, wanted, depth + 1);
    else if (Object.hasOwn(members, name))
      tell(walk, "unknown field", depth + 1, "none", typeName(value));
    if (walk.left < 0) return;
  }
  if (met !== shape.required) tellMissing(walk, members, fields, depth);
}

/** The field of that name. The items of a list name theirs in one order, and a guess is quicker than a search. */
function fieldAfter(
  last: Step,
  name: string,
  fields: NonNullable<Shape["fields"]>,
): Field | undefined {
  const { next } = last;
  if (next?.name === name) return next;
  const field = fields.get(name);
  if (field) last.next = field;
  return field;
}

function tellMissing(
  walk: Walk,
  members: Members,
  fields: NonNullable<Shape["fields"]>,
  depth: number,
): void {
  for (const [name, { shape, isRequired }] of fields) {
    if (!isRequired || Object.hasOwn(members, name)) continue;
    walk.path[depth] = name;
    tell(walk, "missing field", depth + 1, shape.said, "nothing");
  }
}

/** Whether a value has no members and is of a type that it may have. */
function isPlain(value: unknown, { known, types, either }: Shape): boolean {
  return !known && !either && (typeBits(value) & types & SCALAR) !== 0;
}

/** A name that looks like none that a document gives to a field may be data, as the keys of a map are. */
function shownName(name: string): string {
  return /^[A-Za-z_$][\w$-]{0,39}$/.test(name) ? name : "*";
}

/** Compares with the alternative that is meant: the one whose constants the value has, or that differs least. */
function choose(
  walk: Walk,
  value: unknown,
  either: readonly Shape[],
  depth: number,
): void {
  const type = typeBits(value);
  const fitting = either.filter(
    (shape) => shape.either ?? (shape.types & type) !== 0,
  );
  if (fitting.length === 0) {
    const said = [...new Set(either.map((shape) => shape.said))].join(" or ");
    tell(walk, "wrong type", depth, said, typeName(value));
    return;
  }
  const meant = fitting.filter((shape) => hasConstants(value, shape));
  const [first, ...others] = meant.length > 0 ? meant : fitting;
  if (!first) return;
  if (others.length === 0) {
    visit(walk, value, first, depth);
    return;
  }
  let least = attempt(walk, value, first, depth);
  for (const other of others) {
    if (least.length === 0) return;
    const notes = attempt(walk, value, other, depth);
    if (notes.length < least.length) least = notes;
  }
  for (const note of least) walk.report(...note);
}

/** Whether no member of a value speaks against an alternative, as `__typename` or a `const` does. */
function hasConstants(value: unknown, { fields }: Shape): boolean {
  if (!fields || typeof value !== "object" || value === null) return true;
  const members = value as Members;
  for (const [name, { shape }] of fields) {
    const isConstant = shape.known?.size === 1 && Object.hasOwn(members, name);
    if (isConstant && !shape.known.has(members[name])) return false;
  }
  return true;
}

/** The differences from one alternative, not told yet. */
function attempt(
  walk: Walk,
  value: unknown,
  shape: Shape,
  depth: number,
): Parameters<Report>[] {
  const notes: Parameters<Report>[] = [];
  const trial: Walk = {
    path: walk.path.slice(0, depth),
    left: walk.left,
    report: (...note) => notes.push(note),
  };
  visit(trial, value, shape, depth);
  walk.left = trial.left;
  return notes;
}

function tell(
  walk: Walk,
  kind: DriftKind,
  depth: number,
  expected: string,
  found: string,
): void {
  walk.left -= PER_DIFFERENCE;
  let path = "";
  for (const part of walk.path.slice(0, depth))
    path += part === "[]" || path === "" ? part : `.${part}`;
  walk.report(kind, path, expected, found);
}
