import { own, type Json } from "../document/json.js";
import type { Schema } from "../document/model.js";
import { completeMembers, requireMembers } from "../document/rules.js";
import { targetIn } from "../document/targets.js";
import type { ComparedModel } from "./compared.js";
import {
  defaultChange,
  deprecation,
  code,
  describePlace,
  findingAt,
  fieldChange,
  limitChange,
  placeWithin,
  typeChange,
  typeNameOf,
  valueAdded,
  valueRemoved,
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
  /** The pairs of named schemas that an attempt to match alternatives has met; absent outside of an attempt. */
  readonly tried?: ReadonlySet<string>;
  /**
   * Whether the other document is that of the publisher, and not yet imported: it may leave the data of events undescribed,
   * as text, and names no functions.
   */
  readonly isPublishers: boolean;
  /** The named schemas of the other document itself. */
  readonly knownAfter: ReadonlySet<string>;
  /** The names that the other document has in the places of each named schema. */
  readonly counterparts: Map<string, Set<string>>;
}

/** The name that the other document has for a schema everywhere, if it is another name. */
export function newNameOf(
  { before, knownAfter, counterparts }: Comparison,
  name: string,
): string | undefined {
  const [only, ...others] = counterparts.get(name) ?? [];
  const isRenamed =
    only !== undefined &&
    only !== name &&
    others.length === 0 &&
    !knownAfter.has(name) &&
    !own(before.schemas, only);
  return isRenamed ? only : undefined;
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
  const areNamed = isName(before) && isName(after);
  if (areNamed) {
    findings.push(...compareListed(comparison, place, before, after));
    // A reference may be nullable itself, and so may its target.
    findings.push(...compareNullability(place, before, after));
    const { direction, subject, route = "", path } = inner;
    const key = [before.ref, after.ref, direction, subject, route, ...path];
    if (comparison.compared.has(key.join(" "))) return findings;
    comparison.compared.add(key.join(" "));
  }
  if (inner.path.length > MAX_PATH_LENGTH) return findings;
  // What stands beside two names has been compared.
  const bare = (schema: Schema): Schema =>
    areNamed ? { ref: schema.ref ?? "" } : schema;
  const from = targetIn(comparison.before.schemas)(bare(before));
  const target = targetIn(comparison.after.schemas)(bare(after));
  const to =
    before.ref !== undefined && after.ref === undefined
      ? complete(comparison.before, before.ref, from, target)
      : target;
  return [
    ...findings,
    ...compareNullability(areNamed ? inner : place, from, to),
    ...(from.anyOf || to.anyOf
      ? compareAlternatives(
          comparison,
          inner,
          from.anyOf ?? [notNull(before)],
          to.anyOf ?? [notNull(after)],
        )
      : compareTargets(comparison, inner, from, to)),
  ];
}

function notNull({ nullable: _, ...schema }: Schema): Schema {
  return schema;
}

/** Whether a schema is the name of another one, and limits that schema no further. */
function isName({ ref, additional }: Schema): boolean {
  return ref !== undefined && additional === undefined;
}

/** The values that a place has of an enumeration of many places, as far as other places have had them before. */
function compareListed(
  { before: { schemas: old }, after: { schemas: now } }: Comparison,
  place: Place,
  { ref = "", listed: before }: Schema,
  { ref: name = "", listed: after }: Schema,
): Finding[] {
  if (!before || !after) return [];
  const [all, kept] = [own(old, ref)?.values, own(now, name)?.values];
  return [
    ...lacking(before, after)
      .filter((value) => kept?.includes(value))
      .map((value) =>
        valueRemoved(place, textOfValue(value), { isOpen: true }),
      ),
    ...lacking(after, before)
      .filter((value) => all?.includes(value))
      .map((value) => valueAdded(place, textOfValue(value), true)),
  ];
}

