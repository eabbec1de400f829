import type { ModelInfo, ModelParameter } from "cloud-compute-sdk/models";
import { isRecord } from "../check-arguments.js";
import { findSimilar } from "../similar.js";

/** The model whose parameters an input must have. */
type Described = Pick<ModelInfo, "slug" | "parameters" | "open" | "needsOneOf">;

type ParameterRules = ModelInfo["parameters"];

/** One thing that is wrong with the input of a model. */
export interface InputProblem {
  readonly kind: "unknown" | "missing" | "type" | "value";
  /** What is wrong, beginning with the path of the parameter: `loras[0].path is required by …`. */
  readonly message: string;
  /** `captured` where the service was seen to refuse such a value, `stated` where only a page says what is right. */
  readonly certainty: "captured" | "stated";
}

/** A problem before it is put into words. */
interface FoundProblem extends Omit<InputProblem, "message"> {
  readonly path: string;
  /** What would be right, in words; for an unknown parameter, the names of the known ones. */
  readonly expected: string;
}

/** Finds everything that is wrong with an input, in the order of the parameters. Undefined counts as absent. */
export function findInputProblems(
  { slug, parameters, open, needsOneOf: names = [] }: Described,
  input: Readonly<Record<string, unknown>>,
): InputProblem[] {
  const unknownMembers = open ? "accept" : "refuse";
  const problems = [...findProblems(parameters, input, "", unknownMembers)];
  if (names.length > 0 && names.every((name) => input[name] === undefined))
    problems.push({
      path: names.join(" or "),
      kind: "missing",
      expected: "",
      certainty: "stated",
    });
  return problems.map((problem) => ({
    ...problem,
    message: messageOf(problem, slug),
  }));
}

function messageOf({ path, kind, expected }: FoundProblem, slug: string) {
  if (kind === "missing") return `${path} is required by ${slug}`;
  if (kind !== "unknown") return `${path} must be ${expected} for ${slug}`;
  const [name = ""] = path.split(".").slice(-1);
  const meant = findSimilar(name, expected.split(", "));
  const hint = meant === undefined ? "" : ` (did you mean ${meant}?)`;
  return `${path} is not a parameter of ${slug}${hint}, which takes ${expected}`;
}

function* findProblems(
  rules: ParameterRules,
  values: Readonly<Record<string, unknown>>,
  prefix: string,
  unknownMembers: "accept" | "refuse",
): Generator<FoundProblem, void, undefined> {
  const certainty = "stated";
  if (unknownMembers === "refuse")
    for (const name of Object.keys(values)) {
      if (Object.hasOwn(rules, name) || values[name] === undefined) continue;
      const expected = Object.keys(rules).join(", ");
      yield { path: prefix + name, kind: "unknown", expected, certainty };
    }
  for (const [name, rule] of Object.entries(rules))
    yield* findParameterProblems(
      rule,
      values[name],
      prefix + name,
      unknownMembers,
    );
}

function* findParameterProblems(
  rule: ModelParameter,
  value: unknown,
  path: string,
  unknownMembers: "accept" | "refuse",
): Generator<FoundProblem, void, undefined> {
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
      yield* findParameterProblems(items, item, itemPath, unknownMembers);
    }
  } else if (isRecord(value) && rule.properties)
    yield* findProblems(rule.properties, value, `${path}.`, unknownMembers);
}

function isOfType({ type }: ModelParameter, value: unknown): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
    default:
      return typeof value === type;
  }
}

/** Whether a value of the right type is one of the values of its rule, within its range, and of its format. */
function isAllowed(rule: ModelParameter, value: unknown): boolean {
  const { values, format } = rule;
  if (values && !values.includes(value as string)) return false;
  if (format && !/^\d+\*\d+$/.test(value as string)) return false;
  return typeof value !== "number" || isInRange(rule, value);
}

function isInRange(
  { minimum = -Infinity, maximum = Infinity, multipleOf }: ModelParameter,
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
function describe(rule: ModelParameter): string {
  const { type, values, format, minimum, maximum, multipleOf } = rule;
  if (values)
    return `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
  if (format) return 'a width and a height such as "1024*1024"';
  const most = minimum === undefined ? " of at most" : " to";
  const limits = [
    minimum === undefined ? "" : ` from ${minimum}`,
    maximum === undefined ? "" : `${most} ${maximum}`,
    multipleOf === undefined ? "" : ` in steps of ${multipleOf}`,
  ];
  return TYPE_WORDS[type] + limits.join("");
}
