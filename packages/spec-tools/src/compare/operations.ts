import type { Parameter, Schema, Security } from "../document/model.js";
import { essenceOf } from "../document/contents.js";
import { own } from "../document/json.js";
import type { Change } from "./change.js";
import {
  isJson,
  jsonSchema,
  type ComparedContent,
  type ComparedModel,
  type ComparedOperation,
} from "./compared.js";
import {
  addressChange,
  bodyChange,
  deprecation,
  fieldChange,
  mediaTypeChange,
  operationAdded,
  operationDeprecated,
  operationMoved,
  operationRemoved,
  operationRenamed,
  placeWithin,
  responseChange,
  responsePlace,
  returnChange,
  routeRenamed,
  schemaRenamed,
  securityChange,
  serializationChange,
  statusChange,
  type Finding,
  type Place,
} from "./findings.js";
import { callName, mergeFindings } from "./merge.js";
import {
  compareField,
  compareSchemas,
  newNameOf,
  type Comparison,
} from "./shapes.js";

/** Every change from one document to another, in the terms of the client. */
export function compareDocuments(
  before: ComparedModel,
  after: ComparedModel,
  { mayLackEvents = false }: Partial<Pick<Comparison, "mayLackEvents">> = {},
): Change[] {
  const comparison: Comparison = {
    before,
    mayLackEvents,
    // A rule may name a schema that the other document lacks: then the package's own schema counts.
    after: { ...after, schemas: { ...before.schemas, ...after.schemas } },
    knownAfter: new Set(Object.keys(after.schemas)),
    owners: findOwners(before),
    compared: new Set(),
    counterparts: new Map(),
  };
  // Only when every place is known is it certain that a schema has one new name everywhere.
  findChanges(comparison, after);
  comparison.compared.clear();
  const renamed = Object.keys(before.schemas).flatMap((name) => {
    const other = newNameOf(comparison, name);
    return other === undefined
      ? []
      : [schemaRenamed(before.prefix + name, before.prefix + other)];
  });
  const findings = [...renamed, ...findChanges(comparison, after)];
  return mergeFindings(findings, before, after);
}

function findChanges(comparison: Comparison, after: ComparedModel): Finding[] {
  const { before } = comparison;
  const newOperations = new Map(
    after.operations.map((operation) => [routeKey(operation.route), operation]),
  );
  const oldKeys = new Set(
    before.operations.map(({ route }) => routeKey(route)),
  );
  const isNew = ({ route }: ComparedOperation) => !oldKeys.has(routeKey(route));
  const findings: Finding[] = [
    ...compareAddresses(before.address, after.address),
    ...compareSecurity(undefined, before.security, after.security),
  ];
  for (const operation of before.operations) {
    const { route } = operation;
    const name = callName(before, operation);
    const same = newOperations.get(routeKey(route));
    const isMoved = (other: ComparedOperation) =>
      isNew(other) && name !== undefined && callName(after, other) === name;
    const now = same ?? [...newOperations.values()].find(isMoved);
    if (!now) {
      findings.push(operationRemoved(route, name, after.skipped?.[route]));
      continue;
    }
    newOperations.delete(routeKey(now.route));
    if (!same && name !== undefined)
      findings.push(operationMoved(route, name, now.route));
    else if (now.route !== route) findings.push(routeRenamed(route, now.route));
    findings.push(...compareOperations(comparison, operation, now));
  }
  const names = before.operations.map((each) => callName(before, each));
  for (const operation of newOperations.values()) {
    const name = callName(after, operation);
    // The name of another route would not say which route is new.
    const isTaken = names.includes(name);
    findings.push(operationAdded(operation.route, isTaken ? undefined : name));
  }
  for (const [route, why] of Object.entries(after.skipped ?? {})) {
    const isKnown =
      oldKeys.has(routeKey(route)) ||
      Object.hasOwn(before.skipped ?? {}, route) ||
      after.rules.skip?.includes(route);
    if (!isKnown) findings.push(operationAdded(route, undefined, why));
  }
  return findings;
}

/** Only the path is compared where one of the documents does not name the host. */
function compareAddresses(before: string, after: string): Finding[] {
  const isWhole = [before, after].every((address) => /^\w+:/.test(address));
  const [was, is] = [before, after].map((address) => {
    const path = isWhole ? address : address.replace(/^\w+:\/\/[^/]*/, "");
    return path.replace(/\/+$/, "");
  });
  const isNamed = before !== "" && after !== "";
  return isNamed && was !== is ? [addressChange(before, after)] : [];
}

/** `"GET /pods/{}"`: the route without the names of its parameters, which are not part of a request. */
export function routeKey(route: string): string {
  return route.replace(/\{[^{}]*\}/g, "{}");
}

