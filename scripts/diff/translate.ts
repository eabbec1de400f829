import type { Finding } from "../../src/cli/drift/change.js";
import {
  answerChange,
  answered,
  bodyChange,
  deprecatedOperation,
  nameless,
  operationChange,
  parameterAdded,
  renamed,
} from "../../src/cli/drift/compare.js";
import { keysOf, member, resolve } from "../../src/cli/drift/json.js";
import { METHODS } from "../../src/cli/drift/reach.js";
import {
  code,
  deprecation,
  fieldChange,
  type Place,
} from "../../src/cli/drift/words.js";
import { nameOn, placesOf, spotsOf, type Party, type Spot } from "./locate.js";
import type { RedoclyChange } from "./redocly.js";
import { schemaFindings } from "./translate-schema.js";

/** Both sides of a comparison. */
export interface Parties {
  readonly before: Party;
  readonly after: Party;
}

/**
 * Rules of redocly that our clients need not fear in every case: their answers' enumerations are open, they send to an
 * address of their own, they treat all failures alike, and they do not know an operation by its id.
 */
const REJUDGED = new Set([
  "enum-values-added",
  "enum-values-removed",
  "operation-id-changed", // a name in the client that changes by it is told by itself
  "response-removed",
  "response-header-removed",
  "required-properties-removed",
  "schema-constraint-changed",
  "server-removed",
]);

/**
 * A change that redocly reports, in our words. What it calls breaking stays so unless its rule is one that is judged
 * anew; what it passes over, and a client of ours would not compile with, is breaking all the same.
 */
export function translate(parties: Parties, change: RedoclyChange): Finding[] {
  const findings = findingsOf(parties, change);
  const [verdict] = change.verdicts.filter(
    ({ ruleId }) => !REJUDGED.has(ruleId),
  );
  const isSaid = findings.some((finding) => finding.verdict === "breaking");
  if (change.impact !== "major" || !verdict || isSaid) return findings;
  return [
    { verdict: "breaking", line: inItsWords(parties, change, verdict.message) },
  ];
}

/** Words of redocly's own, for what has none of ours. */
function inItsWords(
  { before, after }: Parties,
  { base, revision }: RedoclyChange,
  message: string,
): string {
  const party = base ? before : after;
  const [spot] = spotsOf(party, (base ?? revision)?.pointer ?? "#/");
  const text = message.replace(/\.$/, "");
  if (!spot) return text;
  return `${code(spot.kind === "schema" ? spot.name : nameOn(party, spot.route))}: ${text}`;
}

function findingsOf(parties: Parties, change: RedoclyChange): Finding[] {
  switch (change.typeName) {
    case "Paths":
    case "PathItem":
    case "Operation":
      return operationFindings(parties, change);
    case "Parameter":
    case "ParameterList":
      return parameterFindings(parties, change);
    case "RequestBody":
      return bodyFindings(parties, change);
    case "Response":
    case "Responses":
    case "MediaType":
    case "MediaTypesMap":
      return answerFindings(parties, change);
    default:
      return schemaFindings(parties, change);
  }
}

/** The side that a change is seen on: what is gone only before, all else after. */
function sideOf({ before, after }: Parties, { base, revision }: RedoclyChange) {
  return revision
    ? { party: after, pointer: revision.pointer }
    : { party: before, pointer: base?.pointer ?? "#/" };
}

function operationFindings(parties: Parties, change: RedoclyChange): Finding[] {
  const { before, after } = parties;
  const { kind, property, revision } = change;
  if (kind !== "modified") {
    const { party, pointer } = sideOf(parties, change);
    return routesAt(party, pointer).map((route) =>
      operationChange(
        route,
        party.description.operations[route]?.name,
        kind === "added" ? "new" : "gone",
      ),
    );
  }
  if (property === "key") return movedPath(parties, change);
  const [route = ""] = routesAt(
    after,
    withoutLast(revision?.pointer ?? "", property),
  );
  if (property === "deprecated")
    return revision?.value === true
      ? [deprecatedOperation(route, nameOn(before, route))]
      : [];
  return [];
}

/** A path of another shape leads elsewhere; one of the same shape only names its parameters otherwise. */
function movedPath(
  { before, after }: Parties,
  { base, revision }: RedoclyChange,
): Finding[] {
  const old = routesAt(before, base?.pointer ?? "#/");
  const now = routesAt(after, revision?.pointer ?? "#/");
  const twinOf = (route: string, routes: readonly string[]) =>
    routes.find((other) => nameless(other) === nameless(route));
  const named = (party: Party, route: string) =>
    party.description.operations[route]?.name;
  return [
    ...old.flatMap((route) => {
      const twin = twinOf(route, now);
      return twin === undefined
        ? [operationChange(route, named(before, route), "gone")]
        : renamed(route, twin);
    }),
    ...now
      .filter((route) => twinOf(route, old) === undefined)
      .map((route) => operationChange(route, named(after, route), "new")),
  ];
}

