import {
  hasEscape,
  MIN_PIECE_LENGTH,
  redactText,
  type Pieces,
} from "./redact-text.js";

/** Takes the place of a text that an error does not show. */
export const OMITTED = "[hidden]";

/** Decoding escapes is slow: of all texts of a value that contain escapes, the first 64 Ki characters are redacted. */
const MAX_ESCAPED_CHARACTERS = 2 ** 16;

/** What `src/webhooks/signature.ts` signs, such as the token of a webhook URL; also if the end of the text is missing. */
const SIGNED_TEXT = /ccs1\.[\w.-]+/g;

/**
 * Replaces keys in a text, or in a copy of a JSON value: in its texts, numbers and names of members. Texts whose
 * redaction would take too long become `OMITTED`. Undefined for a value that is nested too deeply.
 */
export function redactValue<T>(value: T, pieces: Pieces): T {
  if (typeof value === "string") return redactOne(value, pieces) as T;
  try {
    return new ValueRedaction(pieces).redact(value) as T;
  } catch (error) {
    if (error instanceof RangeError) return undefined as T;
    throw error;
  }
}

function redactOne(text: string, pieces: Pieces): string {
  return redactText(text.replace(SIGNED_TEXT, "[token]"), pieces, "[key]");
}

/** The redaction of one JSON value. */
class ValueRedaction {
  readonly #pieces: Pieces;
  /** Whether every number of up to six digits is certainly no piece of a key. */
  readonly #skipsShortNumbers: boolean;
  #remainingEscaped = MAX_ESCAPED_CHARACTERS;

  constructor(pieces: Pieces) {
    this.#pieces = pieces;
    const [shortest = Infinity] = pieces.lengths;
    this.#skipsShortNumbers = !pieces.words && shortest >= MIN_PIECE_LENGTH;
  }

  /** Returns the same value if it contains no key. */
  redact(value: unknown): unknown {
    if (typeof value === "string") return this.#redactText(value);
    if (typeof value === "number") return this.#redactNumber(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return this.#redactList(value);
    return this.#redactObject(value);
  }

  #redactList(list: readonly unknown[]): readonly unknown[] {
    const items = list.map((item) => this.redact(item));
    return items.every((item, at) => item === list[at]) ? list : items;
  }

  #redactObject(value: object): object {
    let isSame = true;
    const members: [string, unknown][] = [];
    for (const [name, member] of Object.entries(value)) {
      const redacted: [string, unknown] = [
        this.#redactText(name),
        this.redact(member),
      ];
      isSame &&= redacted[0] === name && redacted[1] === member;
      members.push(redacted);
    }
    return isSame ? value : Object.fromEntries(members);
  }

  #redactText(text: string): string {
    if (hasEscape(text)) {
      this.#remainingEscaped -= text.length;
      if (this.#remainingEscaped < 0) return OMITTED;
    }
    return redactOne(text, this.#pieces);
  }

  /** A number that is written like a piece of a key becomes a text. */
  #redactNumber(number: number): number | string {
    const isShort = Number.isInteger(number) && Math.abs(number) < 1e6;
    if (isShort && this.#skipsShortNumbers) return number;
    const text = String(number);
    const redacted = redactText(text, this.#pieces, "[key]");
    return redacted === text ? number : redacted;
  }
}
