import { describeKind } from "../describe-value.js";
import type { ValidationIssue } from "../http/request-checks.js";
import { oneOf, typeOf } from "./problems.js";

/** A failed check, with the member that failed it. */
interface PlacedIssue extends ValidationIssue {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** What stands before the names of the members that an object lacks, or may not have. */
const LISTS: Readonly<
  Record<string, readonly [before: string, after: string]>
> = {
  required: ["missing", ""],
  additionalProperties: ["additional", " not allowed"],
  unevaluatedProperties: ["additional", " not allowed"],
};

/**
 * The problems of a request as version 2 lists them in `errors`: the missing members of an object as one problem, and its
 * additional members as another.
 */
export function describeIssues(issues: readonly PlacedIssue[]): string[] {
  const places = new Map<string, PlacedIssue[]>();
  for (const issue of issues) {
    const words = LISTS[issue.keyword]?.[0] ?? describeRule(issue);
    const key = `${placeOf(issue.path)}: ${words}`;
    places.set(key, [...(places.get(key) ?? []), issue]);
  }
  return [...places].map(([key, alike]) => {
    const [, after] = LISTS[alike[0]?.keyword ?? ""] ?? [];
    return after === undefined ? key : key + listMembers(alike) + after;
  });
}

function listMembers(issues: readonly PlacedIssue[]): string {
  const names = new Set(issues.map(memberOf));
  // One missing member is a "property"; additional ones are always "properties".
  const isSingular = names.size === 1 && issues[0]?.keyword === "required";
  const noun = isSingular ? "property" : "properties";
  return ` ${noun} ${[...names].map((name) => `'${name}'`).join(", ")}`;
}

function memberOf({ params }: PlacedIssue): string {
  const { missingProperty, additionalProperty, unevaluatedProperty } = params;
  return String(missingProperty ?? additionalProperty ?? unevaluatedProperty);
}

/** The place of a value in the request, such as `$.gpu.count` or `$.ports[0]`. */
function placeOf(path: readonly string[]): string {
  const steps = path.map((name) =>
    /^\d+$/.test(name) ? `[${name}]` : `.${name}`,
  );
  return `$${steps.join("")}`;
}

/** The keywords that compare a number, or the length of a value, with a limit. */
const LIMITS = [
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
];

function describeRule({
  keyword,
  params,
  message,
  value,
}: PlacedIssue): string {
  const { allowedValues, type, limit } = params;
  if (keyword === "enum" && Array.isArray(allowedValues))
    return oneOf(allowedValues);
  if (keyword === "type")
    return `got ${typeOf(value)}, want ${[type].flat().join(" or ")}`;
  if (LIMITS.includes(keyword))
    return `${keyword}: got ${measureOf(value)}, want ${String(limit)}`;
  // A value may be a secret.
  return `${message ?? keyword} (it was ${describeKind(value)})`;
}

function measureOf(value: unknown): string {
  if (typeof value === "string") return String(Array.from(value).length);
  if (Array.isArray(value)) return String(value.length);
  return typeof value === "object" && value !== null
    ? String(Object.keys(value).length)
    : String(value);
}
