import type { Finding, Verdict } from "./change.js";
import { code, dotted, named, told, type Place } from "./words.js";

/** What happened to a field, in the order old, new. */
type FieldChange = "gone" | "new" | "new and needed" | "needed" | "optional";

export function fieldChange(place: Place, how: FieldChange): Finding {
  const [verdict, line] =
    place.direction === "sent"
      ? sentField(place, how)
      : answeredField(place, how);
  return told(place, verdict, line);
}

function sentField(place: Place, how: FieldChange): [Verdict, string] {
  const subject = code(place.subject);
  const field = code(dotted(place.path));
  switch (how) {
    case "gone":
      return ["breaking", `${subject} no longer takes ${field}`];
    case "new":
      return ["new", `${subject} now takes ${field}`];
    case "new and needed":
    case "needed":
      return ["breaking", `${subject} now needs ${field}`];
    case "optional":
      return ["compatible", `${subject} no longer needs ${field}`];
  }
}

function answeredField(place: Place, how: FieldChange): [Verdict, string] {
  const field = named(place);
  switch (how) {
    case "gone":
      return ["breaking", `${field} is gone`];
    case "new":
    case "new and needed":
      return ["new", `${field} is new`];
    case "needed":
      return ["compatible", `${field} is always there now`];
    case "optional":
      return ["breaking", `${field} may be missing now`];
  }
}

/** Types are sets: what is sent breaks by what is lost, what is answered by what is gained. */
export function typeChange(
  place: Place,
  before: string | undefined,
  after: string | undefined,
): Finding {
  const breaks =
    place.direction === "sent"
      ? !covers(after, before)
      : !covers(before, after);
  const line = `${named(place)} is now ${typeWords(after)}`;
  return told(place, breaks ? "breaking" : "compatible", line);
}

function covers(wide: string | undefined, narrow: string | undefined): boolean {
  if (wide === undefined) return true;
  if (narrow === undefined) return false;
  const types = wide.split(" or ");
  return narrow
    .split(" or ")
    .every(
      (type) =>
        types.includes(type) ||
        (type === "integer" && types.includes("number")),
    );
}

export function nullChange(place: Place, isNullable: boolean): Finding {
  const isSent = place.direction === "sent";
  const verdict = isNullable === isSent ? "compatible" : "breaking";
  const never = isSent ? "may no longer be null" : "is never null now";
  const how = isNullable ? "may be null now" : never;
  return told(place, verdict, `${named(place)} ${how}`);
}

/** One value of an enumeration, gone or new; both are harmless where any other text is right too. */
export function valueChange(
  place: Place,
  value: string,
  how: "gone" | "new",
  isOpen: boolean,
): Finding {
  const isSent = place.direction === "sent";
  const word = how === "gone" ? "no longer" : "now";
  const verb = isSent && !isOpen ? "takes" : "names";
  const [harmless, harm]: [Verdict, boolean] =
    how === "gone" ? ["compatible", !isOpen] : ["new", !isOpen && !isSent];
  const line = `${named(place)} ${word} ${verb} ${code(value)}`;
  return told(place, harm ? "breaking" : harmless, line);
}

/** A closed list of values where any was right before, or the other way round. */
export function listChange(place: Place, isListed: boolean): Finding {
  const breaks = isListed === (place.direction === "sent");
  const how = isListed ? "is now" : "is no longer";
  return told(
    place,
    breaks ? "breaking" : "compatible",
    `${named(place)} ${how} one of a few values`,
  );
}

export type Limit = string | number | boolean | undefined;

/** A bound on what is sent. */
export function limitChange(
  place: Place,
  name: string,
  before: Limit,
  after: Limit,
): Finding {
  const verdict = isLooser(name, before, after) ? "compatible" : "breaking";
  const where = named(place);
  if (after === undefined)
    return told(place, verdict, `${where} has no ${code(name)} any more`);
  const was = before === undefined ? "" : `, it was ${code(String(before))}`;
  const is = `${code(name)} of ${where} is now ${code(String(after))}`;
  return told(place, verdict, is + was);
}

function isLooser(name: string, before: Limit, after: Limit): boolean {
  if (after === undefined) return true;
  if (typeof before !== "number" || typeof after !== "number") return false;
  if (/^(max|exclusiveMax)/.test(name)) return after > before;
  return /^(min|exclusiveMin)/.test(name) && after < before;
}

export function alternativesChange(place: Place, how: "gone" | "new"): Finding {
  const breaks = (how === "gone") === (place.direction === "sent");
  const count = how === "gone" ? "fewer" : "more";
  return told(
    place,
    breaks ? "breaking" : "compatible",
    `${named(place)} has ${count} alternatives now`,
  );
}

/** Fields without a name of their own, as in a map. */
export function entriesChange(place: Place, how: "gone" | "new"): Finding {
  const holds = how === "gone" ? "no longer holds" : "now holds";
  return told(
    place,
    how === "gone" ? "breaking" : "compatible",
    `${named(place)} ${holds} fields of any name`,
  );
}

export function deprecation(place: Place): Finding {
  return told(place, "deprecated", `${named(place)} is deprecated`);
}

function typeWords(type: string | undefined): string {
  const words: Readonly<Record<string, string>> = {
    string: "a string",
    number: "a number",
    integer: "a whole number",
    boolean: "true or false",
    array: "a list",
    object: "an object",
  };
  if (type === undefined) return "of any type";
  return type
    .split(" or ")
    .map((name) => (Object.hasOwn(words, name) ? words[name] : code(name)))
    .join(" or ");
}
