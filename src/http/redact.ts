import { isError } from "./is-error.js";
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

/** Parses a JSON text; returns undefined when the text is no JSON. */
export function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "") as unknown;
  } catch {
    return undefined;
  }
}

/** Takes the place of a text that may repeat what was sent. */
export const HIDDEN = "[hidden]";

/** No error of a runtime nests deeper; what does is dropped. */
const MAX_CAUSE_DEPTH = 6;
/** No error of a runtime holds more members, in all that it nests; what does is cut. */
const MAX_CAUSE_MEMBERS = 200;
/** All texts of a cause together are cut here. */
const MAX_CAUSE_LENGTH = 2 ** 13;

/**
 * Makes an error of `fetch` fit to be the `cause` of ours: a copy of plain values, each text as `hide` returns it. An
 * error stays an instance of its class, unless that class has accessors: these could show what the copy hides. What is
 * neither plain nor an error, such as a `Request`, is dropped.
 */
export function safeCause(
  value: unknown,
  hide: (text: string) => string,
): unknown {
  let [members, length] = [MAX_CAUSE_MEMBERS, MAX_CAUSE_LENGTH];

  const copyText = (text: string): string => {
    const cut = text.slice(0, Math.max(0, length));
    length -= cut.length;
    return hide(cut);
  };
  const copyNumber = (number: number | bigint): unknown =>
    copyText(String(number)) === String(number) ? number : undefined;

  const copyObject = (value: object, depth: number): object | undefined => {
    const isFailure = isError(value);
    if (depth > MAX_CAUSE_DEPTH || !(isFailure || isPlain(value)))
      return undefined;
    const copy = emptyLike(value);
    // The keys of a long list would take long to write.
    const shown = Array.isArray(value) ? value.slice(0, members) : value;
    const names = Reflect.ownKeys(shown);
    // The name and the message of a DOMException are accessors of its prototype.
    if (isFailure) names.unshift("name", "message");
    for (const name of new Set(names)) {
      if (members-- <= 0) break;
      const isName = typeof name === "symbol" || /^\w*$/.test(name);
      let member = copyValue(Reflect.get(value, name), depth + 1);
      // A stack begins with the message.
      if (name === "stack" && member === HIDDEN)
        member = Error.prototype.toString.call(copy);
      if (member === Reflect.get(copy, name)) continue;
      Reflect.defineProperty(copy, isName ? name : copyText(name), {
        value: member,
        configurable: true,
        enumerable: Object.prototype.propertyIsEnumerable.call(value, name),
      });
    }
    return copy;
  };

  const copyValue = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return copyText(value);
    if (typeof value === "number" || typeof value === "bigint")
      return copyNumber(value);
    if (typeof value === "function") return undefined;
    if (typeof value !== "object" || value === null) return value;
    try {
      return copyObject(value, depth);
    } catch {
      // An object whose members throw cannot be shown.
      return undefined;
    }
  };

  return copyValue(value, 0);
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return [Object.prototype, Array.prototype, null].includes(prototype);
}

/** An object or an error without members, of the same class where that class has no accessors. */
function emptyLike(value: object): object {
  if (Array.isArray(value)) return [];
  if (!isError(value)) return {};
  const copy = new Error();
  // The stack of this line says nothing.
  Reflect.defineProperty(copy, "stack", { value: "", configurable: true });
  let prototype: object | null = value;
  while ((prototype = Object.getPrototypeOf(prototype) as object | null)) {
    if (prototype === Error.prototype)
      return Object.setPrototypeOf(
        copy,
        Object.getPrototypeOf(value) as object,
      ) as object;
    if (hasAccessors(prototype)) break;
  }
  return copy;
}

function hasAccessors(prototype: object): boolean {
  const members = Object.values(Object.getOwnPropertyDescriptors(prototype));
  return members.some((member) => !("value" in member));
}
