import type { ModelParameter } from "./info.js";
import { isPlainObject } from "../json.js";

/** What a value that is sent must be. */
export interface ValueRule extends Omit<
  ModelParameter,
  "items" | "properties" | "format"
> {
  /** What a string must be. */
  readonly format?: "uri" | "size";
  readonly items?: ValueRule;
  readonly properties?: ValueRules;
}

/** What the members of an object must be. */
export type ValueRules = Readonly<Record<string, ValueRule>>;

/** What is wrong with a value. */
export interface ValueProblem {
  /** Where the value is: `loras[0].path`. */
  readonly path: string;
  readonly kind: "unknown" | "missing" | "type" | "value";
  /** What would be right, in words; for an unknown member, the names of the known ones. */
  readonly expected: string;
  /** Whether the service was seen to refuse what breaks this rule, or a page states the rule. */
  readonly certainty: "captured" | "stated";
}

/** Finds the first member that breaks its rule. `prefix` begins the path of each. Undefined counts as absent. */
export function findProblem(
  rules: ValueRules,
  values: Readonly<Record<string, unknown>>,
  prefix: string,
  unknownMembers: "accept" | "refuse",
): ValueProblem | undefined {
  const [first] = findProblems(rules, values, prefix, unknownMembers);
  return first;
}

/** Finds every member that breaks its rule. */
export function* findProblems(
  rules: ValueRules,
  values: Readonly<Record<string, unknown>>,
  prefix: string,
  unknownMembers: "accept" | "refuse",
): Generator<ValueProblem, void, undefined> {
  const certainty = "stated";
  if (unknownMembers === "refuse")
    for (const name of Object.keys(values)) {
      if (Object.hasOwn(rules, name) || values[name] === undefined) continue;
      const expected = Object.keys(rules).join(", ");
      yield { path: prefix + name, kind: "unknown", expected, certainty };
    }
  for (const [name, rule] of Object.entries(rules))
    yield* findValueProblems(rule, values[name], prefix + name, unknownMembers);
}

function* findValueProblems(
  rule: ValueRule,
  value: unknown,
  path: string,
  unknownMembers: "accept" | "refuse",
): Generator<ValueProblem, void, undefined> {
  const expected = describe(rule);
  const certainty = rule.captured ? "captured" : "stated";
  if (value === undefined) {
    if (rule.required) yield { path, kind: "missing", expected, certainty };
  } else if (!isOfType(rule, value))
    yield { path, kind: "type", expected, certainty };
  else if (!isAllowed(rule, value))
    yield { path, kind: "value", expected, certainty };
  else if (Array.isArray(value) && rule.items) {
    const items = { ...rule.items, required: true } as const;
    for (const [index, item] of value.entries()) {
      const itemPath = `${path}[${index}]`;
      yield* findValueProblems(items, item, itemPath, unknownMembers);
    }
  } else if (isPlainObject(value) && rule.properties)
    yield* findProblems(rule.properties, value, `${path}.`, unknownMembers);
}

function isOfType({ type }: ValueRule, value: unknown): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isPlainObject(value);
    default:
      return typeof value === type;
  }
}

/** Whether a value of the right type is one of the values of its rule, within its range, and of its format. */
function isAllowed(rule: ValueRule, value: unknown): boolean {
  const { values } = rule;
  if (values && !values.includes(value as string)) return false;
  if (typeof value === "number") return isInRange(rule, value);
  return typeof value !== "string" || hasFormat(rule, value);
}

function hasFormat({ format }: ValueRule, value: string): boolean {
  if (format === "size") return /^\d+\*\d+$/.test(value);
  return format === undefined || isWebAddress(value);
}

function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

function isInRange(
  { minimum = -Infinity, maximum = Infinity, multipleOf }: ValueRule,
  value: number,
): boolean {
  return (
    value >= minimum &&
    value <= maximum &&
    (multipleOf === undefined || isMultiple(value, multipleOf))
  );
}

/** Decimal fractions are not exact: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, step: number): boolean {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) < 1e-9;
}

const TYPE_WORDS = {
  string: "a string",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
};

/** What a rule accepts, in words: `a whole number from 256 to 1536 in steps of 64`. */
function describe(rule: ValueRule): string {
  const { type, format, values, minimum, maximum, multipleOf } = rule;
  if (values)
    return `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
  if (format === "size") return 'a width and a height such as "1024*1024"';
  if (format) return "an http or https address";
  const most = minimum === undefined ? " of at most" : " to";
  const limits = [
    minimum === undefined ? "" : ` from ${minimum}`,
    maximum === undefined ? "" : `${most} ${maximum}`,
    multipleOf === undefined ? "" : ` in steps of ${multipleOf}`,
  ];
  return TYPE_WORDS[type] + limits.join("");
}
