/** The first known name that differs in case and punctuation only, or by one slip: surely a misspelling. */
export function findNearest(
  name: string,
  known: readonly string[],
): string | undefined {
  const [nearest] = findWithin(1, name, known);
  return nearest;
}

/**
 * The known name that a name was probably meant to be, by the rules of `findAllSimilar`; undefined if there is none, or
 * several are as near.
 */
export function findSimilar(
  name: string,
  known: readonly string[],
): string | undefined {
  return onlyOne(findAllSimilar(name, known));
}

/**
 * The known names that a name was probably meant to be: the one that holds all of its words, if there are several words;
 * else one that differs in few letters, at most a third and never more than four; else the one that holds its word.
 * Up to three if several are equally near; none if more are.
 */
export function findAllSimilar(
  name: string,
  known: readonly string[],
): readonly string[] {
  const words = wordsOf(name);
  const maxSlips = Math.min(4, Math.floor(lettersOf(name).length / 3));
  const [same] = findWithin(0, name, known);
  const holding = known.filter((each) => holds(wordsOf(each), words));
  // "RTX 4090" is a "GeForce RTX 4090", although fewer letters would make an "RTX 4000" of it.
  if (same === undefined && words.length > 1 && holding.length > 0)
    return unlessMany(holding);
  const near = findWithin(maxSlips, name, known);
  const isHeld = near.length === 0 || (near.length > 1 && holding.length === 1);
  return unlessMany(isHeld ? holding : near);
}

/** The known names that an unknown name was probably meant to be, as a message lists them; undefined for a known name. */
export function findMeant(
  name: string,
  known: readonly string[],
): string | undefined {
  if (known.includes(name)) return undefined;
  return findAllSimilar(name, known).join(" or ") || undefined;
}

/** The names that differ by the fewest slips, apart from case and punctuation. */
function findWithin(
  maxSlips: number,
  name: string,
  known: readonly string[],
): string[] {
  const letters = lettersOf(name);
  let fewest = maxSlips;
  let nearest: string[] = [];
  for (const each of known) {
    const slips = countSlips(letters, lettersOf(each));
    if (slips > fewest) continue;
    if (slips < fewest) nearest = [];
    fewest = slips;
    nearest.push(each);
  }
  return nearest;
}

/** How many names are suggested at most. */
const MAX_SUGGESTED = 3;

function unlessMany(names: readonly string[]): readonly string[] {
  return names.length <= MAX_SUGGESTED ? names : [];
}

function onlyOne(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : undefined;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function wordsOf(name: string): string[] {
  const words = name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  return words.match(/\p{L}+|\p{N}+/gu) ?? [];
}

function holds(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.length > 0 && wanted.every((word) => words.includes(word));
}

/** How many letters must be changed, added, removed, or exchanged with their neighbour. */
function countSlips(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwap =
        one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      next[at] = Math.min(
        valueAt(last, at) + 1,
        valueAt(next, at - 1) + 1,
        valueAt(last, at - 1) + (isSame ? 0 : 1),
        isSwap ? valueAt(before, at - 2) + 1 : Infinity,
      );
    }
    before = last;
    last = next;
  }
  return valueAt(last, other.length);
}

function valueAt(row: readonly number[], at: number): number {
  return row[at] ?? Infinity;
}
