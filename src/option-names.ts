import { InputError, type CallContext } from "./errors.js";
import { findNearest } from "./similar.js";

/** The name of every member of an options object. The compiler refuses a list that lacks a name, or has another one. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * Throws an `InputError` for a member that is not documented, and names the documented member that is most like it or
 * begins with the same four letters, or else all of them. A member that is undefined counts as absent.
 */
export function checkOptionNames<Options>(
  options: object,
  names: OptionNames<Options>,
  call?: CallContext,
): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || Object.hasOwn(names, name)) continue;
    const known = Object.keys(names);
    const begin = name.slice(0, 4);
    const meant =
      findNearest(name, known) ??
      known.find((candidate) => candidate.startsWith(begin));
    const hint = meant
      ? `did you mean ${meant}?`
      : `the options are ${known.join(", ")}`;
    throw new InputError(name, `${name} is not an option: ${hint}`, call);
  }
}
