import type { Change, Verdict } from "./change.js";
import type { Direction, Limit, Schema, Signature } from "../document/model.js";
import { oneLine } from "../document/one-line.js";

// Every kind of change in an OpenAPI document, with its verdict and its sentence.

/** One change as the comparison finds it: on a route, or in a named schema, which many routes may share. */
export interface Finding extends Pick<Change, "verdict" | "line"> {
  readonly route?: string | undefined;
  readonly schema?: string | undefined;
  readonly direction?: Direction;
}

/** Where a change is, in the terms of the client. */
export interface Place {
  readonly direction: Direction;
  /** `"pods.create"`, `"pods.create()"` for its response, or the name of a schema. */
  readonly subject: string;
  /** The route that is compared; absent within a named schema. */
  readonly route?: string;
  /** The path to a field of the subject; `[]` stands for each item and `{}` for each additional field. */
  readonly path: readonly string[];
}

/** The place of a field, of each item (`"[]"`) or of each additional field (`"{}"`). */
export function placeWithin(place: Place, step: string): Place {
  return { ...place, path: [...place.path, step] };
}

/** The response of an operation, or its error response of a status. */
export function responsePlace(
  route: string,
  name: string,
  status?: string,
): Place {
  const subject = status === undefined ? `${name}()` : `${name}() ${status}`;
  return { direction: "response", subject, route, path: [] };
}

/** A name as Markdown code. */
export function code(name: string): string {
  return `\`${oneLine(name)}\``;
}

/** The place as it stands in a sentence: "`Pod.costPerHr`", "`imageName` of `pods.create`". */
function describePlace({ direction, subject, route, path }: Place): string {
  if (direction === "response") return code(dotted([subject, ...path]));
  if (path.length > 0) return `${code(dotted(path))} of ${code(subject)}`;
  return route === undefined ? code(subject) : `the body of ${code(subject)}`;
}

/** `ports[].ip` */
function dotted(path: readonly string[]): string {
  return path.join(".").replaceAll(".[", "[").replaceAll(".{}", "{}");
}

function findingAt(place: Place, verdict: Verdict, line: string): Finding {
  const { direction, subject, route } = place;
  const schema = route === undefined ? subject : undefined;
  return { verdict, line, route, schema, direction };
}

/** `"string"`, `"integer or string"`; undefined where a value of any type is valid. */
export function typeNameOf({
  types,
  members,
  items,
}: Schema): string | undefined {
  if (types) return types.toSorted().join(" or ");
  if (members) return "object";
  return items ? "array" : undefined;
}

/** A member or a parameter, and whether it must be there. */
export interface Field {
  readonly schema: Schema;
  readonly required: boolean;
}

/** `whySkipped` is why the import has left out the operation, although the new document has it. */
export function operationRemoved(
  route: string,
  name: string | undefined,
  whySkipped?: string,
): Finding {
  const how =
    whySkipped === undefined ? "was removed" : `is skipped now: ${whySkipped}`;
  return { verdict: "breaking", line: `${code(name ?? route)} ${how}`, route };
}

export function operationAdded(
  route: string,
  name: string | undefined,
  whySkipped?: string,
): Finding {
  const how =
    whySkipped === undefined ? "is new" : `is new, and skipped: ${whySkipped}`;
  return { verdict: "new", line: `${code(name ?? route)} ${how}`, route };
}

/** The function is called as before, but the path that `rest` takes is another one. */
export function operationMoved(
  route: string,
  name: string,
  after: string,
): Finding {
  const line = `${code(name)} is now ${code(after)}, was ${code(route)}`;
  return { verdict: "breaking", line, route };
}

/** A parameter of a path has another name: the functions of the client take it by position, `rest` by name. */
export function routeRenamed(before: string, after: string): Finding {
  const line = `${code(before)} of \`rest\` is now ${code(after)}`;
  return { verdict: "breaking", line, route: before };
}

export function operationRenamed(
  route: string,
  before: string,
  after: string,
): Finding {
  const line = `${code(before)} is now called ${code(after)}`;
  return { verdict: "breaking", line, route };
}

export function operationDeprecated(route: string, name: string): Finding {
  const line = `${code(name)} is deprecated`;
  return { verdict: "deprecated", line, route };
}

