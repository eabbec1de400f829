import type { Change } from "./change.js";
import type {
  Description,
  Field,
  Operation,
  Security,
  Shape,
} from "./description.js";
import {
  bodyChange,
  fieldChange,
  mediaTypeChange,
  operationChange,
  operationDeprecated,
  operationRenamed,
  parameterAdded,
  placeWithin,
  responseChange,
  responsePlace,
  routeRenamed,
  securityChange,
  serializationChange,
  type Finding,
  type Place,
} from "./findings.js";
import { mergeFindings } from "./merge.js";
import { compareField, compareShapes, type Comparison } from "./shapes.js";

/** Every change from one description to another, in the terms of the client. */
export function compareDescriptions(
  before: Description,
  after: Description,
): Change[] {
  const comparison: Comparison = {
    before,
    // What the package decides may name a schema that the other document lacks: then the package's own schema counts.
    after: { ...after, schemas: { ...before.schemas, ...after.schemas } },
    owners: findOwners(before),
    compared: new Set(),
  };
  const newRoutes = new Map(
    Object.keys(after.operations).map((route) => [routeKey(route), route]),
  );
  const findings: Finding[] = compareSecurity(
    undefined,
    before.security,
    after.security,
  );
  for (const [route, operation] of Object.entries(before.operations)) {
    const newRoute = newRoutes.get(routeKey(route));
    const now = newRoute === undefined ? undefined : after.operations[newRoute];
    if (newRoute === undefined || !now) {
      findings.push(operationChange(route, operation.name, "removed"));
      continue;
    }
    newRoutes.delete(routeKey(route));
    if (newRoute !== route) findings.push(routeRenamed(route, newRoute));
    findings.push(...compareOperations(comparison, route, operation, now));
  }
  for (const route of newRoutes.values())
    findings.push(
      operationChange(route, after.operations[route]?.name, "added"),
    );
  return mergeFindings(findings, before, after);
}

/** `"GET /pods/{}"`: the route without the names of its parameters, which are not part of a request. */
export function routeKey(route: string): string {
  return route.replace(/\{[^{}]*\}/g, "{}");
}

/** The operation of each schema that is the request body of that operation only. */
function findOwners({ operations }: Description): Map<string, string> {
  const users = new Map<string, Set<string>>();
  for (const [route, { name = route, body }] of Object.entries(operations))
    if (body?.ref !== undefined)
      users.set(body.ref, (users.get(body.ref) ?? new Set()).add(name));
  const owners = new Map<string, string>();
  for (const [ref, names] of users) {
    const [owner] = names;
    if (owner !== undefined && names.size === 1) owners.set(ref, owner);
  }
  return owners;
}

/** Every change of one operation, as a caller of it sees it. */
function compareOperations(
  comparison: Comparison,
  route: string,
  before: Operation,
  after: Operation,
): Finding[] {
  const name = before.name ?? route;
  const findings: Finding[] = [];
  if (after.name !== undefined && after.name !== name && before.name)
    findings.push(operationRenamed(route, name, after.name));
  if (after.deprecated && !before.deprecated)
    findings.push(operationDeprecated(route, name));
  return [
    ...findings,
    ...compareOwnSecurity(comparison, { name, route }, before, after),
    ...compareParameters(comparison, route, before, after),
    ...compareBodies(comparison, route, before, after),
    ...compareResponses(comparison, route, before, after),
  ];
}

/** A change of the document's own security is reported once, and not again for each operation. */
function compareOwnSecurity(
  comparison: Comparison,
  owner: SecurityOwner,
  before: Operation,
  after: Operation,
): Finding[] {
  if (!before.security && !after.security) return [];
  return compareSecurity(
    owner,
    before.security ?? comparison.before.security,
    after.security ?? comparison.after.security,
  );
}

type SecurityOwner = Parameters<typeof securityChange>[0];

function compareSecurity(
  owner: SecurityOwner,
  before: Security = [],
  after: Security = [],
): Finding[] {
  if (after.length === 0)
    return before.map((each) =>
      securityChange(owner, each, "no longer required"),
    );
  if (before.length === 0)
    return after.map((each) => securityChange(owner, each, "now required"));
  const accepts = (list: Security, parts: readonly string[]) =>
    list.some((each) => each.every((part) => parts.includes(part)));
  return [
    ...before
      .filter((parts) => !accepts(after, parts))
      .map((parts) => securityChange(owner, parts, "removed")),
    ...after
      .filter((parts) => !accepts(before, parts))
      .map((parts) => securityChange(owner, parts, "added")),
  ];
}

