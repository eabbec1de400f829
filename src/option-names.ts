import { InputError, type CallContext } from "./errors.js";

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
    throw new InputError(name, `${name} is no option: ${hint}`, call);
  }
}

/** The documented name that differs in case, or in one letter that is wrong, missing, extra, or in another position. */
export function findNearest(
  name: string,
  known: readonly string[],
): string | undefined {
  const shortened = shorten(name);
  return known.find((candidate) =>
    shorten(candidate).some((text) => shortened.includes(text)),
  );
}

/** A name in lower case: as it is, and without each of its letters. */
function shorten(name: string): string[] {
  const text = name.toLowerCase();
  return Array.from(
    `${text} `,
    (_, at) => text.slice(0, at) + text.slice(at + 1),
  );
}
