import { requests } from "../../../generated/emulator/validators.js";
import { Refusal } from "./refused-error.js";

type Validate = NonNullable<NonNullable<(typeof requests)[string]>["body"]>;
type Fault = NonNullable<Validate["errors"]>[number];

/** Whether the route takes a body. */
export function takesBody(route: string): boolean {
  return route === "POST /graphql" || requests[route]?.body !== undefined;
}

/** Refuses, with 400, a body that the spec does not allow. The message names the field, the rule and the value. */
export function checkBody(route: string, body: unknown): void {
  const validate = requests[route]?.body;
  if (validate) check(validate, body, "the body");
}

/** The members that the body of a route may have; undefined where it may have any. */
export function bodyMembers(route: string): readonly string[] | undefined {
  return requests[route]?.members;
}

/** A body put together here, checked as one that came in: members that are null or undefined are left out. */
export function checkedBody(route: string, members: object): unknown {
  const given = Object.entries(members).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const body: unknown = Object.fromEntries(given);
  checkBody(route, body);
  return body;
}

/** The query as the spec types it: numbers, booleans and lists. Refuses, with 400, what cannot be read so. */
export function readQuery(
  route: string,
  search: URLSearchParams,
): Record<string, unknown> {
  const validate = requests[route]?.query;
  const query: Record<string, unknown> = {};
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    query[name] = values.length > 1 ? values : values[0];
  }
  if (validate) check(validate, query, "the query");
  return query;
}

function check(validate: Validate, data: unknown, whole: string): void {
  if (validate(data)) return;
  const fault = validate.errors?.[0];
  throw new Refusal(
    400,
    fault ? describe(fault, data, whole) : `${whole} is not valid`,
  );
}

function describe(fault: Fault, data: unknown, whole: string): string {
  const steps = fault.instancePath.split("/").slice(1).map(unescapeStep);
  const field = steps.join(".");
  if (fault.keyword === "required") {
    return `${[field, String(fault.params["missingProperty"])].filter(Boolean).join(".")} is required`;
  }
  const value = show(steps, valueAt(data, steps));
  return `${field || whole} ${expectation(fault)} (it was ${value})`;
}

function expectation({ keyword, message, params }: Fault): string {
  const allowed = params["allowedValues"];
  if (keyword === "enum" && Array.isArray(allowed))
    return `must be one of ${allowed.join(", ")}`;
  return message ?? `breaks the rule ${keyword}`;
}

const secretSteps = [
  "apiKey",
  "keys",
  "headers",
  "password",
  "env",
  "accessSecret",
];

/** A value as a message may quote it: short, and never a secret. */
export function show(steps: readonly string[], value: unknown): string {
  if (steps.some((step) => secretSteps.includes(step))) return kind(value);
  if (typeof value === "string") return JSON.stringify(value).slice(0, 60);
  const isPlain = typeof value === "number" || typeof value === "boolean";
  return isPlain ? String(value) : kind(value);
}

/** What sort of value it is. */
export function kind(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function valueAt(data: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null
        ? (value as Record<string, unknown>)[step]
        : undefined,
    data,
  );
}

function unescapeStep(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