/** A function returns a list in place of an object, or pages in place of a list, or the other way round. */
export function returnChange(
  route: string,
  name: string,
  { returns: before }: Pick<Signature, "returns">,
  { returns: after }: Pick<Signature, "returns">,
): Finding {
  const line = `${code(name)} now returns ${code(after)}, was ${code(before)}`;
  return { verdict: "breaking", line, route };
}

/** What a success is answered with. A 202 comes before the work is done. */
export function statusChange(
  route: string,
  name: string,
  before: readonly string[],
  after: readonly string[],
): Finding {
  const isLess = after.includes("202") && !before.includes("202");
  return {
    verdict: isLess ? "breaking" : "compatible",
    line: `${code(name)} now answers a success with ${after.join(", ")}, was ${before.join(", ")}`,
    route,
  };
}

export function addressChange(before: string, after: string): Finding {
  const line = `the address of the service is now ${code(after)}, was ${code(before)}`;
  return { verdict: "breaking", line };
}

/** What the service takes where a request leaves a value out. */
export function defaultChange(
  place: Place,
  before: string | undefined,
  after: string | undefined,
): Finding {
  const where = describePlace(place);
  if (after === undefined) {
    const line = `${where} no longer has the default ${code(before ?? "")}`;
    return findingAt(place, "breaking", line);
  }
  // A default that the document did not name before may have been the default all along.
  const verdict = before === undefined ? "compatible" : "breaking";
  const was = before === undefined ? "" : `, was ${code(before)}`;
  // Of two long lists, a line would show the same beginning.
  const is =
    after.length > MAX_DEFAULT_LENGTH
      ? "has changed"
      : `is now ${code(after)}${was}`;
  const line = `the default of ${where} ${is}`;
  return findingAt(place, verdict, line);
}

const MAX_DEFAULT_LENGTH = 120;

export function serializationChange(
  place: Place,
  after: string | undefined,
): Finding {
  const form =
    after === undefined ? "in the default form" : `as ${code(after)}`;
  const line = `${describePlace(place)} is now serialized ${form}`;
  return findingAt(place, "breaking", line);
}

/** The body comes before the options of a call, so that even an optional new body moves them. */
export function bodyChange(
  place: Place,
  change: keyof typeof BODY_CHANGES,
): Finding {
  const [verdict, verb] = BODY_CHANGES[change];
  return findingAt(place, verdict, `${code(place.subject)} ${verb}`);
}

const BODY_CHANGES = {
  removed: ["breaking", "no longer accepts a body"],
  added: ["breaking", "now accepts a body, which moves the options of a call"],
  "now required": ["breaking", "now requires a body"],
  "now optional": ["compatible", "no longer requires a body"],
} as const;

export function responseChange(
  route: string,
  name: string,
  change: keyof typeof RESPONSE_CHANGES,
): Finding {
  const [verdict, verb] = RESPONSE_CHANGES[change];
  return { verdict, line: `${code(name)} ${verb}`, route };
}

const RESPONSE_CHANGES = {
  removed: ["breaking", "no longer returns a body"],
  added: ["new", "now returns a body"],
  "now optional": ["breaking", "may now return no body"],
  "now required": ["compatible", "now always returns a body"],
} as const;

/** A media type of a request body or of a response. */
export function mediaTypeChange(
  route: string,
  name: string,
  direction: Direction,
  type: string,
  change: "removed" | "added",
): Finding {
  const verb = direction === "request" ? "accept" : "return";
  return change === "removed"
    ? {
        verdict: "breaking",
        line: `${code(name)} no longer ${verb}s ${code(type)}`,
        route,
      }
    : {
        verdict: "new",
        line: `${code(name)} can now ${verb} ${code(type)}`,
        route,
      };
}

/** `owner` is the operation, or undefined for every operation that declares no security of its own. */
export function securityChange(
  owner: { readonly name: string; readonly route: string } | undefined,
  alternative: readonly string[],
  change: keyof typeof SECURITY_CHANGES,
): Finding {
  const subject = owner ? code(owner.name) : "the API";
  const [verdict, verb] = SECURITY_CHANGES[change];
  const authentication = code(alternative.join(" and "));
  const line = `${subject} ${verb} authentication by ${authentication}`;
  return { verdict, line, route: owner?.route };
}

