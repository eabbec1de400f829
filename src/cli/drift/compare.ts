import { changesOf, type Change, type Finding } from "./change.js";
import type { Description, Field, Operation, Shape } from "./description.js";
import { compareField, compareShapes, type Pair } from "./compare-shapes.js";
import { code, fieldChange, type Place } from "./words.js";

/** Every change from one description to the other, in the words of the client. */
export function compareDescriptions(
  before: Description,
  after: Description,
): Change[] {
  const pair = {
    before,
    after,
    owners: ownersOf(before),
    met: new Set<string>(),
  };
  const twins = new Map(
    Object.keys(after.operations).map((route) => [nameless(route), route]),
  );
  const known = new Set<string>();
  const findings: Finding[] = [];
  for (const [route, operation] of Object.entries(before.operations)) {
    const twin = twins.get(nameless(route));
    const now = twin === undefined ? undefined : after.operations[twin];
    if (twin !== undefined) known.add(twin);
    const changes = now
      ? [
          ...renamed(route, twin ?? ""),
          ...compareOperations(pair, route, operation, now),
        ]
      : [operationChange(route, operation.name, "gone")];
    findings.push(...changes);
  }
  for (const [route, { name }] of Object.entries(after.operations))
    if (!known.has(route)) findings.push(operationChange(route, name, "new"));
  return changesOf(findings, spellingsOf([before, after]));
}

/** The routes of each named operation, in the description where it has most of them. */
export function spellingsOf(
  descriptions: readonly Description[],
): Map<string, string[]> {
  const most = new Map<string, string[]>();
  for (const { operations } of descriptions) {
    const routesOf = new Map<string, string[]>();
    for (const [route, { name = route }] of Object.entries(operations))
      routesOf.set(name, [...(routesOf.get(name) ?? []), route]);
    for (const [name, routes] of routesOf)
      if (routes.length > (most.get(name)?.length ?? 0)) most.set(name, routes);
  }
  return most;
}

/** The schemas that are the body of one operation alone, with its name. */
export function ownersOf({ operations }: Description): Map<string, string> {
  const owners = new Map<string, string | undefined>();
  for (const [route, { name = route, body }] of Object.entries(operations)) {
    if (body?.ref === undefined) continue;
    const isOther = owners.has(body.ref) && owners.get(body.ref) !== name;
    owners.set(body.ref, isOther ? undefined : name);
  }
  return new Map(
    [...owners].flatMap(([ref, name]) =>
      name === undefined ? [] : [[ref, name]],
    ),
  );
}

/** `"GET /pods/{}"`: what a route is on the wire. */
export function nameless(route: string): string {
  return route.replace(/\{[^{}]*\}/g, "{}");
}

export function operationChange(
  route: string,
  name: string | undefined,
  how: "gone" | "new",
): Finding {
  const verdict = how === "gone" ? "breaking" : "new";
  return { verdict, line: `${code(name ?? route)} is ${how}`, route };
}

/** The client's own functions take ids by position; the paths of `rest` name them. */
export function renamed(route: string, now: string): Finding[] {
  if (route === now) return [];
  const line = `${code(route)} of \`rest\` is now ${code(now)}`;
  return [{ verdict: "breaking", line }];
}

function compareOperations(
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

/** What an operation answers, or what it answers with a status of failure. */
export function answered(route: string, name: string, status = ""): Place {
  const subject = `${name}() ${status}`.trim();
  return { direction: "answered", subject, route, path: [] };
}

export function calledChange(
  route: string,
  before: string,
  after: string,
): Finding[] {
  if (before === after) return [];
  const line = `${code(before)} is now called ${code(after)}`;
  return [{ verdict: "breaking", line, route }];
}

export function deprecatedOperation(route: string, name: string): Finding {
  return { verdict: "deprecated", line: `${code(name)} is deprecated`, route };
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

/** `"limit"` of the query, `"header X-Trace"` of any other place. */
export function parameterName(key: string): string {
  return key.replace(/^query /, "");
}

export function parameterAdded(
  place: Place,
  isRequired: boolean,
  movesOptions: boolean,
): Finding {
  const change = fieldChange(place, isRequired ? "new and needed" : "new");
  return movesOptions && !isRequired
    ? {
        verdict: "breaking",
        line: `${change.line}: the options of a call move behind it`,
      }
    : change;
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

/** A body stands before the options of a call: even one that may be left out moves them. */
export function bodyChange(
  { subject, route }: Place,
  how: "gone" | "new" | "needed" | "optional",
): Finding {
  const words = {
    gone: "no longer takes a body",
    new: "now takes a body: the options of a call move behind it",
    needed: "now needs a body",
    optional: "no longer needs a body",
  };
  return {
    verdict: how === "optional" ? "compatible" : "breaking",
    line: `${code(subject)} ${words[how]}`,
    ...(route !== undefined && { route }),
  };
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

export function answerChange(
  { subject, route }: Place,
  how: "gone" | "new",
): Finding {
  const answers = how === "gone" ? "no longer answers" : "now answers";
  return {
    verdict: how === "gone" ? "breaking" : "new",
    line: `${code(subject.replace(/\(\)$/, ""))} ${answers} a body`,
    ...(route !== undefined && { route }),
  };
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
