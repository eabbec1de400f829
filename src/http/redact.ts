/** Replaces what must not be shown in a text, or in the texts of a JSON value. */
export type Redact = <T>(value: T) => T;

/** The keys that were used of late, and the one thing to be done with them: to redact them. */
export interface KeyRing {
  readonly learn: (key: string) => void;
  readonly redact: Redact;
}

/** A key shorter than this could be any word: redacting it would ruin the text around it. */
const SHORTEST_KEY = 8;
/** Keys rotate: an answer may repeat one that has just been replaced. */
const REMEMBERED = 4;

export function createKeyRing(): KeyRing {
  let last = "";
  let patterns: readonly RegExp[] = [];
  const redactText = (text: string) =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, "[key]"), text);
  return {
    learn: (key) => {
      if (key === last || key.length < SHORTEST_KEY) return;
      last = key;
      patterns = [spelled(key), ...patterns].slice(0, REMEMBERED);
    },
    redact: <T>(value: T) => {
      if (typeof value === "string") return redactText(value) as T;
      try {
        return JSON.parse(redactText(JSON.stringify(value))) as T;
      } catch {
        // It is undefined, or nested deeper than can be written.
        return undefined as T;
      }
    },
  };
}

/** The key however its characters are written: as they are, or escaped for a URL, for JSON or for HTML, one by one. */
function spelled(key: string): RegExp {
  const pattern = key.replace(/./g, (character) => {
    const code = character.charCodeAt(0);
    const hex = code.toString(16);
    return `(?:\\\\*\\x${hex}|%${hex}|\\\\+u00${hex}|&(#${code}|#x${hex}|\\w+);)`;
  });
  return new RegExp(pattern, "gi");
}

/** A value shorter than this may be any word of the text around it. */
const SHORTEST_VALUE = 6;

/** Redacts of a text what was sent: the body as a whole, and each longer text or number in it. */
export function maskSent(
  text: string,
  body: string | Uint8Array | undefined,
): string {
  const sent = typeof body === "string" ? body : new TextDecoder().decode(body);
  const values = [sent];
  parse(sent, (_, value: unknown) => {
    values.push(String(value));
    return value;
  });
  return values
    .filter((value) => value.length >= SHORTEST_VALUE)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, value) => rest.replaceAll(value, "[value]"), text);
}

/** The value of a JSON text; undefined when it is none. */
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

/** Deeper than any fault of a runtime; what is nested deeper is not trusted. */
const DEPTH = 6;

/**
 * The fault of a `fetch`, fit to be kept as a cause: the very same object when it holds nothing but plain values that
 * `hide` leaves as they are, else a copy without the rest.
 */
export function safeCause(
  value: unknown,
  hide: (text: string) => string,
  depth = 0,
): unknown {
  if (typeof value === "string") return hide(value);
  if (typeof value === "function") return undefined;
  if (typeof value !== "object" || value === null) return value;
  try {
    const isError = value instanceof Error;
    const prototype = Object.getPrototypeOf(value) as object | null;
    const isPlain =
      isError || [Object.prototype, Array.prototype, null].includes(prototype);
    if (depth > DEPTH || !isPlain) return undefined;
    const copy: object = isError ? new Error() : Array.isArray(value) ? [] : {};
    Object.setPrototypeOf(copy, prototype);
    let isSame = true;
    // Deliberately also what is not enumerable: `stack`, `message` and `cause` are not.
    for (const name of Reflect.ownKeys(value)) {
      const member: unknown = Reflect.get(value, name);
      const kept = safeCause(member, hide, depth + 1);
      const shown = typeof name === "string" ? hide(name) : name;
      isSame &&= kept === member && shown === name;
      Reflect.defineProperty(copy, shown, {
        value: kept,
        enumerable: Object.prototype.propertyIsEnumerable.call(value, name),
      });
    }
    return isSame ? value : copy;
  } catch {
    // A fault whose members throw cannot be looked at, let alone be shown.
    return undefined;
  }
}
