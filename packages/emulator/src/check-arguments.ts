import { describeKind, describeValue } from "./describe-value.js";
import { InputError } from "cloud-compute-sdk";
import { findNearest } from "./similar.js";

/** Tests a value; the text completes "must be …". */
export type Rule = readonly [
  isValid: (value: unknown) => boolean,
  expected: string,
];

/** The rule of each member. */
export type Rules<T> = Readonly<Record<keyof T, Rule>>;

/** The same members, none of them optional. */
export type WithDefaults<T> = {
  readonly [Name in keyof T]-?: NonNullable<T[Name]>;
};

/**
 * Checks an argument object. Throws an `InputError` for what is not an object, an unknown member or an invalid
 * value. A member that is undefined counts as not given. `caller` is named in the message.
 */
export function checkMembers<T>(
  caller: string,
  members: unknown,
  rules: Rules<T>,
): asserts members is T {
  checkNames(caller, members, Object.keys(rules));
  for (const [name, [isValid, expected]] of Object.entries<Rule>(rules)) {
    const value = members[name];
    if (value !== undefined && !isValid(value))
      throw new InputError(
        name,
        `${caller}: ${name} must be ${expected} (it was ${describeValue([name], value)})`,
      );
  }
}

/** Throws an `InputError` for what is not an object, and for a member whose name is not in the list. */
export function checkNames(
  caller: string,
  members: unknown,
  names: readonly string[],
): asserts members is Readonly<Record<string, unknown>> {
  const list = names.join(", ");
  if (!isRecord(members))
    throw new InputError(
      caller,
      `${caller}: expected an object with any of ${list} (it was ${describeKind(members)})`,
    );
  const unknown = Object.keys(members).find(
    (name) => members[name] !== undefined && !names.includes(name),
  );
  if (unknown === undefined) return;
  const nearest = findNearest(unknown, names);
  const advice = nearest
    ? `did you mean ${nearest}?`
    : `the properties are ${list}`;
  throw new InputError(
    unknown,
    `${caller}: unknown property ${describeValue([], unknown)}; ${advice}`,
  );
}

/** Whether a value is an object of named members: not a list, a Map or a Headers. */
export function isRecord(
  value: unknown,
): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && !(Symbol.iterator in value)
  );
}

/** A delay that a platform timer can hold. */
export const delayRule: Rule = [
  (value) => typeof value === "number" && value >= 0 && value < 2 ** 31,
  "milliseconds, from 0 to below 2^31",
];

/** A whole number from `min` to `max`. */
export function integer(min: number, max = Infinity): Rule {
  const bounds =
    max === Infinity ? `, ${min} or above` : ` from ${min} to ${max}`;
  return [
    (value) =>
      Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
    `a whole number${bounds}`,
  ];
}

/** One of these texts. */
export function oneOf(...values: readonly string[]): Rule {
  return [
    (value) => typeof value === "string" && values.includes(value),
    values.map((value) => JSON.stringify(value)).join(" or "),
  ];
}