const SECURITY_CHANGES = {
  removed: ["breaking", "no longer accepts"],
  added: ["new", "now accepts"],
  "now required": ["breaking", "now requires"],
  "no longer required": ["compatible", "no longer requires"],
} as const;

type FieldChange =
  "removed" | "added" | "added as required" | "now required" | "now optional";

export function fieldChange(place: Place, change: FieldChange): Finding {
  const [verdict, line] =
    place.direction === "request"
      ? requestFieldChange(place, change)
      : responseFieldChange(place, change);
  return findingAt(place, verdict, line);
}

function requestFieldChange(
  place: Place,
  change: FieldChange,
): [Verdict, string] {
  const subject = code(place.subject);
  const field = code(dotted(place.path));
  switch (change) {
    case "removed":
      return ["breaking", `${subject} no longer accepts ${field}`];
    case "added":
      return ["new", `${subject} now accepts ${field}`];
    case "added as required":
    case "now required":
      return ["breaking", `${subject} now requires ${field}`];
    case "now optional":
      return ["compatible", `${subject} no longer requires ${field}`];
  }
}

function responseFieldChange(
  place: Place,
  change: FieldChange,
): [Verdict, string] {
  const field = describePlace(place);
  switch (change) {
    case "removed":
      return ["breaking", `${field} was removed`];
    case "added":
    case "added as required":
      return ["new", `${field} is new`];
    case "now required":
      return ["compatible", `${field} is now always present`];
    case "now optional":
      return ["breaking", `${field} may now be missing`];
  }
}

/** A request breaks by a type that is no longer accepted, a response by a type that it did not have before. */
export function typeChange(
  place: Place,
  before: string | undefined,
  after: string | undefined,
): Finding {
  const isSafe =
    place.direction === "request"
      ? includesTypes(after, before)
      : includesTypes(before, after);
  const line = `${describePlace(place)} is now ${describeType(after)}`;
  return findingAt(place, isSafe ? "compatible" : "breaking", line);
}

function includesTypes(
  wide: string | undefined,
  narrow: string | undefined,
): boolean {
  if (wide === undefined) return true;
  if (narrow === undefined) return false;
  const types = wide.split(" or ");
  const isIncluded = (type: string) =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return narrow.split(" or ").every(isIncluded);
}

const TYPE_WORDS: ReadonlyMap<string, string> = new Map([
  ["string", "a string"],
  ["number", "a number"],
  ["integer", "an integer"],
  ["boolean", "a boolean"],
  ["array", "an array"],
  ["object", "an object"],
]);

function describeType(type: string | undefined): string {
  if (type === undefined) return "of any type";
  return type
    .split(" or ")
    .map((name) => TYPE_WORDS.get(name) ?? code(name))
    .join(" or ");
}

export function nullabilityChange(place: Place, isNullable: boolean): Finding {
  const isSafe = isNullable === (place.direction === "request");
  const may = isNullable ? "may now be" : "may no longer be";
  const line = `${describePlace(place)} ${may} null`;
  return findingAt(place, isSafe ? "compatible" : "breaking", line);
}

/** The end of a line about a value that responses lose. Such a comparison still compiles if the type accepts any text. */
export const NEVER_MATCH = ": comparisons with it never match again";

/** A value that an enumeration gains. `isOpen`: values that are not listed are valid too. */
export function valueAdded(
  place: Place,
  value: string,
  isOpen: boolean,
): Finding {
  const isRequest = place.direction === "request";
  const verb = isRequest && !isOpen ? "accepts" : "lists";
  const line = `${describePlace(place)} now ${verb} ${code(value)}`;
  return findingAt(place, isOpen || isRequest ? "new" : "breaking", line);
}

/**
 * A value that an enumeration loses. `isShared`: requests and responses have the same enumeration, so that the loss is one
 * change, in one line.
 */
export function valueRemoved(
  place: Place,
  value: string,
  { isOpen, isShared = false }: { isOpen: boolean; isShared?: boolean },
): Finding {
  const direction = isShared ? "response" : place.direction;
  const where = describePlace({ ...place, direction });
  if (isOpen) {
    const never = direction === "response" ? NEVER_MATCH : "";
    const line = `${where} no longer lists ${code(value)}${never}`;
    return findingAt(place, "compatible", line);
  }
  const verb = isShared ? "accepts or returns" : CLOSED_VERBS[direction];
  const line = `${where} no longer ${verb} ${code(value)}`;
  return findingAt(place, "breaking", line);
}

