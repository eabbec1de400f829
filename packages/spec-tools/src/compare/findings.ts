import type { Change, Verdict } from "./change.js";
import type { Direction, Limit, Schema } from "../document/model.js";
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

/** A change that breaks programs, on a route or on none. */
export function breaking(line: string, route?: string): Finding {
  return { verdict: "breaking", line, route };
}

/** A name as Markdown code. */
export function code(name: string): string {
  return `\`${oneLine(name)}\``;
}

/** The place as it stands in a sentence: "`Pod.costPerHr`", "`imageName` of `pods.create`". */
export function describePlace({
  direction,
  subject,
  route,
  path,
}: Place): string {
  if (direction === "response") return code(dotted([subject, ...path]));
  if (path.length > 0) return `${code(dotted(path))} of ${code(subject)}`;
  return route === undefined ? code(subject) : `the body of ${code(subject)}`;
}

/** `ports[].ip` */
function dotted(path: readonly string[]): string {
  return path.join(".").replaceAll(".[", "[").replaceAll(".{}", "{}");
}

export function findingAt(
  place: Place,
  verdict: Verdict,
  line: string,
): Finding {
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

type FieldChange =
  | "removed"
  | "added"
  | "added as required"
  | "now required"
  | "now optional";

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

export function deprecation(place: Place): Finding {
  return findingAt(
    place,
    "deprecated",
    `${describePlace(place)} is deprecated`,
  );
}
