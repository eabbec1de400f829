import { kind, show } from "../server/validate.js";

/** Whether a value will do, and what it must be. */
export type Rule = readonly [holds: (value: unknown) => boolean, words: string];

/** What each member must be. */
export type Rules<T> = Readonly<Record<keyof T, Rule>>;

/** Every member given. */
export type Settled<T> = {
  readonly [Name in keyof T]-?: NonNullable<T[Name]>;
};

/**
 * Refuses what a user gave: with a TypeError what is no object and a member that is not known, with a RangeError a value
 * that cannot be. Undefined counts as not given. `call` is who was given it.
 */
export function checkMembers<T extends object>(
  call: string,
  given: T,
  rules: Rules<T>,
): void {
  checkNames(call, given, Object.keys(rules));
  for (const [name, [holds, words]] of Object.entries<Rule>(rules)) {
    const value: unknown = given[name as keyof T];
    if (value !== undefined && !holds(value))
      throw new RangeError(
        `${call}: ${name} must be ${words} (it was ${show([name], value)})`,
      );
  }
}

/** Refuses, with a TypeError, what is no object, and a member that is not one of these. */
export function checkNames(
  call: string,
  given: unknown,
  names: readonly string[],
): void {
  const all = names.join(", ");
  if (!isRecord(given))
    throw new TypeError(
      `${call}: an object with any of ${all} is wanted (it was ${kind(given)})`,
    );
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new TypeError(
      `${call}: there is no ${show([], unknown)}, only ${all}`,
    );
}

/** An object of named members: no list, no Map and no Headers. */
export function isRecord(value: unknown): value is object {
  return (
    typeof value === "object" && value !== null && !(Symbol.iterator in value)
  );
}

/** A pause that a timer can hold. */
export const pause: Rule = [
  (value) => typeof value === "number" && value >= 0 && value < 2 ** 31,
  "milliseconds, from 0 to below 2^31",
];

export function whole(least: number, most = Infinity): Rule {
  const bounds =
    most === Infinity ? `, ${least} or above` : ` from ${least} to ${most}`;
  return [
    (value) =>
      Number.isInteger(value) &&
      Number(value) >= least &&
      Number(value) <= most,
    `a whole number${bounds}`,
  ];
}

export function oneOf(...values: readonly string[]): Rule {
  return [
    (value) => values.includes(value as string),
    values.map((value) => JSON.stringify(value)).join(" or "),
  ];
}
