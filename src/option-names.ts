import { InputError, type CallContext } from "./errors.js";

/** The name of every member of an options object. The compiler refuses a list that lacks a name, or has another one. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * Throws an `InputError` for a member that is not documented, and names the documented member that is most like it. A
 * member that is undefined counts as absent.
 */
export function checkOptionNames<Options>(
  options: object,
  names: OptionNames<Options>,
  call?: CallContext,
): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || Object.hasOwn(names, name)) continue;
    const known = Object.keys(names);
    const nearest = findNearest(name, known);
    const advice = nearest
      ? `did you mean ${nearest}?`
      : `the options are ${known.join(", ")}`;
    throw new InputError(name, `${name} is not an option: ${advice}`, call);
  }
}

/** The most letters in which a misspelt name may differ from the documented one. */
const MAX_EDITS = 2;

/** The name that differs least, without regard to case, and in few letters only. */
export function findNearest(
  name: string,
  known: readonly string[],
): string | undefined {
  const wanted = name.toLowerCase();
  let nearest: string | undefined;
  let fewest = Math.min(MAX_EDITS, name.length / 3);
  for (const candidate of known) {
    const edits = countEdits(wanted, candidate.toLowerCase());
    if (edits > fewest || (edits === fewest && nearest)) continue;
    nearest = candidate;
    fewest = edits;
  }
  return nearest;
}

/** How many letters must be inserted, removed or replaced to turn one text into the other. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++)
      next.push(
        Math.min(
          (row[j] ?? 0) + Number(from[i] !== to[j]),
          (row[j + 1] ?? 0) + 1,
          (next[j] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return row[to.length] ?? 0;
}
