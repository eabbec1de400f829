import type { ModelParameter } from "./info.js";
import { isPlainObject } from "../json.js";

/** What a value that is sent must be. */
export interface ValueRule extends Omit<
  ModelParameter,
  "items" | "properties"
> {
  /** What a string must be. */
  readonly format?: "uri";
  readonly items?: ValueRule;
  readonly properties?: ValueRules;
}

/** What the members of an object must be. */
export type ValueRules = Readonly<Record<string, ValueRule>>;

/** What is wrong with a value. */
export interface ValueProblem {
  /** Where the value is: `loras[0].path`. */
  readonly path: string;
  readonly kind: "unknown" | "missing" | "wrong";
  /** What would be right, in words; for an unknown member, the names of the known ones. */
  readonly expected: string;
}

/** Finds the first member that breaks its rule. `prefix` begins the path of each. Undefined counts as absent. */
export function findProblem(
  rules: ValueRules,
  values: Readonly<Record<string, unknown>>,
  prefix: string,
  unknownMembers: "accept" | "refuse",
): ValueProblem | undefined {
  const unknown = Object.keys(values).find(
    (name) => !Object.hasOwn(rules, name) && values[name] !== undefined,
  );
  if (unknown !== undefined && unknownMembers === "refuse") {
    const expected = Object.keys(rules).join(", ");
    return { path: prefix + unknown, kind: "unknown", expected };
  }
  for (const [name, rule] of Object.entries(rules)) {
    const path = prefix + name;
    const problem = findValueProblem(rule, values[name], path, unknownMembers);
    if (problem) return problem;
  }
  return undefined;
}

function findValueProblem(
  rule: ValueRule,
  value: unknown,
  path: string,
  unknownMembers: "accept" | "refuse",
): ValueProblem | undefined {
  const expected = describe(rule);
  if (value === undefined)
    return rule.required && { path, kind: "missing", expected };
  if (!isAccepted(rule, value)) return { path, kind: "wrong", expected };
  if (Array.isArray(value) && rule.items)
    for (const [index, item] of value.entries()) {
      const itemRule = { ...rule.items, required: true } as const;
      const itemPath = `${path}[${index}]`;
      const problem = findValueProblem(
        itemRule,
        item,
        itemPath,
        unknownMembers,
      );
      if (problem) return problem;
    }
  return isPlainObject(value) && rule.properties
    ? findProblem(rule.properties, value, `${path}.`, unknownMembers)
    : undefined;
}

/** Whether a value has the type of its rule, and is one of its values or within its range. */
function isAccepted(rule: ValueRule, value: unknown): boolean {
  const { values } = rule;
  if (values && !values.includes(value as string)) return false;
  switch (rule.type) {
    case "integer":
      return Number.isInteger(value) && isInRange(rule, Number(value));
    case "number":
      return Number.isFinite(value) && isInRange(rule, Number(value));
    case "array":
      return Array.isArray(value);
    case "object":
      return isPlainObject(value);
    case "string":
      return typeof value === "string" && hasFormat(rule, value);
    default:
      return typeof value === rule.type;
  }
}

function hasFormat({ format }: ValueRule, value: string): boolean {
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
  if (format) return "an http or https address";
  const most = minimum === undefined ? " of at most" : " to";
  const limits = [
    minimum === undefined ? "" : ` from ${minimum}`,
    maximum === undefined ? "" : `${most} ${maximum}`,
    multipleOf === undefined ? "" : ` in steps of ${multipleOf}`,
  ];
  return TYPE_WORDS[type] + limits.join("");
}
