import type { Finding } from "./change.js";
import {
  DocumentError,
  type Description,
  type Field,
  type Shape,
} from "./description.js";
import {
  alternativesChange,
  deprecation,
  entriesChange,
  fieldChange,
  typeChange,
} from "./phrases.js";
import { within, type Place } from "./words.js";
import { compareLimits, compareValues, nullability } from "./compare-values.js";

/** What a comparison of shapes needs to know. */
export interface Pair {
  readonly before: Description;
  readonly after: Description;
  /** The operation whose body is the schema of that name, where it is that of one operation alone. */
  readonly owners: ReadonlyMap<string, string>;
  /** The pairs of named schemas that were compared already. */
  readonly met: Set<string>;
}

/** Every change from one shape to the other, each named schema once. */
export function compareShapes(
  pair: Pair,
  place: Place,
  before: Shape,
  after: Shape,
): Finding[] {
  const isDeprecated = after.deprecated && !before.deprecated;
  const start = entered(pair, place, before);
  const changes: Finding[] = isDeprecated ? [deprecation(place)] : [];
  const own = before.ref !== undefined && after.ref !== undefined;
  if (own) {
    changes.push(...nullability(place, before, after));
    const where = [start.direction, start.subject, start.route ?? ""];
    const key = [before.ref, after.ref, ...where].join(" ");
    if (pair.met.has(key)) return changes;
    pair.met.add(key);
  }
  const from = resolved(pair.before, before);
  const to = resolved(pair.after, after);
  return [
    ...changes,
    // A reference may be nullable by itself, and what it leads to as well.
    ...nullability(own ? start : place, from, to),
    ...compareTypes(pair, start, from, to),
  ];
}

/** Within a named schema, the schema is what is spoken of; within a body that is one operation's own, the operation. */
function entered({ owners }: Pair, place: Place, { ref }: Shape): Place {
  if (ref === undefined) return place;
  const owner = owners.get(ref);
  const isOwn =
    place.route !== undefined &&
    place.path.length === 0 &&
    place.direction === "sent" &&
    owner === place.subject;
  return isOwn ? place : { direction: place.direction, subject: ref, path: [] };
}

/** What a reference leads to. */
function resolved({ schemas }: Description, shape: Shape): Shape {
  let at = shape;
  for (let steps = 0; at.ref !== undefined; steps++) {
    const next = Object.hasOwn(schemas, at.ref) ? schemas[at.ref] : undefined;
    if (!next || steps > 100)
      throw new DocumentError(`the reference ${at.ref} leads nowhere`);
    at = next;
  }
  return at;
}

function compareTypes(
  pair: Pair,
  place: Place,
  from: Shape,
  to: Shape,
): Finding[] {
  if (from.type !== to.type && !from.any && !to.any)
    return [typeChange(place, from.type, to.type)];
  return [
    ...compareValues(place, from, to),
    ...compareFields(pair, place, from, to),
    ...comparePart(pair, place, "[]", from.items, to.items),
    ...compareEntries(pair, place, from, to),
    ...compareAlternatives(pair, place, from, to),
    ...compareLimits(place, from, to),
  ];
}

function compareFields(
  pair: Pair,
  place: Place,
  from: Shape,
  to: Shape,
): Finding[] {
  const before = from.fields ?? {};
  const after = to.fields ?? {};
  const gone = Object.keys(before)
    .filter((name) => !Object.hasOwn(after, name))
    .map((name) => fieldChange(within(place, name), "gone"));
  const rest = Object.entries(after).flatMap(([name, field]) => {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    const at = within(place, name);
    return old
      ? compareField(pair, at, old, field)
      : [fieldChange(at, field.required ? "new and needed" : "new")];
  });
  return [...gone, ...rest];
}

/** A field that both have. */
export function compareField(
  pair: Pair,
  place: Place,
  before: Field,
  after: Field,
): Finding[] {
  const necessity =
    Boolean(before.required) === Boolean(after.required)
      ? []
      : [fieldChange(place, after.required ? "needed" : "optional")];
  return [...necessity, ...compareShapes(pair, place, before, after)];
}

function comparePart(
  pair: Pair,
  place: Place,
  step: string,
  before: Shape | undefined,
  after: Shape | undefined,
): Finding[] {
  return before && after
    ? compareShapes(pair, within(place, step), before, after)
    : [];
}

function compareEntries(
  pair: Pair,
  place: Place,
  from: Shape,
  to: Shape,
): Finding[] {
  if (from.entries && to.entries)
    return comparePart(pair, place, "{}", from.entries, to.entries);
  if (!from.entries && !to.entries) return [];
  return [entriesChange(place, to.entries ? "new" : "gone")];
}

function compareAlternatives(
  pair: Pair,
  place: Place,
  from: Shape,
  to: Shape,
): Finding[] {
  if (!from.any && !to.any) return [];
  const before = from.any ?? [from];
  const after = to.any ?? [to];
  if (before.length === after.length)
    return before.flatMap((shape, i) =>
      compareShapes(pair, place, shape, after[i] ?? {}),
    );
  const how = before.length > after.length ? "gone" : "new";
  return [alternativesChange(place, how)];
}