/** The operation of each schema that is the request body of that operation only. */
function findOwners(model: ComparedModel): Map<string, string> {
  const users = new Map<string, Set<string>>();
  for (const operation of model.operations) {
    const ref = jsonSchema(operation.body)?.ref;
    const name = callName(model, operation) ?? operation.route;
    if (ref !== undefined)
      users.set(ref, (users.get(ref) ?? new Set()).add(name));
  }
  const owners = new Map<string, string>();
  for (const [ref, names] of users) {
    const [owner] = names;
    if (owner !== undefined && names.size === 1) owners.set(ref, owner);
  }
  return owners;
}

/** An operation of both documents, under its name in the client. */
interface Pair {
  readonly name: string;
  readonly route: string;
  readonly before: ComparedOperation;
  readonly after: ComparedOperation;
}

/** Every change of one operation, as a caller of it sees it. */
function compareOperations(
  comparison: Comparison,
  before: ComparedOperation,
  after: ComparedOperation,
): Finding[] {
  const { route } = before;
  const was = callName(comparison.before, before);
  // An operation that the reading cannot name has the name that the other document gives it.
  const is = callName(comparison.after, after);
  const name = was ?? is ?? route;
  const pair: Pair = { name, route, before, after };
  const findings: Finding[] = [];
  if (was !== undefined && is !== undefined && was !== is)
    findings.push(operationRenamed(route, was, is));
  if (after.deprecated && !before.deprecated)
    findings.push(operationDeprecated(route, name));
  return [
    ...findings,
    ...compareOwnSecurity(comparison, pair),
    ...compareParameters(comparison, pair),
    ...compareBodies(comparison, pair),
    ...compareResponses(comparison, pair),
  ];
}

