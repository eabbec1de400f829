import { own } from "../document/json.js";
import type { Schema } from "../document/model.js";
import { completeMembers, requireMembers } from "../document/rules.js";
import { targetIn } from "../document/targets.js";
import type { ComparedModel } from "./compared.js";
import {
  additionalFieldsChange,
  alternativesChange,
  defaultChange,
  deprecation,
  enumerationChange,
  fieldChange,
  limitChange,
  markChange,
  nullabilityChange,
  placeWithin,
  typeChange,
  typeNameOf,
  unlistedFieldsChange,
  valueChange,
  type Field,
  type Finding,
  type Place,
} from "./findings.js";

/** What every step of one comparison shares. */
export interface Comparison {
  readonly before: ComparedModel;
  readonly after: ComparedModel;
  /** The operation of each schema that is the request body of that operation only. */
  readonly owners: ReadonlyMap<string, string>;
  /** The pairs of named schemas that have been compared. */
  readonly compared: Set<string>;
}

/** Every change from one schema to another; each pair of named schemas is compared once. */
export function compareSchemas(
  comparison: Comparison,
  place: Place,
  before: Schema,
  after: Schema,
): Finding[] {
  const findings = compareAnnotations(comparison, place, before, after);
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
  const isReference = ({ ref }: Schema) => areNamed && ref !== undefined;
  const from = targetIn(comparison.before.schemas)(
    isReference(before) ? { ref: before.ref ?? "" } : before,
  );
  const target = targetIn(comparison.after.schemas)(
    isReference(after) ? { ref: after.ref ?? "" } : after,
  );
  const to =
    before.ref !== undefined && after.ref === undefined
      ? complete(comparison.before, before.ref, from, target)
      : target;
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
 * A schema that the other document writes inline, with what the rules and the package say about the named schema in its
 * place.
 */
function complete(
  { rules, schemas }: ComparedModel,
  name: string,
  from: Schema,
  inline: Schema,
): Schema {
  if (!inline.members) return inline;
  const isKnown = (target: string) => Object.hasOwn(schemas, target);
  const completed = completeMembers(rules, name, inline, isKnown);
  const isIdentified = from.required?.includes("id") ?? false;
  return isIdentified ? requireMembers(completed, ["id"]) : completed;
}

/** What stands beside a value: its default, and whether the direction has the value at all. */
function compareAnnotations(
  { before: { schemas: old }, after: { schemas: now } }: Comparison,
  place: Place,
  before: Schema,
  after: Schema,
): Finding[] {
  const findings: Finding[] = [];
  if (after.deprecated && !before.deprecated) findings.push(deprecation(place));
  const [from, to] = [targetIn(old)(before), targetIn(now)(after)];
  const isRequest = place.direction === "request";
  const mark = isRequest ? "readOnly" : "writeOnly";
  if (place.path.length > 0 && from[mark] !== to[mark])
    findings.push(markChange(place, to[mark] === true));
  // A default of another type than its schema is a mistake of the document, which says nothing.
  const areDefaults = isRequest && [from, to].every(hasFittingDefault);
  const [was, is] = [from, to].map(({ default: value }) =>
    value === undefined ? undefined : JSON.stringify(value),
  );
  if (areDefaults && was !== is) findings.push(defaultChange(place, was, is));
  return findings;
}

/** Whether a schema has no default, or one of a type that the schema permits. */
function hasFittingDefault({ types, default: value }: Schema): boolean {
  if (!types || value === undefined || value === null) return true;
  const isNumber = typeof value === "number";
  const names = types.map((type) => (type === "integer" ? "number" : type));
  const name = Array.isArray(value) ? "array" : typeof value;
  return isNumber ? names.includes("number") : names.some((it) => it === name);
}

/**
 * The place of the schema that a schema refers to: the named schema, or the operation if the schema is only used as the
 * body of that operation. If only one side names the schema, the place does not change, because the other side may
 * differ from use to use.
 */
function placeOfTarget(
  { owners }: Comparison,
  place: Place,
  { ref }: Schema,
  after: Schema,
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

function compareTargets(
  comparison: Comparison,
  place: Place,
  from: Schema,
  to: Schema,
): Finding[] {
  const [was, is] = [typeNameOf(from), typeNameOf(to)];
  if (was !== is) return [typeChange(place, was, is)];
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
  before: Schema,
  after: Schema,
): Finding[] {
  return Boolean(before.nullable) === Boolean(after.nullable)
    ? []
    : [nullabilityChange(place, Boolean(after.nullable))];
}

function compareValues(place: Place, from: Schema, to: Schema): Finding[] {
  const isLimited = isLimitedToValues(to);
  if (isLimitedToValues(from) !== isLimited)
    return [enumerationChange(place, isLimited)];
  if (!from.values || !to.values) return [];
  const [old, now] = [from.values, to.values].map((values) =>
    values.map((value) =>
      typeof value === "string" ? value : JSON.stringify(value),
    ),
  ) as [string[], string[]];
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
function isLimitedToValues({ values, open }: Schema): boolean {
  return values !== undefined && open === undefined;
}

function compareFields(
  comparison: Comparison,
  place: Place,
  from: Schema,
  to: Schema,
): Finding[] {
  const [before, after] = [fieldsOf(from), fieldsOf(to)];
  const removed = [...before]
    .filter(([name]) => !after.has(name))
    .map(([name, field]) =>
      fieldChange(placeWithin(place, name), field, "removed"),
    );
  const present = [...after].flatMap(([name, field]) => {
    const at = placeWithin(place, name);
    const old = before.get(name);
    if (old) return compareField(comparison, at, old, field);
    const change = field.required ? "added as required" : "added";
    return [fieldChange(at, field, change)];
  });
  return [...removed, ...present];
}

function fieldsOf({ members = {}, required = [] }: Schema): Map<string, Field> {
  return new Map(
    Object.entries(members).map(([name, schema]) => [
      name,
      { schema, required: required.includes(name) },
    ]),
  );
}

/** Every change of a field that both sides have. */
export function compareField(
  comparison: Comparison,
  place: Place,
  before: Field,
  after: Field,
): Finding[] {
  const findings = compareSchemas(
    comparison,
    place,
    before.schema,
    after.schema,
  );
  if (before.required === after.required) return findings;
  const change = after.required ? "now required" : "now optional";
  return [fieldChange(place, after, change), ...findings];
}

function compareItems(
  comparison: Comparison,
  place: Place,
  from: Schema,
  to: Schema,
): Finding[] {
  return from.items && to.items
    ? compareSchemas(comparison, placeWithin(place, "[]"), from.items, to.items)
    : [];
}

function compareAdditional(
  comparison: Comparison,
  place: Place,
  { additional: from }: Schema,
  { additional: to }: Schema,
): Finding[] {
  if (from && to)
    return compareSchemas(comparison, placeWithin(place, "{}"), from, to);
  if (to) return [additionalFieldsChange(place, to, "added")];
  if (from) return [additionalFieldsChange(place, from, "removed")];
  const isChanged = from !== to && place.direction === "request";
  return isChanged ? [unlistedFieldsChange(place, to === false)] : [];
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
  const shared = before.flatMap((schema) => {
    const other = after.find(
      ({ ref }) => ref !== undefined && ref === schema.ref,
    );
    return other ? compareSchemas(comparison, place, schema, other) : [];
  });
  const [old, now] = [without(before, after), without(after, before)];
  if (old.length !== now.length)
    return [...shared, alternativesChange(place, old.length, now.length)];
  const others = old.flatMap((schema, index) =>
    compareSchemas(comparison, place, schema, now[index] ?? {}),
  );
  return [...shared, ...others];
}

interface AlternativesOfSides {
  readonly before: readonly Schema[];
  readonly after: readonly Schema[];
}

/** The alternatives that the other side has neither by name nor in the same form. */
function without(
  schemas: readonly Schema[],
  others: readonly Schema[],
): readonly Schema[] {
  const keyOf = (schema: Schema) => schema.ref ?? JSON.stringify(schema);
  const keys = new Set(others.map(keyOf));
  return schemas.filter((schema) => !keys.has(keyOf(schema)));
}

function compareLimits(place: Place, from: Schema, to: Schema): Finding[] {
  if (place.direction === "response") return [];
  const [before, after] = [limitsOf(from), limitsOf(to)];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => own(before, name) !== own(after, name))
    .map((name) => limitChange(place, name, before[name], after[name]));
}

/** The format is a limit, too: a service refuses a text of another format. */
function limitsOf({ limits, format }: Schema): NonNullable<Schema["limits"]> {
  return { ...limits, ...(format !== undefined && { format }) };
}
