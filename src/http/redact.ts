/** Replaces the key in a text, or in every text of a JSON value. */
export type Redact = <T>(value: T) => T;

/** The keys that a client has used recently; they are kept for redaction alone. */
export interface KeyRing {
  readonly learn: (key: string) => void;
  readonly redact: Redact;
}

/** A shorter key could be part of any word: redacting it would ruin the text around it. */
const MIN_KEY_LENGTH = 8;
/** Keys rotate: a response may repeat one that has just been replaced. */
const MAX_KEYS = 4;

export function createKeyRing(): KeyRing {
  let last = "";
  let patterns: readonly RegExp[] = [];
  const redactText = (text: string) =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, "[key]"), text);
  return {
    learn: (key) => {
      if (key === last || key.length < MIN_KEY_LENGTH) return;
      last = key;
      patterns = [patternOf(key), ...patterns].slice(0, MAX_KEYS);
    },
    redact: <T>(value: T) => {
      if (typeof value === "string") return redactText(value) as T;
      try {
        return JSON.parse(redactText(JSON.stringify(value))) as T;
      } catch {
        // The value is undefined, or nested too deeply to be written as JSON.
        return undefined as T;
      }
    },
  };
}

/** Matches the key whether each of its characters is plain or escaped for a URL, for JSON or for HTML. */
function patternOf(key: string): RegExp {
  const pattern = key.replace(/./g, (character) => {
    const code = character.charCodeAt(0);
    const hex = code.toString(16);
    return `(?:\\\\*\\x${hex}|%${hex}|\\\\+u00${hex}|&(#${code}|#x${hex}|\\w+);)`;
  });
  return new RegExp(pattern, "gi");
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
