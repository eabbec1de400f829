import { InputError } from "../errors.js";
import type { ModelInfo, ModelParameter } from "./info.js";
import { isPlainObject } from "./plain-object.js";

/**
 * Checks an input against the parameters of a public model, before a paid job is submitted: names, types, ranges and
 * allowed values. What else a model asks for stays for the service to check.
 *
 * @example
 * ```ts
 * checkInput(models["black-forest-labs-flux-1-schnell"], { prompt: "a lighthouse", width: 512 });
 * ```
 *
 * @throws InputError for the first parameter that is unknown, missing or wrong; the message names it, and says what the
 * model takes
 */
export function checkInput(
  model: Pick<ModelInfo, "slug" | "parameters">,
  input: unknown,
): void {
  if (!isPlainObject(input))
    throw new InputError("input", "input must be an object");
  checkMembers(model.parameters, input, "", model.slug);
}

function checkMembers(
  parameters: Readonly<Record<string, ModelParameter>>,
  values: Readonly<Record<string, unknown>>,
  prefix: string,
  slug: string,
): void {
  for (const name of Object.keys(values))
    if (!Object.hasOwn(parameters, name) && values[name] !== undefined) {
      const known = Object.keys(parameters).join(", ");
      refuse(prefix + name, `is no parameter of ${slug}, which takes ${known}`);
    }
  for (const [name, parameter] of Object.entries(parameters))
    checkValue(parameter, values[name], prefix + name, slug);
}

function checkValue(
  parameter: ModelParameter,
  value: unknown,
  path: string,
  slug: string,
): void {
  if (value === undefined) {
    if (parameter.required) refuse(path, `is required by ${slug}`);
    return;
  }
  if (!isTaken(parameter, value))
    refuse(path, `must be ${wanted(parameter)} for ${slug}`);
  if (Array.isArray(value) && parameter.items)
    for (const [index, item] of value.entries())
      checkValue(
        { ...parameter.items, required: true },
        item,
        `${path}[${index}]`,
        slug,
      );
  if (isPlainObject(value) && parameter.properties)
    checkMembers(parameter.properties, value, `${path}.`, slug);
}

function refuse(path: string, reason: string): never {
  throw new InputError(path, `${path} ${reason}`);
}

/** Whether a value has the type of the parameter, and is one of its values or within its range. */
function isTaken(parameter: ModelParameter, value: unknown): boolean {
  const { values } = parameter;
  if (values && !values.includes(value as string)) return false;
  switch (parameter.type) {
    case "integer":
      return Number.isInteger(value) && isInRange(parameter, Number(value));
    case "number":
      return Number.isFinite(value) && isInRange(parameter, Number(value));
    case "array":
      return Array.isArray(value);
    case "object":
      return isPlainObject(value);
    default:
      return typeof value === parameter.type;
  }
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

/** What a parameter takes, in words: `a whole number from 256 to 1536 in steps of 64`. */
function wanted(parameter: ModelParameter): string {
  const { type, values, minimum, maximum, multipleOf } = parameter;
  if (values)
    return `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
  const limits = [
    minimum === undefined ? "" : ` from ${minimum}`,
    maximum === undefined ? "" : ` to ${maximum}`,
    multipleOf === undefined ? "" : ` in steps of ${multipleOf}`,
  ];
  return TYPE_WORDS[type] + limits.join("");
}
