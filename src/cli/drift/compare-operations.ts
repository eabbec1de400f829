import {
  answerChange,
  answered,
  bodyChange,
  calledChange,
  deprecatedOperation,
  parameterAdded,
  parameterName,
} from "./calls.js";
import type { Finding } from "./change.js";
import { compareField, compareShapes, type Pair } from "./compare-shapes.js";
import type { Field, Operation, Shape } from "./description.js";
import { fieldChange } from "./phrases.js";
import type { Place } from "./words.js";

/** What changed in one operation, seen from a call of it. */
export function compareOperations(
  pair: Pair,
  route: string,
  before: Operation,
  after: Operation,
): Finding[] {
  const name = before.name ?? route;
  const sent: Place = { direction: "sent", subject: name, route, path: [] };
  return [
    ...(before.name !== undefined && after.name !== undefined
      ? calledChange(route, before.name, after.name)
      : []),
    ...(after.deprecated && !before.deprecated
      ? [deprecatedOperation(route, name)]
      : []),
    ...compareParameters(pair, sent, route, before, after),
    ...compareBodies(pair, sent, before.body, after.body),
    ...compareAnswers(pair, answered(route, name), before.answer, after.answer),
    ...compareFailures(pair, route, name, before, after),
  ];
}

function compareParameters(
  pair: Pair,
  place: Place,
  route: string,
  before: Operation,
  after: Operation,
): Finding[] {
  const old = before.parameters ?? {};
  const now = after.parameters ?? {};
  const within = (key: string) => ({ ...place, path: [parameterName(key)] });
  const gone = Object.keys(old)
    .filter((key) => !Object.hasOwn(now, key))
    .map((key) => fieldChange(within(key), "gone"));
  const movesOptions =
    !hasQuerySlot(route, before) && hasQuerySlot(route, after);
  const rest = Object.entries(now).flatMap(([key, field]) => {
    const known = Object.hasOwn(old, key) ? old[key] : undefined;
    if (known) return compareField(pair, within(key), known, field);
    return [
      parameterAdded(
        within(key),
        Boolean(field.required),
        movesOptions && isQuery(key),
      ),
    ];
  });
  return [...gone, ...rest];
}

/** A call has an argument for its query if it is a GET, or has a parameter there. */
function hasQuerySlot(route: string, { parameters }: Operation): boolean {
  return (
    route.startsWith("GET ") || Object.keys(parameters ?? {}).some(isQuery)
  );
}

function isQuery(key: string): boolean {
  return key.startsWith("query ");
}

function compareBodies(
  pair: Pair,
  place: Place,
  before: Field | undefined,
  after: Field | undefined,
): Finding[] {
  if (before && after) return compareBody(pair, place, before, after);
  if (!before && !after) return [];
  return [bodyChange(place, after ? "new" : "gone")];
}

function compareBody(
  pair: Pair,
  place: Place,
  before: Field,
  after: Field,
): Finding[] {
  const { required: was, ...from } = before;
  const { required: is, ...to } = after;
  const necessity =
    was === is ? [] : [bodyChange(place, is ? "needed" : "optional")];
  return [...necessity, ...compareShapes(pair, place, from, to)];
}

function compareAnswers(
  pair: Pair,
  place: Place,
  before: Shape | undefined,
  after: Shape | undefined,
): Finding[] {
  if (before && after) return compareShapes(pair, place, before, after);
  if (!before && !after) return [];
  return [answerChange(place, after ? "new" : "gone")];
}

/** A failure that is no longer declared, or newly, changes nothing: any status is an error of the same class. */
function compareFailures(
  pair: Pair,
  route: string,
  name: string,
  before: Operation,
  after: Operation,
): Finding[] {
  return Object.entries(before.failures ?? {}).flatMap(([status, shape]) => {
    const now = after.failures?.[status];
    const at = answered(route, name, status);
    return now ? compareShapes(pair, at, shape, now) : [];
  });
}
