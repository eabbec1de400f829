import { createHash } from "node:crypto";
import { check } from "../checks.js";
import type { CallContext } from "../errors.js";

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

/** Whether a text can be a key: every ledger keeps the text as it is. */
export function isItemKey(key: unknown): key is string {
  return (
    typeof key === "string" && /^[^\p{Cc}\ud800-\udfff]{1,200}$/su.test(key)
  );
}

export function checkItemKey(key: unknown, call?: CallContext): void {
  check(
    isItemKey(key),
    "key",
    "must be a string of 1 to 200 characters, none of them a control character or half of a surrogate pair",
    call,
  );
}

/** The character U+0000 and halves of surrogate pairs: no database keeps them in a text. */
const UNSTORABLE =
  /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text in which U+FFFD stands for each character that no database keeps. */
export function toWellFormed(text: string): string {
  return text.replace(UNSTORABLE, "\ufffd");
}

/** Whether each database keeps a text as it is. */
export function isWellFormed(text: string): boolean {
  return text.search(UNSTORABLE) < 0;
}
