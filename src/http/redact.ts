import { piecesOf, redactText, type Pieces } from "./redact-text.js";

/** Replaces keys in a text, or in every text of a JSON value. */
export type Redact = <T>(value: T) => T;

/** The keys that a client has used recently. They are kept for redaction alone. */
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
    redactValue(value, (this.#pieces ??= piecesOf(this.#keys)));

  /** Redacts the keys of one call as well, even if many other calls have used other keys since. */
  redactWith(callKeys: ReadonlySet<string>): Redact {
    let pieces: Pieces | undefined;
    return (value) => {
      if ([...callKeys].every((key) => this.#keys.has(key)))
        return this.redact(value);
      pieces ??= piecesOf(new Set([...this.#keys, ...callKeys]));
      return redactValue(value, pieces);
    };
  }
}

/** All keys that are remembered may have this many characters: hundreds of short keys, or eight of 8 kB. */
const MAX_CHARACTERS = 2 ** 16;

/** A copy of headers with their values redacted. A name that contains a key cannot be shown: its header is left out. */
export function redactHeaders(headers: Headers, redact: Redact): Headers {
  const copy = new Headers();
  for (const [name, value] of headers)
    if (redact(name) === name) copy.append(name, redact(value));
  return copy;
}

/** What `src/webhooks/signature.ts` signs, such as the token of a webhook URL; also if the end of the text is missing. */
const SIGNED_TEXT = /ccs1\.[\w.-]+/g;

function redactValue<T>(value: T, pieces: Pieces): T {
  const redact = (text: string) =>
    redactText(text.replace(SIGNED_TEXT, "[token]"), pieces, "[key]");
  if (typeof value === "string") return redact(value) as T;
  try {
    return JSON.parse(redact(JSON.stringify(value))) as T;
  } catch {
    // The value is undefined, or nested too deeply to be written as JSON.
    return undefined as T;
  }
}

/** A shorter value of a body may be part of any word of the text around it. */
const MIN_VALUE_LENGTH = 6;

/** Redacts in a text what a request has sent: the whole body, and each longer text or number in it. */
export function redactBody(text: string, body: unknown): string {
  const sent =
    body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  if (typeof sent !== "string") return text;
  const values = [sent];
  parse(sent, (_, value: unknown) => {
    values.push(String(value));
    return value;
  });
  return values
    .filter((value) => value.length >= MIN_VALUE_LENGTH)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, value) => rest.replaceAll(value, "[value]"), text);
}

/** Parses a JSON text; returns undefined when the text is no JSON. */
export function parse(
  text: string | undefined,
  reviver?: (name: string, value: unknown) => unknown,
): unknown {
  try {
    return JSON.parse(text ?? "", reviver) as unknown;
  } catch {
    return undefined;
  }
}

/** No error of a runtime nests deeper; what does is dropped. */
const MAX_CAUSE_DEPTH = 6;

/**
 * Makes an error of `fetch` fit to be the `cause` of ours. Returns the same object when it holds plain values only and
 * `redact` changes none of them, else a copy without what is not plain.
 */
export function safeCause(
  value: unknown,
  redact: (text: string) => string,
  depth = 0,
): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value === "function") return undefined;
  if (typeof value !== "object" || value === null) return value;
  try {
    const isError = value instanceof Error;
    const prototype = Object.getPrototypeOf(value) as object | null;
    const isPlain =
      isError || [Object.prototype, Array.prototype, null].includes(prototype);
    if (depth > MAX_CAUSE_DEPTH || !isPlain) return undefined;
    const copy = isError ? new Error() : emptyLike(value);
    Object.setPrototypeOf(copy, prototype);
    let isSame = true;
    // All own keys: `stack`, `message` and `cause` of an error are not enumerable.
    for (const name of Reflect.ownKeys(value)) {
      const member: unknown = Reflect.get(value, name);
      const safeMember = safeCause(member, redact, depth + 1);
      const safeName = typeof name === "string" ? redact(name) : name;
      isSame &&= safeMember === member && safeName === name;
      Reflect.defineProperty(copy, safeName, {
        value: safeMember,
        enumerable: Object.prototype.propertyIsEnumerable.call(value, name),
      });
    }
    return isSame ? value : copy;
  } catch {
    // An object whose members throw cannot be shown.
    return undefined;
  }
}

function emptyLike(value: object): object {
  return Array.isArray(value) ? [] : {};
}
