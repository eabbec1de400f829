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
  breaking,
  code,
  deprecation,
  describePlace,
  fieldChange,
  findingAt,
  placeWithin,
  responsePlace,
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
  { isPublishers = false }: Partial<Pick<Comparison, "isPublishers">> = {},
): Change[] {
  const comparison: Comparison = {
    before,
    isPublishers,
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
    if (other === undefined) return [];
    // Programs import the type by its name.
    const [was, is] = [name, other].map((each) => code(before.prefix + each));
    return breaking(`the type ${was} is now called ${is}`);
  });
  const findings = [...renamed, ...findChanges(comparison, after)];
  return mergeFindings(findings, before);
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
      const why = after.skipped?.[route];
      const how = why === undefined ? "was removed" : `is skipped now: ${why}`;
      const other = otherSpelling(before, operation);
      const line =
        other && hasRoute(after, other.route)
          ? `${code(route)} ${how}, so that ${describeSpelling(before, operation)} fails`
          : `${code(name ?? route)} ${how}`;
      findings.push(breaking(line, route));
      continue;
    }
    newOperations.delete(routeKey(now.route));
    const [was, is] = [code(route), code(now.route)];
    if (!same && name !== undefined)
      findings.push(breaking(`${code(name)} is now ${is}, was ${was}`, route));
    // The functions of the client take a parameter of a path by its position, a raw call takes it by its name.
    else if (now.route !== route)
      findings.push(breaking(`${was} is now ${is} in raw calls`, route));
    findings.push(...compareOperations(comparison, operation, now));
  }
  const names = before.operations.map((each) => callName(before, each));
  for (const operation of newOperations.values()) {
    const name = callName(after, operation);
    // The name of another route would not say which route is new.
    const { route } = operation;
    const shown = name === undefined || names.includes(name) ? route : name;
    findings.push({ verdict: "new", line: `${code(shown)} is new`, route });
  }
  for (const [route, why] of Object.entries(after.skipped ?? {})) {
    const isKnown =
      oldKeys.has(routeKey(route)) ||
      Object.hasOwn(before.skipped ?? {}, route) ||
      after.rules.skip?.includes(route);
    const line = `${code(route)} is new, and skipped: ${why}`;
    if (!isKnown) findings.push({ verdict: "new", line, route });
  }
  return findings;
}

/** The other operation of an update: `PATCH x` and `POST x/update` have one name in the client. */
function otherSpelling(
  model: ComparedModel,
  operation: ComparedOperation,
): ComparedOperation | undefined {
  const name = callName(model, operation);
  return model.operations.find(
    (other) =>
      other !== operation &&
      name !== undefined &&
      callName(model, other) === name,
  );
}

function hasRoute({ operations }: ComparedModel, route: string): boolean {
  return operations.some((each) => routeKey(each.route) === routeKey(route));
}

/** The call that sends one spelling of an update. */
function describeSpelling(
  model: ComparedModel,
  operation: ComparedOperation,
): string {
  const { route } = operation;
  const name = callName(model, operation) ?? route;
  const how = route.startsWith("POST ") ? "with" : "without";
  return `${code(name)} ${how} ${code('updateMethod: "post"')}`;
}

/** Only the path is compared where one of the documents names no host, or this machine, as that of an emulator does. */
function compareAddresses(before: string, after: string): Finding[] {
  const isWhole = [before, after].every((address) =>
    /^\w+:\/\/(?!127\.|\[::1\]|localhost([:/]|$))/.test(address),
  );
  const [was, is] = [before, after].map((address) => {
    const path = isWhole ? address : address.replace(/^\w+:\/\/[^/]*/, "");
    return path.replace(/\/+$/, "");
  });
  const isNamed = before !== "" && after !== "";
  return isNamed && was !== is
    ? [
        breaking(
          `the address of the service is now ${code(after)}, was ${code(before)}`,
        ),
      ]
    : [];
}

/** `"GET /pods/{}"`: a route, or a path, without the names of its parameters, which are not part of a request. */
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
  // An import keeps the name of a function, also of an update that has lost its other spelling.
  const other = otherSpelling(comparison.before, before);
  const isKept =
    comparison.isPublishers ||
    (other && !hasRoute(comparison.after, other.route));
  if (was !== undefined && is !== undefined && was !== is && !isKept)
    findings.push(breaking(`${code(was)} is now called ${code(is)}`, route));
  if (after.deprecated && !before.deprecated)
    findings.push({
      verdict: "deprecated",
      line: `${code(name)} is deprecated`,
      route,
    });
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

