import { getRedaction, type Redaction } from "./load-redaction.js";
import type { Pieces } from "./redact-text.js";

/** Replaces keys in a text, or in every text of a JSON value. */
export type Redact = <T>(value: T) => T;

/** The keys that a client has used recently. They are kept only for redaction. */
export class KeyRing {
  /** The most recent key is the last. */
  readonly #keys = new Set<string>();
  #characters = 0;
  #pieces: Pieces | undefined;

  /** Remembers a key. Forgets the oldest keys where all together are longer than `MAX_CHARACTERS`. */
  learn(key: string): void {
    if (this.#keys.delete(key)) {
      this.#keys.add(key);
      return;
    }
    this.#keys.add(key);
    this.#characters += key.length;
    this.#pieces = undefined;
    for (const oldest of this.#keys) {
      if (this.#characters <= MAX_CHARACTERS || oldest === key) break;
      this.#keys.delete(oldest);
      this.#characters -= oldest.length;
    }
  }

  /** Redacts every key that the client remembers. */
  readonly redact: Redact = (value) =>
    redactValue(value, (piecesOf) => (this.#pieces ??= piecesOf(this.#keys)));

  /** Redacts the keys of one call as well, even if many other calls have used other keys since. */
  redactWith(callKeys: ReadonlySet<string>): Redact {
    let pieces: Pieces | undefined;
    return (value) => {
      if ([...callKeys].every((key) => this.#keys.has(key)))
        return this.redact(value);
      return redactValue(
        value,
        (piecesOf) =>
          (pieces ??= piecesOf(new Set([...this.#keys, ...callKeys]))),
      );
    };
  }
}

/**
 * All keys that are remembered may have this many characters: about 200 keys of 40 characters, or one of 8 kB. Where each
 * call has another key, each failure splits all of them into pieces anew, in about 2 ms.
 */
const MAX_CHARACTERS = 2 ** 13;

/** A copy of headers with their values redacted. A name that contains a key cannot be shown: its header is left out. */
export function redactHeaders(
  headers: Headers,
  redact: (text: string) => string,
): Headers {
  const copy = new Headers();
  for (const [name, value] of headers)
    if (redact(name) === name) copy.append(name, redact(value));
  return copy;
}

/** Replaces a text while the code that redacts keys is not loaded. */
const OMITTED = "[hidden]";

function redactValue<T>(
  value: T,
  findPieces: (piecesOf: Redaction["piecesOf"]) => Pieces,
): T {
  const redaction = getRedaction();
  if (!redaction) return (typeof value === "string" ? OMITTED : undefined) as T;
  return redaction.redactValue(value, findPieces(redaction.piecesOf));
}

/** Parses a JSON text; returns undefined when the text is no JSON. */
export function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "") as unknown;
  } catch {
    return undefined;
  }
}

/** Takes the place of a reason that may repeat what was sent. */
export const OMITTED_REASON = "see `error.body` for the reason";
