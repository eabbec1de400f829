import { isObject, type Json } from "./json.js";

/** Gives what is kept of a value, and tells what is wrong with it. */
type Judge = (
  value: Json,
  report: (message: string) => void,
) => Json | undefined;

const TYPES = [
  ...["string", "number", "integer", "boolean", "array", "object", "null"],
];

/** What the plain values of a document must be, by the name of the rule. */
export const VALUES: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ["ignored", () => undefined],
  ["data", (value) => value],
  ["prose", proseOf],
  ["example", (value) => (isMisread(value) ? undefined : value)],
  ["text", must((value) => typeof value === "string", "a text: quote it")],
  ["flag", must((value) => typeof value === "boolean", "true or false")],
  ["number", must((value) => typeof value === "number", "a number")],
  ["count", must(isCount, "a whole number, 0 or more")],
  ["limit", must(isLimit, "a number (in 3.0: true or false)")],
  ["texts", must(isTexts, "a list of names, each in quotes")],
  ["values", must(isValues, "a list of at least one value")],
  ["type", must(isType, `one of ${TYPES.join(", ")} (in 3.1: or a list)`)],
  [
    "discriminator",
    must(isDiscriminator, "an object with a propertyName, and texts in it"),
  ],
  ["pattern", must(isPattern, "a regular expression of JavaScript")],
]);

/** Text for a comment; the compiler obeys a comment that begins with certain words. */
function proseOf(value: Json): Json | undefined {
  return typeof value === "string"
    ? value.replaceAll("@ts-", "@ ts-")
    : undefined;
}

function must(holds: (value: Json) => boolean, what: string): Judge {
  return (value, report) => {
    if (holds(value)) return value;
    report(`must be ${what}`);
    return undefined;
  };
}

/** Whether a reader of documents would take a part of an example for more than data. */
function isMisread(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([key, item]) => key === "$ref" || isInherited(key) || isMisread(item),
  );
}

/** Whether every object has a member of that name, which the readers of documents mistake for one of their own. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}

function isCount(value: Json): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isLimit(value: Json): boolean {
  return typeof value === "number" || typeof value === "boolean";
}

function isTexts(value: Json): boolean {
  return (
    Array.isArray(value) && value.every((item) => typeof item === "string")
  );
}

function isValues(value: Json): boolean {
  return Array.isArray(value) && value.length > 0;
}

function isType(value: Json): boolean {
  const types = Array.isArray(value) ? value : [value];
  return (
    types.length > 0 && types.every((type) => TYPES.includes(type as string))
  );
}

function isDiscriminator(value: Json): boolean {
  if (!isObject(value) || typeof value["propertyName"] !== "string")
    return false;
  const { mapping = {} } = value;
  return isObject(mapping) && isTexts(Object.values(mapping));
}

function isPattern(value: Json): boolean {
  try {
    return typeof value === "string" && new RegExp(value) instanceof RegExp;
  } catch {
    return false;
  }
}

/** The one of `known` that differs from `name` in case or by two letters at most. */
export function closest(
  name: string,
  known: readonly string[],
): string | undefined {
  if (name.length > 40) return undefined;
  return known.find(
    (other) =>
      distance(name.toLowerCase(), other.toLowerCase()) <=
      Math.min(2, Math.floor(other.length / 3)),
  );
}

/** Letters to put in, take out or change between two words. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of Array.from(from).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(to).entries())
      next.push(
        Math.min(
          (next[j] ?? 0) + 1,
          (row[j + 1] ?? 0) + 1,
          (row[j] ?? 0) + Number(letter !== other),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
