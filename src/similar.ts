/**
 * The known name that a name was probably meant to be: the same but for case and punctuation, one that holds all of its
 * words, or one that differs in few letters. Undefined if there is none, or several are as near.
 */
export function findSimilar(
  name: string,
  known: readonly string[],
): string | undefined {
  const letters = lettersOf(name);
  const words = wordsOf(name);
  return (
    onlyOne(known.filter((each) => lettersOf(each) === letters)) ??
    onlyOne(nearest(letters, known)) ??
    onlyOne(known.filter((each) => holds(wordsOf(each), words)))
  );
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

/** The names that differ in the fewest letters: at most a third of the letters, and never more than four. */
function nearest(letters: string, known: readonly string[]): string[] {
  let limit = Math.min(4, Math.floor(letters.length / 3));
  let names: string[] = [];
  for (const name of known) {
    const distance = editDistance(letters, lettersOf(name));
    if (distance > limit) continue;
    if (distance < limit) names = [];
    limit = distance;
    names.push(name);
  }
  return names;
}

/** How many letters must be changed, added, removed, or exchanged with their neighbour. */
function editDistance(one: string, other: string): number {
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
