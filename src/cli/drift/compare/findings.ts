import type { Finding, Verdict } from "./change.js";
import type { Limit } from "./description.js";
import { oneLine } from "./document.js";
import type { Direction } from "./reach.js";

// Every kind of change in an OpenAPI document, with its verdict and its sentence.

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
  return path.join(".").replaceAll(".[]", "[]").replaceAll(".{}", "{}");
}

function findingAt(
  { route }: Pick<Place, "route">,
  verdict: Verdict,
  line: string,
): Finding {
  return route === undefined ? { verdict, line } : { verdict, line, route };
}

export function operationChange(
  route: string,
  name: string | undefined,
  change: "removed" | "added",
): Finding {
  const subject = code(name ?? route);
  return change === "removed"
    ? { verdict: "breaking", line: `${subject} was removed`, route }
    : { verdict: "new", line: `${subject} is new`, route };
}

/** A parameter of a path has another name: the functions of the client take it by position, `rest` by name. */
export function routeRenamed(before: string, after: string): Finding {
  const line = `${code(before)} of \`rest\` is now ${code(after)}`;
  return { verdict: "breaking", line };
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
  return { verdict: "deprecated", line: `${code(name)} is deprecated`, route };
}

/** `movesOptions`: the operation had no query argument before, so that the options argument moves. */
export function parameterAdded(
  place: Place,
  isRequired: boolean,
  movesOptions: boolean,
): Finding {
  if (isRequired) return fieldChange(place, "added as required");
  const { line, verdict } = fieldChange(place, "added");
  return movesOptions
    ? findingAt(place, "breaking", `${line}, which moves the options of a call`)
    : findingAt(place, verdict, line);
}

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
  change: "removed" | "added" | "now required" | "now optional",
): Finding {
  const subject = code(place.subject);
  switch (change) {
    case "removed":
      return findingAt(
        place,
        "breaking",
        `${subject} no longer accepts a body`,
      );
    case "added":
      return findingAt(
        place,
        "breaking",
        `${subject} now accepts a body, which moves the options of a call`,
      );
    case "now required":
      return findingAt(place, "breaking", `${subject} now requires a body`);
    case "now optional":
      return findingAt(
        place,
        "compatible",
        `${subject} no longer requires a body`,
      );
  }
}

export function responseChange(
  route: string,
  name: string,
  change: "removed" | "added",
): Finding {
  return change === "removed"
    ? {
        verdict: "breaking",
        line: `${code(name)} no longer returns a body`,
        route,
      }
    : { verdict: "new", line: `${code(name)} now returns a body`, route };
}

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

/** `subject` is the name of an operation, or undefined for every operation that declares no security of its own. */
export function securityChange(
  subject: string | undefined,
  alternative: readonly string[],
  change: "removed" | "added" | "now required" | "no longer required",
): Finding {
  const name = subject === undefined ? "the API" : code(subject);
  const authentication = `authentication by ${code(alternative.join(" and "))}`;
  switch (change) {
    case "removed":
      return {
        verdict: "breaking",
        line: `${name} no longer accepts ${authentication}`,
      };
    case "added":
      return { verdict: "new", line: `${name} now accepts ${authentication}` };
    case "now required":
      return {
        verdict: "breaking",
        line: `${name} now requires ${authentication}`,
      };
    case "no longer required":
      return {
        verdict: "compatible",
        line: `${name} no longer requires ${authentication}`,
      };
  }
}

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

/** One value of an enumeration. `isOpen`: values that are not listed are valid too. */
export function valueChange(
  place: Place,
  value: string,
  change: "removed" | "added",
  isOpen: boolean,
): Finding {
  const isRequest = place.direction === "request";
  const verb = isRequest && !isOpen ? "accepts" : "lists";
  const where = describePlace(place);
  if (change === "removed")
    return findingAt(
      place,
      isOpen ? "compatible" : "breaking",
      `${where} no longer ${verb} ${code(value)}`,
    );
  return findingAt(
    place,
    isOpen || isRequest ? "new" : "breaking",
    `${where} now ${verb} ${code(value)}`,
  );
}

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
  if (typeof before !== "number" || typeof after !== "number") return false;
  if (/^(max|exclusiveMax)/.test(name)) return after > before;
  return /^(min|exclusiveMin)/.test(name) && after < before;
}

export function alternativesChange(
  place: Place,
  change: "fewer" | "more",
): Finding {
  const isSafe = (change === "more") === (place.direction === "request");
  const line = `${describePlace(place)} now has ${change} alternatives`;
  return findingAt(place, isSafe ? "compatible" : "breaking", line);
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

export function deprecation(place: Place): Finding {
  return findingAt(
    place,
    "deprecated",
    `${describePlace(place)} is deprecated`,
  );
}
