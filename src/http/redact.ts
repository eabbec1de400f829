import { isError } from "../errors.js";

/** Replaces secrets in a text. */
export type Redact = (text: string) => string;

/** A shorter key is no secret: replacing it would make ordinary words unreadable. */
const MIN_KEY_LENGTH = 4;
/** A key function may give another key for each attempt. Older keys than the last of these are forgotten. */
const MAX_KEYS = 50;

/** The keys that a client has used, for redaction only. */
export class KeyRing {
  /** The most recent key is the last. */
  readonly #keys = new Set<string>();

  /** Remembers a key. */
  learn(key: string): void {
    if (key.length < MIN_KEY_LENGTH) return;
    this.#keys.delete(key);
    this.#keys.add(key);
    const [oldest] = this.#keys;
    if (this.#keys.size > MAX_KEYS && oldest !== undefined)
      this.#keys.delete(oldest);
  }

  /** Replaces each key by `[key]`: as it is, as it is written in an address, and as it is written in JSON. */
  readonly redact: Redact = (text) => replaceAll(text, this.#keys, "[key]");
}

/** Replaces each of these values in a text, also where it is escaped as in an address or in JSON. */
export function replaceAll(
  text: string,
  values: Iterable<string>,
  replacement: string,
): string {
  let result = text;
  for (const value of values)
    for (const spelling of spellingsOf(value))
      result = result.replaceAll(spelling, () => replacement);
  return result;
}

function spellingsOf(value: string): Set<string> {
  const inJson = JSON.stringify(value).slice(1, -1);
  // A value with half a character cannot be written in an address.
  const inAddress = encodeURIComponent(value.replace(/\p{Surrogate}/gu, ""));
  return new Set([value, inJson, inAddress].filter((text) => text !== ""));
}

/** Replaces secrets in every text of a JSON value. */
export function redactJson<Value>(value: Value, redact: Redact): Value {
  // `JSON.stringify` returns undefined for undefined, whatever its type says.
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return value;
  const redacted = redact(text);
  return redacted === text ? value : (JSON.parse(redacted) as Value);
}

/** A copy of headers with redacted values. */
export function redactHeaders(headers: Headers, redact: Redact): Headers {
  const copy = new Headers();
  for (const [name, value] of headers) copy.append(name, redact(value));
  return copy;
}

/** The deepest level at which the cause of an error is searched for a key. */
const MAX_CAUSE_DEPTH = 5;

/**
 * An error of the platform or of the user's `fetch`, for the `cause` of an error of this package: as it came, or, if it
 * shows the key, an error with the same name and code whose message is redacted.
 */
export function redactCause(cause: unknown, redact: Redact): unknown {
  const texts = textsOf(cause, 0);
  if (texts.every((text) => redact(text) === text)) return cause;
  if (!isError(cause)) return redact(texts.join(" "));
  const { name, message } = cause;
  const copy = new Error(redact(message));
  const { code } = cause as { readonly code?: unknown };
  return Object.assign(copy, { name }, code !== undefined && { code });
}

/** Every text that an inspector or a logger would print of an error. */
function textsOf(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > MAX_CAUSE_DEPTH)
    return [];
  if (value instanceof URL) return [value.href];
  if (value instanceof Headers) return [...value].flat();
  if (value instanceof Request) return [value.url, ...value.headers].flat();
  const hidden: unknown[] = isError(value)
    ? [value.message, value.stack, value.cause]
    : [];
  const members: unknown[] = Object.values(value);
  return [...hidden, ...members].flatMap((member) =>
    textsOf(member, depth + 1),
  );
}