const CLOSED_VERBS = { request: "accepts", response: "lists" } as const;

/** A place where any value was valid has an enumeration now, or the other way round. */
export function enumerationChange(place: Place, isListed: boolean): Finding {
  const isSafe = isListed === (place.direction === "response");
  const is = isListed ? "is now" : "is no longer";
  const line = `${describePlace(place)} ${is} limited to listed values`;
  return findingAt(place, isSafe ? "compatible" : "breaking", line);
}

export function limitChange(
  place: Place,
  name: string,
  before: Limit | undefined,
  after: Limit | undefined,
): Finding {
  const where = describePlace(place);
  const verdict = isLooser(name, before, after) ? "compatible" : "breaking";
  if (after === undefined)
    return findingAt(place, verdict, `${where} no longer has a ${code(name)}`);
  const was = before === undefined ? "" : `, was ${code(String(before))}`;
  const is = `${code(name)} of ${where} is now ${code(String(after))}`;
  return findingAt(place, verdict, is + was);
}

function isLooser(
  name: string,
  before: Limit | undefined,
  after: Limit | undefined,
): boolean {
  if (after === undefined) return true;
  if (name === "pattern" && typeof after === "string")
    return after.endsWith(`|${before}`) || after.startsWith(`${before}|`);
  if (typeof before !== "number" || typeof after !== "number") return false;
  if (/^(max|exclusiveMax)/.test(name)) return after > before;
  return /^(min|exclusiveMin)/.test(name) && after < before;
}

/**
 * `isLost`: a request has lost an alternative, or a response has one that it could not be before. Otherwise a request has
 * another alternative, or a response has lost one.
 */
export function alternativesChange(place: Place, isLost: boolean): Finding {
  const isRequest = place.direction === "request";
  const change = isRequest === isLost ? "fewer" : "more";
  const line = `${describePlace(place)} now has ${change} alternatives`;
  return findingAt(place, isLost ? "breaking" : "compatible", line);
}

/** One schema became several alternatives, none of which is as wide as the schema was. */
export function splitChange(place: Place, count: number): Finding {
  const be = place.direction === "request" ? "must now be" : "is now";
  const line = `${describePlace(place)} ${be} one of ${count} alternatives`;
  return findingAt(place, "breaking", line);
}

/** A rule between several members, such as `dependentRequired`: the keyword, and its text before and after. */
export function conditionChange(
  place: Place,
  keyword: string,
  before: string | undefined,
  after: string | undefined,
): Finding {
  const isRequest = place.direction === "request";
  // A request breaks by a condition that it did not have to meet, a response by one that it no longer meets.
  const isSafe = (isRequest ? after : before) === undefined;
  const where = describePlace(place);
  const name = code(keyword);
  const line =
    after === undefined
      ? `${where} no longer has the condition ${name}`
      : `${where} ${before === undefined ? "now has" : "has changed"} the condition ${name}`;
  return findingAt(place, isSafe ? "compatible" : "breaking", line);
}

/** A named schema has another name: programs import the type by its name. */
export function schemaRenamed(before: string, after: string): Finding {
  const line = `the type ${code(before)} is now called ${code(after)}`;
  return { verdict: "breaking", line };
}

/** Fields that the schema does not list, as in a map. */
export function additionalFieldsChange(
  place: Place,
  change: "removed" | "added",
): Finding {
  const where = describePlace(place);
  return change === "removed"
    ? findingAt(place, "breaking", `${where} no longer has additional fields`)
    : findingAt(place, "compatible", `${where} now has additional fields`);
}

/** Whether the service refuses the fields of a request that its schema does not list. */
export function unlistedFieldsChange(
  place: Place,
  isRefused: boolean,
): Finding {
  const accepts = isRefused ? "no longer accepts" : "now accepts";
  const line = `${describePlace(place)} ${accepts} fields that its schema does not list`;
  return findingAt(place, isRefused ? "breaking" : "compatible", line);
}

export function deprecation(place: Place): Finding {
  return findingAt(
    place,
    "deprecated",
    `${describePlace(place)} is deprecated`,
  );
}
