import { createHash } from "node:crypto";

/** Writes a JSON value with the members of each object in alphabetical order, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(
          Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : member,
  );
}

/**
 * Makes keys for items without a key: the SHA-256 of the input, and the number of its earlier occurrences in the same
 * `add`.
 */
export class InputKeys {
  /**
   * How often each input has occurred, by the first 48 bits of its hash. Inputs that share these bits count as one input.
   * Their keys still differ, and stay the same when the same inputs are added again in the same order.
   */
  readonly #occurrences = new Map<number, number>();

  /** The key of an input, given as canonical JSON. */
  next(input: string): string {
    const hash = createHash("sha256").update(input).digest();
    const short = hash.readUIntBE(0, 6);
    const name = hash.toString("base64url");
    const occurrence = this.#occurrences.get(short) ?? 0;
    this.#occurrences.set(short, occurrence + 1);
    return occurrence === 0 ? name : `${name}-${occurrence}`;
  }
}
