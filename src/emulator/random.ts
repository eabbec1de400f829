/** Numbers from 0 to 1, the same ones in the same order for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Ids of 14 lowercase letters and digits, in an order fixed by the seed. */
export function createIds(seed: number): () => string {
  const random = createRandom(seed);
  return () =>
    Array.from({ length: 14 }, () =>
      Math.floor(random() * 36).toString(36),
    ).join("");
}

/** A 32-bit number that stands for a text (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
