/** Numbers from 0 to 1, the same ones in the same order for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + step) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const step = 0x6d2b79f5;

/** A source of ids, in an order fixed by the seed. */
export interface Ids {
  readonly next: () => string;
  /** How many were given out. */
  readonly count: () => number;
}

/** Each id follows from the seed and its number, so a source can go on where another stopped. */
export function createIds(seed: number, given = 0): Ids {
  let count = given;
  return {
    next: () => idOf(seed + Math.imul(count++ * idLength, step)),
    count: () => count,
  };
}

/** Letters and digits, lowercase. */
export function idOf(seed: number): string {
  const random = createRandom(seed);
  return Array.from({ length: idLength }, () =>
    Math.floor(random() * 36).toString(36),
  ).join("");
}

const idLength = 14;

/** A 32-bit number that stands for a text (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
