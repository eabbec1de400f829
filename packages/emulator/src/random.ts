/** Returns numbers from 0 to 1: the same numbers in the same order for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + SEED_STEP) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SEED_STEP = 0x6d2b79f5;

/** Ids in an order that the seed determines. Each id follows from the seed and its number, so `count` is the whole state. */
export class IdGenerator {
  readonly #seed: number;
  #count: number;

  constructor(seed: number, count = 0) {
    this.#seed = seed;
    this.#count = count;
  }

  /** How many ids were generated. */
  get count(): number {
    return this.#count;
  }

  next(): string {
    const steps = this.#count * ID_LENGTH;
    this.#count += 1;
    return idFrom(this.#seed + Math.imul(steps, SEED_STEP));
  }
}

const ID_LENGTH = 14;
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** The id of a seed: lowercase letters and digits. */
export function idFrom(seed: number): string {
  const random = createRandom(seed);
  let id = "";
  for (let digits = 0; digits < ID_LENGTH; digits += 1)
    id += DIGITS.charAt(Math.floor(random() * DIGITS.length));
  return id;
}

/** The UUID of a text. */
export function uuidOf(text: string): string {
  const random = createRandom(hashText(text));
  return "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, () =>
    Math.floor(random() * 16).toString(16),
  );
}

/** The 32-bit FNV-1a hash of a text. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