/** The values that another list lacks. */
function lacking(values: readonly Json[], others: readonly Json[]): Json[] {
  const known = new Set(others.map(textOfValue));
  return values.filter((value) => !known.has(textOfValue(value)));
}

function textOfValue(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
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

/** What stands beside a value: its default, and whether it is deprecated. */
function compareAnnotations(
  { before: { schemas: old }, after: { schemas: now } }: Comparison,
  place: Place,
  before: Schema,
  after: Schema,
): Finding[] {
  const findings: Finding[] = [];
  if (after.deprecated && !before.deprecated) findings.push(deprecation(place));
  const [from, to] = [targetIn(old)(before), targetIn(now)(after)];
  // A default of another type than its schema is a mistake of the document, which says nothing.
  const areDefaults =
    place.direction === "request" && [from, to].every(hasFittingDefault);
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
 * body of that operation. If the other side has no name, or another name than elsewhere, the place does not change,
 * because what changed is this use of the schema.
 */
function placeOfTarget(
  comparison: Comparison,
  place: Place,
  before: Schema,
  after: Schema,
): Place {
  if (!isName(before) || !isName(after)) return place;
  const { counterparts, owners } = comparison;
  const { ref = "" } = before;
  const names = counterparts.get(ref) ?? new Set<string>();
  counterparts.set(ref, names.add(after.ref ?? ""));
  const isSame = after.ref === ref || newNameOf(comparison, ref) !== undefined;
  if (!isSame) return place;
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
  const changed = was === is ? [] : [typeChange(place, was, is)];
  if (!haveCommonType(was, is)) return changed;
  return [
    ...changed,
    ...compareValues(comparison, place, from, to),
    ...compareFields(comparison, place, from, to),
    ...compareItems(comparison, place, from, to),
    ...compareAdditional(comparison, place, from, to),
    ...compareLimits(place, from, to),
    ...compareConditions(place, from, to),
  ];
}

/** Whether a value may have been of one of the types before that it may be of now. */
function haveCommonType(was?: string, is?: string): boolean {
  if (was === undefined || is === undefined) return was === is;
  const isNumber = (type: string) => type === "integer" || type === "number";
  const types = is.split(" or ");
  return was
    .split(" or ")
    .some(
      (type) =>
        types.includes(type) || (isNumber(type) && types.some(isNumber)),
    );
}

function compareNullability(
  place: Place,
  before: Schema,
  after: Schema,
): Finding[] {
  const isNullable = after.nullable === true;
  if (isNullable === (before.nullable === true)) return [];
  const isSafe = isNullable === (place.direction === "request");
  const may = isNullable ? "may now be" : "may no longer be";
  const line = `${describePlace(place)} ${may} null`;
  return [findingAt(place, isSafe ? "compatible" : "breaking", line)];
}

function compareValues(
  { before: { sent, received } }: Comparison,
  place: Place,
  from: Schema,
  to: Schema,
): Finding[] {
  const isLimited = isLimitedToValues(to);
  const changed: Finding[] = [];
  // An enumeration of responses is read as open. Whether requests hold it too is a change of those requests.
  const isOpenedByUse = (from.open ?? to.open) === "received";
  if (isLimitedToValues(from) !== isLimited && !isOpenedByUse) {
    const isSafe = isLimited === (place.direction === "response");
    const is = isLimited ? "is now" : "is no longer";
    const line = `${describePlace(place)} ${is} limited to listed values`;
    changed.push(findingAt(place, isSafe ? "compatible" : "breaking", line));
  }
  if (!from.values || !to.values) return changed;
  const [removed, added] = [
    lacking(from.values, to.values),
    lacking(to.values, from.values),
  ];
  const { route, subject } = place;
  const how = {
    isOpen: !isLimited,
    isShared:
      route === undefined &&
      sent.includes(subject) &&
      received.includes(subject),
  };
  return [
    ...changed,
    ...removed.map((value) => valueRemoved(place, textOfValue(value), how)),
    ...added.map((value) => valueAdded(place, textOfValue(value), how.isOpen)),
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
  const removed = [...before.keys()]
    .filter((name) => !after.has(name))
    .map((name) => fieldChange(placeWithin(place, name), "removed"));
  const present = [...after].flatMap(([name, field]) => {
    const at = placeWithin(place, name);
    const old = before.get(name);
    if (old) return compareField(comparison, at, old, field);
    const change = field.required ? "added as required" : "added";
    return [fieldChange(at, change)];
  });
  return [...removed, ...present];
}

/** The members that a schema names. What it requires without naming has no schema of its own. */
function fieldsOf({ members = {}, required = [] }: Schema): Map<string, Field> {
  const unnamed = required.filter((name) => !own(members, name));
  return new Map<string, Field>([
    ...Object.entries(members).map(
      ([name, schema]) =>
        [name, { schema, required: required.includes(name) }] as const,
    ),
    ...unnamed.map((name) => [name, { schema: {}, required: true }] as const),
  ]);
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
  return [fieldChange(place, change), ...findings];
}

function compareItems(
  comparison: Comparison,
  place: Place,
  from: Schema,
  to: Schema,
): Finding[] {
  const { items: before } = from;
  const { items: after } = to;
  return before || after
    ? compareSchemas(
        comparison,
        placeWithin(place, "[]"),
        before ?? {},
        after ?? {},
      )
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
  const change = (verdict: Finding["verdict"], verb: string) => [
    findingAt(place, verdict, `${describePlace(place)} ${verb}`),
  ];
  // Fields that the schema does not list, as in a map.
  if (to) return change("compatible", "now has additional fields");
  if (from) return change("breaking", "no longer has additional fields");
  // Whether the service refuses the fields of a request that its schema does not list.
  if (from === to || place.direction === "response") return [];
  const fields = "fields that its schema does not list";
  return to === false
    ? change("breaking", `no longer accepts ${fields}`)
    : change("compatible", `now accepts ${fields}`);
}

/**
 * A request may still be each alternative that it could be before, and a response is one of those that it could be before.
 * Each such alternative is compared with the alternative of the other side that it fits, or else fits best.
 */
function compareAlternatives(
  comparison: Comparison,
  place: Place,
  before: readonly Schema[],
  after: readonly Schema[],
): Finding[] {
  const isRequest = place.direction === "request";
  const [judged, others] = isRequest ? [before, after] : [after, before];
  const compare = (schema: Schema, other: Schema, by = comparison) =>
    isRequest
      ? compareSchemas(by, place, schema, other)
      : compareSchemas(by, place, other, schema);
  const fits = (schema: Schema, other: Schema) =>
    compare(schema, other, trialOf(comparison)).every(
      ({ verdict }) => verdict !== "breaking",
    );
  const { before: old, after: now } = comparison;
  const typeIn = ({ schemas }: ComparedModel, schema: Schema) =>
    typeNameOf(targetIn(schemas)(schema));
  const isAlike = (schema: Schema, other: Schema) =>
    isRequest
      ? haveCommonType(typeIn(old, schema), typeIn(now, other))
      : haveCommonType(typeIn(old, other), typeIn(now, schema));
  const taken = new Set<Schema>();
  const pairs = new Map<Schema, Schema>();
  const pairBy = (matches: (schema: Schema, other: Schema) => boolean) => {
    for (const schema of judged.filter((each) => !pairs.has(each))) {
      const match = others.find((other) => matches(schema, other));
      if (!match) continue;
      pairs.set(schema, match);
      taken.add(match);
    }
  };
  pairBy(isSameAlternative);
  pairBy(fits);
  const [single = {}, ...more] = before;
  const parts = after.filter((part) =>
    isRequest ? isAlike(single, part) : isAlike(part, single),
  );
  if (pairs.size === 0 && more.length === 0 && parts.length > 1) {
    // One schema became several: what changed is what is true of each of them.
    const compareTo = (part: Schema, by = comparison) =>
      compareSchemas(by, place, single, part);
    const [first = {}, ...rest] = parts;
    const common = rest.map((part) =>
      compareTo(part, trialOf(comparison)).map(({ line }) => line),
    );
    return [
      ...compareTo(first).filter(({ line }) =>
        common.every((lines) => lines.includes(line)),
      ),
      findingAt(
        place,
        "breaking",
        `${describePlace(place)} ${isRequest ? "must now be" : "is now"} one of ${after.length} alternatives`,
      ),
    ];
  }
  pairBy((schema, other) => !taken.has(other) && isAlike(schema, other));
  const findings = [...pairs].flatMap(([schema, other]) =>
    compare(schema, other),
  );
  const change = (verdict: Finding["verdict"], isFewer: boolean) => {
    const line = `${describePlace(place)} now has ${isFewer ? "fewer" : "more"} alternatives`;
    findings.push(findingAt(place, verdict, line));
  };
  // A request has lost an alternative, or a response has one that it could not be before; then the other way round.
  if (pairs.size < judged.length) change("breaking", isRequest);
  if (others.some((other) => !taken.has(other)))
    change("compatible", !isRequest);
  return findings;
}

/** A comparison whose findings are only counted. It ends where it meets a pair of names that is being tried. */
function trialOf(comparison: Comparison): Comparison {
  const { tried = [] } = comparison;
  const compared = new Set(tried);
  return { ...comparison, compared, tried: compared, counterparts: new Map() };
}

/** Whether two alternatives have one name, or one form. */
function isSameAlternative(one: Schema, other: Schema): boolean {
  return one.ref === undefined || other.ref === undefined
    ? JSON.stringify(one) === JSON.stringify(other)
    : one.ref === other.ref;
}

function compareLimits(place: Place, from: Schema, to: Schema): Finding[] {
  if (place.direction === "response") return [];
  const [before, after] = [limitsOf(from), limitsOf(to)];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => own(before, name) !== own(after, name))
    .map((name) => limitChange(place, name, before[name], after[name]));
}

/** Conditions are compared as a whole: a request may meet the same conditions as before, and a response does. */
function compareConditions(place: Place, from: Schema, to: Schema): Finding[] {
  const [before, after] = [conditionsOf(from), conditionsOf(to)];
  const names = new Set([...before.keys(), ...after.keys()]);
  const isRequest = place.direction === "request";
  return [...names]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => {
      const [was, is] = [before.get(name), after.get(name)];
      // A request breaks by a condition that it did not have to meet, a response by one that it no longer meets.
      const isSafe = (isRequest ? is : was) === undefined;
      const has = was === undefined ? "now has" : "has changed";
      const verb = is === undefined ? "no longer has" : has;
      const line = `${describePlace(place)} ${verb} the condition ${code(name)}`;
      return findingAt(place, isSafe ? "compatible" : "breaking", line);
    });
}

/** The text of each condition of a schema, by its keyword; `then` and `else` belong to their `if`. */
function conditionsOf({ conditions = [] }: Schema): Map<string, string> {
  const texts = new Map<string, string[]>();
  for (const { then, else: otherwise, ...condition } of conditions)
    for (const [name, value] of Object.entries(condition)) {
      const whole = name === "if" ? [value, then, otherwise] : value;
      const text = JSON.stringify(whole, withoutTexts);
      texts.set(name, [...(texts.get(name) ?? []), text]);
    }
  return new Map([...texts].map(([name, all]) => [name, all.sort().join(" ")]));
}

/** Leaves out what a condition says for people. */
function withoutTexts(name: string, value: unknown): unknown {
  const isText =
    typeof value === "string" && ["title", "description"].includes(name);
  return isText ? undefined : value;
}

/** The format is a limit, too: a service refuses a text of another format. */
function limitsOf({ limits, format }: Schema): NonNullable<Schema["limits"]> {
  return { ...limits, ...(format !== undefined && { format }) };
}
