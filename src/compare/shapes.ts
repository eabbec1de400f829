import { complete } from "./decide.js";
import type { Description, Field, Shape } from "./description.js";
import { DocumentError } from "./document.js";
import {
  additionalFieldsChange,
  alternativesChange,
  deprecation,
  enumerationChange,
  fieldChange,
  limitChange,
  nullabilityChange,
  placeWithin,
  typeChange,
  valueChange,
  type Finding,
  type Place,
} from "./findings.js";

/** What every step of one comparison shares. */
export interface Comparison {
  readonly before: Description;
  readonly after: Description;
  /** The operation of each schema that is the request body of that operation only. */
  readonly owners: ReadonlyMap<string, string>;
  /** The pairs of named schemas that have been compared. */
  readonly compared: Set<string>;
}

/** Every change from one shape to another; each pair of named schemas is compared once. */
export function compareShapes(
  comparison: Comparison,
  place: Place,
  before: Shape,
  after: Shape,
): Finding[] {
  const findings: Finding[] = [];
  if (after.deprecated && !before.deprecated) findings.push(deprecation(place));
  const inner = placeOfTarget(comparison, place, before, after);
  const areNamed = before.ref !== undefined && after.ref !== undefined;
  if (areNamed) {
    // A reference may be nullable itself, and so may its target.
    findings.push(...compareNullability(place, before, after));
    const { direction, subject, route = "" } = inner;
    const key = [before.ref, after.ref, direction, subject, route].join(" ");
    if (comparison.compared.has(key)) return findings;
    comparison.compared.add(key);
  }
  if (inner.path.length > MAX_PATH_LENGTH) return findings;
  const from = targetOf(comparison.before, before);
  const target = targetOf(comparison.after, after);
  const to = complete(comparison.before, { before, from, after, target });
  return [
    ...findings,
    ...compareNullability(areNamed ? inner : place, from, to),
    ...(from.anyOf || to.anyOf
      ? compareAlternatives(comparison, inner, {
          before: from.anyOf ?? [before],
          after: to.anyOf ?? [after],
        })
      : compareTargets(comparison, inner, from, to)),
  ];
}

/**
 * The place of the schema that a shape refers to: the named schema, or the operation if the schema is only used as the
 * body of that operation. If only one side names the schema, the place does not change, because the other side may
 * differ from use to use.
 */
function placeOfTarget(
  { owners }: Comparison,
  place: Place,
  { ref }: Shape,
  after: Shape,
): Place {
  if (ref === undefined || after.ref === undefined) return place;
  const { direction, subject, route, path } = place;
  const isOwnBody =
    direction === "request" &&
    route !== undefined &&
    path.length === 0 &&
    owners.get(ref) === subject;
  return isOwnBody ? place : { direction, subject: ref, path: [] };
}

/** The depth to which a recursive schema is compared if the two sides name different levels of the schema. */
const MAX_PATH_LENGTH = 64;

/** A named schema may itself be a reference. */
const MAX_REFERENCES = 100;

function targetOf({ schemas }: Description, shape: Shape): Shape {
  let at = shape;
  for (let steps = 0; at.ref !== undefined; steps++) {
    const next = Object.hasOwn(schemas, at.ref) ? schemas[at.ref] : undefined;
    if (!next || steps > MAX_REFERENCES)
      throw new DocumentError(`the reference ${at.ref} leads nowhere`);
    at = next;
  }
  return at;
}

function compareTargets(
  comparison: Comparison,
  place: Place,
  from: Shape,
  to: Shape,
): Finding[] {
  if (from.type !== to.type) return [typeChange(place, from.type, to.type)];
  return [
    ...compareValues(place, from, to),
    ...compareFields(comparison, place, from, to),
    ...compareItems(comparison, place, from, to),
    ...compareAdditional(comparison, place, from, to),
    ...compareLimits(place, from, to),
  ];
}

function compareNullability(
  place: Place,
  before: Shape,
  after: Shape,
): Finding[] {
  return Boolean(before.nullable) === Boolean(after.nullable)
    ? []
    : [nullabilityChange(place, Boolean(after.nullable))];
}

