import { choose } from "./alternatives.js";
import { BITS, SCALAR, typeBits, typeName } from "./json-types.js";
import type { Field, Shape, Step } from "./shapes.js";
import { startWalk, tell, type Report, type Walk } from "./walk.js";

/** Deeper than this nothing is compared. */
const DEEPEST = 100;

/** Compares the parsed JSON of an answer with its shape, and changes nothing of it. */
export function compare(value: unknown, shape: Shape, report: Report): void {
  visit(startWalk(report), value, shape, 0);
}

function visit(walk: Walk, value: unknown, shape: Shape, depth: number): void {
  if (--walk.left < 0 || depth > DEEPEST) return;
  if (shape.either) {
    choose(walk, value, shape.either, depth, visit);
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

/** A loop of its own: keys that look like numbers would slow down the one over named members as well. */
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
