/** Replaces what must not be shown in a text, or in each text of a JSON value. */
export type Blot = <T>(value: T) => T;

/** The keys that were used of late, and the one thing to be done with them: to blot them out. */
export interface KeyRing {
  readonly learn: (key: string) => void;
  readonly blot: Blot;
}

/** A key shorter than this could be any word: blotting it would ruin the text around it. */
const SHORTEST_KEY = 8;
/** Keys rotate: an answer may repeat one that has just been replaced. */
const REMEMBERED = 4;

export function createKeyRing(): KeyRing {
  let known: { readonly key: string; readonly pattern: RegExp }[] = [];
  return {
    learn: (key) => {
      if (key.length < SHORTEST_KEY || known.at(-1)?.key === key) return;
      const others = known.filter((one) => one.key !== key);
      known = [...others.slice(1 - REMEMBERED), { key, pattern: spelled(key) }];
    },
    blot: (value) =>
      mapTexts(value, (text) =>
        known.reduce(
          (rest, { pattern }) => rest.replace(pattern, "[key]"),
          text,
        ),
      ) as typeof value,
  };
}

/** The key however its characters are written: as they are, or escaped for a URL, for JSON or for HTML, one by one. */
function spelled(key: string): RegExp {
  const character = (c: string) => {
    const hex = c.charCodeAt(0).toString(16);
    const either = hex.replace(/[a-f]/g, (d) => `[${d}${d.toUpperCase()}]`);
    const named = HTML[c] === undefined ? "" : `|&${HTML[c]};`;
    return `(?:\\\\?\\u{${hex}}|%${either}|\\\\u00${either}|&#(?:${c.charCodeAt(0)}|[xX]${either});${named})`;
  };
  return new RegExp(Array.from(key, character).join(""), "gu");
}

const HTML: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
};

/** A value shorter than this may be any word of the text around it. */
const SHORTEST_VALUE = 6;

/** Blots out of a text what was sent: the body as a whole, and each longer text or number in it. */
export function maskSent(text: string, body: unknown): string {
  const sent =
    body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  if (typeof sent !== "string") return text;
  const values = new Set([sent]);
  try {
    collectValues(JSON.parse(sent), values);
  } catch {
    // A body that is no JSON is masked as a whole.
  }
  return [...values]
    .filter((value) => value.length >= SHORTEST_VALUE)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, value) => rest.replaceAll(value, "[value]"), text);
}

function collectValues(value: unknown, found: Set<string>): void {
  mapTexts(value, (text) => (found.add(text), text));
}

/** Deeper than any answer worth showing; what is nested deeper is left out. */
const DEPTH = 100;

function mapTexts(
  value: unknown,
  change: (text: string) => string,
  depth = 0,
): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value === "number") {
    const text = String(value);
    return change(text) === text ? value : change(text);
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEPTH) return "…";
  if (Array.isArray(value))
    return value.map((item) => mapTexts(item, change, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      change(name),
      mapTexts(item, change, depth + 1),
    ]),
  );
}

/**
 * The fault of a `fetch`, fit to be kept as a cause: the very same object when it holds nothing but plain values that
 * `hide` leaves as they are, else a copy of its name, message, code, stack and cause.
 */
export function safeCause(
  fault: unknown,
  hide: (text: string) => string,
): unknown {
  try {
    return isHarmless(fault, hide, 0) ? fault : copyOf(fault, hide, 0);
  } catch {
    // A fault whose members throw cannot be looked at, let alone be shown.
    return undefined;
  }
}

/** Deeper than any fault of a runtime; what is nested deeper is not trusted. */
const FAULT_DEPTH = 6;

function copyOf(
  fault: unknown,
  hide: (text: string) => string,
  depth: number,
): unknown {
  if (typeof fault === "string") return hide(fault);
  if (!(fault instanceof Error) || depth > FAULT_DEPTH) return undefined;
  const cause = copyOf(fault.cause, hide, depth + 1);
  const copy = new Error(
    hide(fault.message),
    cause === undefined ? {} : { cause },
  );
  const code: unknown = "code" in fault ? fault.code : undefined;
  Object.defineProperties(copy, {
    name: { value: hide(fault.name) },
    stack: { value: hide(fault.stack ?? "") },
  });
  return Object.assign(
    copy,
    typeof code === "string" ? { code: hide(code) } : {},
  );
}

function isHarmless(
  value: unknown,
  hide: (text: string) => string,
  depth: number,
): boolean {
  if (typeof value === "string") return hide(value) === value;
  if (typeof value === "function") return false;
  if (typeof value !== "object" || value === null) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain =
    value instanceof Error ||
    Array.isArray(value) ||
    prototype === Object.prototype ||
    prototype === null;
  if (!isPlain || depth > FAULT_DEPTH) return false;
  // Deliberately also what is not enumerable: `stack`, `message` and `cause` are not.
  return Reflect.ownKeys(value).every(
    (name) =>
      (typeof name === "symbol" || hide(name) === name) &&
      isHarmless(Reflect.get(value, name), hide, depth + 1),
  );
}