/** `owner` is the operation, or undefined for every operation that declares no security of its own. */
function compareSecurity(
  owner: { readonly name: string; readonly route: string } | undefined,
  before: Security = [],
  after: Security = [],
): Finding[] {
  const change =
    (verdict: Finding["verdict"], verb: string) =>
    (alternative: readonly string[]): Finding => {
      const subject = owner ? code(owner.name) : "the API";
      const authentication = code(alternative.join(" and "));
      const line = `${subject} ${verb} authentication by ${authentication}`;
      return { verdict, line, route: owner?.route };
    };
  if (after.length === 0)
    return before.map(change("compatible", "no longer requires"));
  if (before.length === 0) return after.map(change("breaking", "now requires"));
  const lacks = (list: Security) => (parts: readonly string[]) =>
    !list.some((each) => each.every((part) => parts.includes(part)));
  return [
    ...before.filter(lacks(after)).map(change("breaking", "no longer accepts")),
    ...after.filter(lacks(before)).map(change("new", "now accepts")),
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
    if (was === is) return findings;
    const form = is === undefined ? "in the default form" : `as ${code(is)}`;
    const line = `${describePlace(at(key))} is now serialized ${form}`;
    return [...findings, findingAt(at(key), "breaking", line)];
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
  const change = (verdict: Finding["verdict"], verb: string) =>
    findingAt(place, verdict, `${code(name)} ${verb}`);
  const types = [
    ...compareMediaTypes(place, name, old?.contents, now?.contents),
    ...compareOtherContents(comparison, place, old?.contents, now?.contents),
  ];
  const [from, to] = [jsonSchema(old), jsonSchema(now)];
  if (from && to) {
    const findings = compareSchemas(comparison, place, from, to);
    if (old?.required === now?.required) return [...types, ...findings];
    const required = now?.required
      ? change("breaking", "now requires a body")
      : change("compatible", "no longer requires a body");
    return [...types, required, ...findings];
  }
  if (from) types.push(change("breaking", "no longer accepts a body"));
  // The body comes before the options of a call, so that even an optional new body moves them.
  else if (to)
    types.push(
      change(
        "breaking",
        "now accepts a body, which moves the options of a call",
      ),
    );
  return types;
}

function compareResponses(comparison: Comparison, pair: Pair): Finding[] {
  const { name, route, before, after } = pair;
  const [old, now] = [before.successes, after.successes];
  const [oldContents, newContents] = [old, now].map((successes) =>
    successes.flatMap(({ contents }) => contents),
  );
  const place = responsePlace(route, name);
  const [from, to] = [successSchema(old), successSchema(now)];
  const findings = [
    ...compareMediaTypes(place, name, oldContents, newContents),
    ...compareOtherContents(comparison, place, oldContents, newContents),
  ];
  const change = (verdict: Finding["verdict"], verb: string) =>
    void findings.push({ verdict, line: `${code(name)} ${verb}`, route });
  if (from && to) {
    findings.push(...compareSchemas(comparison, place, from, to));
    const [was, is] = [before, after].map(({ list }) => JSON.stringify(list));
    const [oldType, newType] = [before, after].map(({ signature }) =>
      code(signature.returns),
    );
    // A function returns a list in place of an object, or pages in place of a list, or the other way round.
    if (was !== is)
      change("breaking", `now returns ${newType}, was ${oldType}`);
  } else if (from) change("breaking", "no longer returns a body");
  else if (to) change("new", "now returns a body");
  const [wasEmpty, isEmpty] = [old, now].map((successes) =>
    successes.some(({ contents }) => contents.length === 0),
  );
  const hasBoth = oldContents?.length && newContents?.length;
  if (hasBoth && !wasEmpty && isEmpty)
    change("breaking", "may now return no body");
  if (hasBoth && wasEmpty && !isEmpty)
    change("compatible", "now always returns a body");
  return [
    ...findings,
    ...compareStatuses(pair),
    ...compareErrors(comparison, pair),
  ];
}

function compareStatuses({ name, route, before, after }: Pair): Finding[] {
  const [was, is] = [before, after].map(({ successes }) =>
    successes.map(({ status }) => status),
  ) as [string[], string[]];
  // A document that names no success is mistaken; a status without a body is reported with the body.
  const isNamed = was.length > 0 && is.length > 0;
  const isSame = was.length !== is.length || was.join() === is.join();
  if (!isNamed || isSame) return [];
  // A 202 comes before the work is done.
  const isLess = is.includes("202") && !was.includes("202");
  const verdict = isLess ? "breaking" : "compatible";
  const line = `${code(name)} now answers a success with ${is.join(", ")}, was ${was.join(", ")}`;
  return [{ verdict, line, route }];
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
        comparison.isPublishers &&
        type === "text/event-stream" &&
        now.schema.types?.join() === "string";
      return isUndescribed
        ? []
        : compareSchemas(comparison, place, schema, now.schema);
    });
}

/** The media types of a request body, or of the successes. */
function compareMediaTypes(
  { direction, route }: Place,
  name: string,
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
  const verb = direction === "request" ? "accept" : "return";
  return [
    ...old
      .filter((type) => !now.includes(type))
      .map((type) =>
        breaking(`${code(name)} no longer ${verb}s ${code(type)}`, route),
      ),
    ...now
      .filter((type) => !old.includes(type))
      .map((type): Finding => {
        const line = `${code(name)} can now ${verb} ${code(type)}`;
        return { verdict: "new", line, route };
      }),
  ];
}