/** A change of the document's own security is reported once, and not again for each operation. */
function compareOwnSecurity(
  comparison: Comparison,
  { name, route, before, after }: Pair,
): Finding[] {
  if (!before.security && !after.security) return [];
  return compareSecurity(
    { name, route },
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
  { name, route, before, after }: Pair,
): Finding[] {
  const [old, now] = [parametersOf(before), parametersOf(after)];
  const at = (key: string) =>
    placeWithin(requestPlace(route, name), parameterName(key));
  const removed = [...old.keys()]
    .filter((key) => !now.has(key))
    .map((key) => fieldChange(at(key), "removed"));
  const present = [...now].flatMap(([key, parameter]) => {
    const known = old.get(key);
    if (!known) {
      const change = parameter.required ? "added as required" : "added";
      return [fieldChange(at(key), change)];
    }
    const findings = compareField(comparison, at(key), known, parameter);
    if (parameter.deprecated && !known.deprecated)
      findings.push(deprecation(at(key)));
    const [was, is] = [known, parameter].map(serializationOf);
    return was === is
      ? findings
      : [...findings, serializationChange(at(key), is)];
  });
  return [...removed, ...present];
}

function requestPlace(route: string, name: string): Place {
  return { direction: "request", subject: name, route, path: [] };
}

/** By place and name. A path parameter is known by its position, because a client passes it by position. */
function parametersOf({
  pathParameters,
  queryParameters,
  headerParameters,
}: ComparedOperation): Map<string, Parameter> {
  return new Map([
    ...pathParameters.map(
      (each, index) => [`path ${index + 1}`, each] as const,
    ),
    ...queryParameters.map((each) => [`query ${each.name}`, each] as const),
    ...headerParameters.map((each) => [`header ${each.name}`, each] as const),
  ]);
}

/** `"limit"` for a query parameter, `"header X-Trace"` for any other. */
function parameterName(key: string): string {
  return key.replace(/^query /, "");
}

/** How a parameter is serialized; undefined for the default of its place. */
function serializationOf({ style = {} }: Parameter): string | undefined {
  const parts = [
    style.style !== undefined && `style ${style.style}`,
    style.explode !== undefined && `explode ${style.explode}`,
  ].filter((part) => typeof part === "string");
  return parts.length > 0 ? parts.join(", ") : undefined;
}

function compareBodies(
  comparison: Comparison,
  { name, route, before, after }: Pair,
): Finding[] {
  const place = requestPlace(route, name);
  const [old, now] = [before.body, after.body];
  const types = compareMediaTypes(
    (type, change) => mediaTypeChange(route, name, "request", type, change),
    old?.contents,
    now?.contents,
  );
  types.push(
    ...compareOtherContents(comparison, place, old?.contents, now?.contents),
  );
  const [from, to] = [jsonSchema(old), jsonSchema(now)];
  if (from && to) {
    const findings = compareSchemas(comparison, place, from, to);
    if (old?.required === now?.required) return [...types, ...findings];
    const change = now?.required ? "now required" : "now optional";
    return [...types, bodyChange(place, change), ...findings];
  }
  if (from) return [...types, bodyChange(place, "removed")];
  return to ? [...types, bodyChange(place, "added")] : types;
}

function compareResponses(
  comparison: Comparison,
  { name, route, before, after }: Pair,
): Finding[] {
  const [old, now] = [before.successes, after.successes];
  const [oldContents, newContents] = [old, now].map((successes) =>
    successes.flatMap(({ contents }) => contents),
  );
  const findings = compareMediaTypes(
    (type, change) => mediaTypeChange(route, name, "response", type, change),
    oldContents,
    newContents,
  );
  const [from, to] = [successSchema(old), successSchema(now)];
  const place = responsePlace(route, name);
  findings.push(
    ...compareOtherContents(comparison, place, oldContents, newContents),
  );
  if (from && to) {
    findings.push(...compareSchemas(comparison, place, from, to));
    const [was, is] = [before, after].map(({ list }) => JSON.stringify(list));
    if (was !== is)
      findings.push(
        returnChange(route, name, before.signature, after.signature),
      );
  } else if (from) findings.push(responseChange(route, name, "removed"));
  else if (to) findings.push(responseChange(route, name, "added"));
  const [wasEmpty, isEmpty] = [old, now].map((successes) =>
    successes.some(({ contents }) => contents.length === 0),
  );
  const hasBoth = oldContents?.length && newContents?.length;
  if (hasBoth && wasEmpty !== isEmpty)
    findings.push(
      responseChange(route, name, isEmpty ? "now optional" : "now required"),
    );
  findings.push(...compareStatuses(route, name, old, now));
  return [
    ...findings,
    ...compareErrors(comparison, { name, route, before, after }),
  ];
}

function compareStatuses(
  route: string,
  name: string,
  before: ComparedOperation["successes"],
  after: ComparedOperation["successes"],
): Finding[] {
  const [was, is] = [before, after].map((successes) =>
    successes.map(({ status }) => status),
  ) as [string[], string[]];
  // A document that names no success is mistaken; a status without a body is reported with the body.
  const isNamed = was.length > 0 && is.length > 0;
  const isSame = was.length !== is.length || was.join() === is.join();
  return isNamed && !isSame ? [statusChange(route, name, was, is)] : [];
}

/** An error status that is added or removed changes nothing: the client rejects with the same class for any status. */
function compareErrors(
  comparison: Comparison,
  { name, route, before, after }: Pair,
): Finding[] {
  return Object.entries(before.errors).flatMap(([status, from]) => {
    const to = own(after.errors, status);
    const at = responsePlace(route, name, status);
    return to ? compareSchemas(comparison, at, from, to) : [];
  });
}

/** The schema of the JSON of all successes; undefined where none has JSON. */
function successSchema(
  successes: ComparedOperation["successes"],
): Schema | undefined {
  const schemas = successes.flatMap((success) => jsonSchema(success) ?? []);
  const unique = new Map(
    schemas.map((schema) => [JSON.stringify(schema), schema]),
  );
  const [first, ...others] = unique.values();
  return others.length === 0 ? first : { anyOf: [...unique.values()] };
}

/** What both sides send or return in another form than JSON, such as the data of events. */
function compareOtherContents(
  comparison: Comparison,
  place: Place,
  before: readonly ComparedContent[] = [],
  after: readonly ComparedContent[] = [],
): Finding[] {
  return before
    .filter(({ mediaType }) => !isJson(mediaType))
    .flatMap(({ mediaType, schema }) => {
      const type = essenceOf(mediaType);
      const now = after.find((each) => essenceOf(each.mediaType) === type);
      if (!now) return [];
      const isUndescribed =
        comparison.mayLackEvents &&
        type === "text/event-stream" &&
        now.schema.types?.join() === "string";
      return isUndescribed
        ? []
        : compareSchemas(comparison, place, schema, now.schema);
    });
}

function compareMediaTypes(
  describeChange: (type: string, change: "removed" | "added") => Finding,
  before: readonly ComparedContent[] = [],
  after: readonly ComparedContent[] = [],
): Finding[] {
  const hasJson = (contents: readonly ComparedContent[]) =>
    contents.some(({ mediaType }) => isJson(mediaType));
  // A JSON body that is added or removed is a change of its own.
  const isJsonCompared = hasJson(before) && hasJson(after);
  const typesOf = (contents: readonly ComparedContent[]) => {
    const types = contents.map(({ mediaType }) => essenceOf(mediaType));
    return [...new Set(types)]
      .filter((type) => isJsonCompared || !isJson(type))
      .toSorted();
  };
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