/** The routes of an operation, of a path, or of all. */
function routesAt({ document }: Party, ref: string): string[] {
  const [, path, method] = keysOf(ref);
  const paths = Object.entries(
    Object(member(document, "paths")) as object,
  ).filter(([name]) => path === undefined || name === path);
  return paths.flatMap(([name, item]) =>
    METHODS.filter(
      (known) =>
        (method ?? known) === known && member(item, known) !== undefined,
    ).map((known) => `${known.toUpperCase()} ${name}`),
  );
}

function parameterFindings(parties: Parties, change: RedoclyChange): Finding[] {
  const { party, pointer } = sideOf(parties, change);
  const at =
    change.kind === "modified"
      ? withoutLast(pointer, change.property)
      : pointer;
  return spotsOf(party, at).flatMap((spot) => {
    if (spot.kind === "schema") return [];
    if (change.typeName !== "ParameterList")
      return parameterFinding(parties, change, spot);
    const list = resolve(party.document, { $ref: at });
    return (Array.isArray(list) ? list : []).flatMap((_, index) =>
      parameterFinding(parties, change, {
        ...spot,
        keys: ["parameters", String(index)],
      }),
    );
  });
}

function parameterFinding(
  parties: Parties,
  change: RedoclyChange,
  spot: Spot & { kind: "route" },
): Finding[] {
  const { party } = sideOf(parties, change);
  const named = {
    ...party,
    description: parties.before.description.operations[spot.route]
      ? parties.before.description
      : party.description,
  };
  return placesOf({ ...named, document: party.document }, spot).flatMap(
    (place) => {
      const key = place.path[0] ?? "";
      if (change.kind === "removed")
        return key.startsWith("path ") ? [] : [fieldChange(place, "gone")];
      if (change.kind === "added") {
        if (key.startsWith("path ")) return [];
        const isRequired = parameterIsRequired(parties.after, spot.route, key);
        return [
          parameterAdded(
            place,
            isRequired,
            movesOptions(parties, spot.route) && !key.includes(" "),
          ),
        ];
      }
      if (change.property === "name")
        return renamedParameter(parties, place, change);
      if (change.property === "required")
        return [
          fieldChange(
            place,
            change.revision?.value === true ? "needed" : "optional",
          ),
        ];
      if (change.property === "deprecated" && change.revision?.value === true)
        return [deprecation(place)];
      return [];
    },
  );
}

function renamedParameter(
  { after }: Parties,
  place: Place,
  { base, revision }: RedoclyChange,
): Finding[] {
  const [key = ""] = place.path;
  if (key.startsWith("path ")) return [];
  const called = (value: unknown) => ({
    ...place,
    path: [key.replace(/[^ ]*$/, () => String(value))],
  });
  const isRequired = parameterIsRequired(
    after,
    place.route ?? "",
    called(revision?.value).path[0] ?? "",
  );
  return [
    fieldChange(called(base?.value), "gone"),
    fieldChange(called(revision?.value), isRequired ? "new and needed" : "new"),
  ];
}

function parameterIsRequired(
  { description }: Party,
  route: string,
  name: string,
): boolean {
  const parameters = description.operations[route]?.parameters ?? {};
  const field = parameters[name.includes(" ") ? name : `query ${name}`];
  return field?.required === true;
}

/** Whether the call gets an argument for its query that it did not have. */
function movesOptions({ before }: Parties, route: string): boolean {
  const parameters = before.description.operations[route]?.parameters ?? {};
  return (
    !route.startsWith("GET ") &&
    !Object.keys(parameters).some((key) => key.startsWith("query "))
  );
}

function bodyFindings(parties: Parties, change: RedoclyChange): Finding[] {
  const { party, pointer } = sideOf(parties, change);
  const { kind, property, revision } = change;
  if (kind === "modified" && property !== "required") return [];
  const needed = revision?.value === true ? "needed" : "optional";
  const how = { added: "new", removed: "gone", modified: needed } as const;
  return spotsOf(party, pointer).flatMap((spot) =>
    placesOf(party, spot).map((place) =>
      bodyChange({ ...place, path: [] }, how[kind]),
    ),
  );
}

function answerFindings(parties: Parties, change: RedoclyChange): Finding[] {
  const { before, after } = parties;
  const { party, pointer } = sideOf(parties, change);
  return spotsOf(party, pointer).flatMap((spot) => {
    if (spot.kind === "schema") return [];
    if (spot.keys[0] === "requestBody") return [];
    const was = before.description.operations[spot.route]?.answer;
    const is = after.description.operations[spot.route]?.answer;
    if (Boolean(was) === Boolean(is)) return [];
    return [
      answerChange(
        answered(spot.route, nameOn(before, spot.route)),
        is ? "new" : "gone",
      ),
    ];
  });
}

/** The pointer of the node that has the property: redocly points at the property where it has a value. */
export function withoutLast(
  pointer: string,
  property: string | undefined,
): string {
  const suffix = `/${property ?? ""}`;
  return pointer.endsWith(suffix) ? pointer.slice(0, -suffix.length) : pointer;
}