function compareValues(place: Place, from: Shape, to: Shape): Finding[] {
  const isLimited = isLimitedToValues(to);
  if (isLimitedToValues(from) !== isLimited)
    return [enumerationChange(place, isLimited)];
  const { values: old } = from;
  const { values: now } = to;
  if (!old || !now) return [];
  return [
    ...old
      .filter((value) => !now.includes(value))
      .map((value) => valueChange(place, value, "removed", !isLimited)),
    ...now
      .filter((value) => !old.includes(value))
      .map((value) => valueChange(place, value, "added", !isLimited)),
  ];
}

/** A list of known values limits nothing: any other value is valid too. */
function isLimitedToValues({ values, open }: Shape): boolean {
  return values !== undefined && open !== true;
}

function compareFields(
  comparison: Comparison,
  place: Place,
  from: Shape,
  to: Shape,
): Finding[] {
  const before = from.fields ?? {};
  const after = to.fields ?? {};
  const removed = Object.keys(before)
    .filter((name) => !Object.hasOwn(after, name))
    .map((name) =>
      fieldChange(placeWithin(place, name), before[name] ?? {}, "removed"),
    );
  const present = Object.entries(after).flatMap(([name, field]) => {
    const at = placeWithin(place, name);
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    if (old) return compareField(comparison, at, old, field);
    const change = field.required ? "added as required" : "added";
    return [fieldChange(at, field, change)];
  });
  return [...removed, ...present];
}

/** Every change of a field that both sides have. */
export function compareField(
  comparison: Comparison,
  place: Place,
  before: Field,
  after: Field,
): Finding[] {
  const findings = compareShapes(comparison, place, before, after);
  if (Boolean(before.required) === Boolean(after.required)) return findings;
  const change = after.required ? "now required" : "now optional";
  return [fieldChange(place, after, change), ...findings];
}

function compareItems(
  comparison: Comparison,
  place: Place,
  from: Shape,
  to: Shape,
): Finding[] {
  return from.items && to.items
    ? compareShapes(comparison, placeWithin(place, "[]"), from.items, to.items)
    : [];
}

function compareAdditional(
  comparison: Comparison,
  place: Place,
  { additional: from }: Shape,
  { additional: to }: Shape,
): Finding[] {
  if (from && to)
    return compareShapes(comparison, placeWithin(place, "{}"), from, to);
  if (to) return [additionalFieldsChange(place, to, "added")];
  return from ? [additionalFieldsChange(place, from, "removed")] : [];
}

/**
 * Compares alternatives of the same name with each other. Skips unnamed alternatives that both sides have in the same
 * form. Compares the remaining alternatives in order, or reports that their numbers differ.
 */
function compareAlternatives(
  comparison: Comparison,
  place: Place,
  { before, after }: AlternativesOfSides,
): Finding[] {
  const shared = before.flatMap((shape) => {
    const other = after.find(
      ({ ref }) => ref !== undefined && ref === shape.ref,
    );
    return other ? compareShapes(comparison, place, shape, other) : [];
  });
  const [old, now] = [without(before, after), without(after, before)];
  if (old.length !== now.length)
    return [...shared, alternativesChange(place, old.length, now.length)];
  const others = old.flatMap((shape, index) =>
    compareShapes(comparison, place, shape, now[index] ?? {}),
  );
  return [...shared, ...others];
}

interface AlternativesOfSides {
  readonly before: readonly Shape[];
  readonly after: readonly Shape[];
}

/** The alternatives that the other side has neither by name nor in the same form. */
function without(
  shapes: readonly Shape[],
  others: readonly Shape[],
): readonly Shape[] {
  const keyOf = (shape: Shape) => shape.ref ?? JSON.stringify(shape);
  const keys = new Set(others.map(keyOf));
  return shapes.filter((shape) => !keys.has(keyOf(shape)));
}

function compareLimits(place: Place, from: Shape, to: Shape): Finding[] {
  if (place.direction === "response") return [];
  const { limits: before = {} } = from;
  const { limits: after = {} } = to;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => before[name] !== after[name])
    .map((name) => limitChange(place, name, before[name], after[name]));
}