function compareParameters(
  comparison: Comparison,
  route: string,
  before: Operation,
  after: Operation,
): Finding[] {
  const { parameters: old = {} } = before;
  const { parameters: now = {} } = after;
  const at = (key: string): Place => ({
    ...placeWithin(requestPlace(route, before), parameterName(key)),
    isParameter: true,
  });
  const removed = Object.keys(old)
    .filter((key) => !Object.hasOwn(now, key))
    .map((key) => fieldChange(at(key), old[key] ?? {}, "removed"));
  const movesOptions =
    !hasQueryArgument(route, before) && hasQueryArgument(route, after);
  const present = Object.entries(now).flatMap(([key, parameter]) => {
    const known = Object.hasOwn(old, key) ? old[key] : undefined;
    if (!known)
      return [parameterAdded(at(key), parameter, movesOptions && isQuery(key))];
    const findings = compareField(comparison, at(key), known, parameter);
    const { serialization } = parameter;
    return known.serialization === serialization
      ? findings
      : [
          ...findings,
          serializationChange(at(key), known.serialization, serialization),
        ];
  });
  return [...removed, ...present];
}

function requestPlace(route: string, { name = route }: Operation): Place {
  return { direction: "request", subject: name, route, path: [] };
}

/** `"limit"` for a query parameter, `"header X-Trace"` for any other. */
function parameterName(key: string): string {
  return key.replace(/^query /, "");
}

/** A function of the client takes a query argument if it is a GET, or has a query parameter. */
function hasQueryArgument(route: string, { parameters }: Operation): boolean {
  const keys = Object.keys(parameters ?? {});
  return route.startsWith("GET ") || keys.some(isQuery);
}

function isQuery(key: string): boolean {
  return key.startsWith("query ");
}

function compareBodies(
  comparison: Comparison,
  route: string,
  before: Operation,
  after: Operation,
): Finding[] {
  const place = requestPlace(route, before);
  const { body: old } = before;
  const { body: now } = after;
  const types = compareMediaTypes(
    (type, change) =>
      mediaTypeChange(route, place.subject, "request", type, change),
    { types: before.bodyTypes, json: old },
    { types: after.bodyTypes, json: now },
  );
  if (old && now)
    return [...types, ...compareBody(comparison, place, old, now)];
  if (old) return [...types, bodyChange(place, "removed")];
  return now ? [...types, bodyChange(place, "added")] : types;
}

function compareBody(
  comparison: Comparison,
  place: Place,
  { required: wasRequired, ...from }: Field,
  { required: isRequired, ...to }: Field,
): Finding[] {
  const findings = compareShapes(comparison, place, from, to);
  if (wasRequired === isRequired) return findings;
  const change = isRequired ? "now required" : "now optional";
  return [bodyChange(place, change), ...findings];
}

function compareResponses(
  comparison: Comparison,
  route: string,
  before: Operation,
  after: Operation,
): Finding[] {
  const { name = route, response: old } = before;
  const { response: now } = after;
  const place = responsePlace(route, name);
  const findings = compareMediaTypes(
    (type, change) => mediaTypeChange(route, name, "response", type, change),
    { types: before.responseTypes, json: old },
    { types: after.responseTypes, json: now },
  );
  if (old && now) findings.push(...compareShapes(comparison, place, old, now));
  else if (old) findings.push(responseChange(route, name, "removed"));
  else if (now) findings.push(responseChange(route, name, "added"));
  if (
    hasBody(before) &&
    hasBody(after) &&
    before.mayBeEmpty !== after.mayBeEmpty
  )
    findings.push(
      responseChange(route, name, after.mayBeEmpty ? "optional" : "required"),
    );
  // An error status that is added or removed changes nothing: the client rejects with the same class for any status.
  for (const [status, shape] of Object.entries(before.errors ?? {})) {
    const error = after.errors?.[status];
    const at = responsePlace(route, name, status);
    if (error) findings.push(...compareShapes(comparison, at, shape, error));
  }
  return findings;
}

function hasBody({ response, responseTypes }: Operation): boolean {
  return response !== undefined || responseTypes !== undefined;
}

/** The media types of one body, as a description holds them. */
interface Media {
  readonly types: readonly string[] | undefined;
  /** The JSON body, if there is one. */
  readonly json: Shape | undefined;
}

function compareMediaTypes(
  describeChange: (type: string, change: "removed" | "added") => Finding,
  before: Media,
  after: Media,
): Finding[] {
  // A JSON body that is added or removed is a change of its own.
  const hasJson = before.json !== undefined && after.json !== undefined;
  const typesOf = ({ types, json }: Media) =>
    (types ?? (json ? ["application/json"] : [])).filter(
      (type) => hasJson || !/[/+]json\b/.test(type),
    );
  const [old, now] = [typesOf(before), typesOf(after)];
  return [
    ...old
      .filter((type) => !now.includes(type))
      .map((type) => describeChange(type, "removed")),
    ...now
      .filter((type) => !old.includes(type))
      .map((type) => describeChange(type, "added")),
  ];
}
