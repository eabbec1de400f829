/** Replaces every spelling of the key in a text, or in each text of a JSON value. */
export type Blot = <T>(value: T) => T;

/** A key shorter than this could be any word: blotting it would ruin the text around it. */
const SHORTEST = 8;

const BLOTTED = "[key]";

/** Blots `key` as it stands, percent-encoded, and as JSON writes it. */
export function createBlot(key: string): Blot {
  if (key.length < SHORTEST) return (value) => value;
  const encoded = encodeURIComponent(key);
  const form = new URLSearchParams({ k: key }).toString().slice(2);
  const json = JSON.stringify(key).slice(1, -1);
  const lower = encoded.replace(/%../g, (hex) => hex.toLowerCase());
  const spellings = [...new Set([key, encoded, lower, form, json])];
  const blotText = (text: string) =>
    spellings.reduce(
      (rest, spelling) => rest.replaceAll(spelling, BLOTTED),
      text,
    );
  return (value) => blotJson(value, blotText) as typeof value;
}

function blotJson(value: unknown, blotText: (text: string) => string): unknown {
  if (typeof value === "string") return blotText(value);
  if (Array.isArray(value))
    return value.map((item) => blotJson(item, blotText));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      blotText(name),
      blotJson(item, blotText),
    ]),
  );
}

/**
 * The fault of a `fetch`, fit to be kept as a cause: the very same object when it holds nothing but plain values
 * without the key, else a copy of its name, message, code and cause.
 */
export function safeCause(fault: unknown, blot: Blot): unknown {
  if (isHarmless(fault, blot, 0)) return fault;
  if (!(fault instanceof Error))
    return typeof fault === "string" ? blot(fault) : undefined;
  const copy = new Error(
    blot(fault.message),
    fault.cause === undefined
      ? undefined
      : { cause: safeCause(fault.cause, blot) },
  );
  const code: unknown = "code" in fault ? fault.code : undefined;
  const stack = blot(fault.stack ?? "");
  return Object.assign(
    copy,
    { name: fault.name, stack },
    typeof code === "string" ? { code: blot(code) } : {},
  );
}

/** Deeper than any fault of a runtime; what is nested deeper is not trusted. */
const DEPTH = 6;

function isHarmless(value: unknown, blot: Blot, depth: number): boolean {
  if (typeof value === "string") return blot(value) === value;
  if (typeof value === "function") return false;
  if (typeof value !== "object" || value === null) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  const plain =
    value instanceof Error ||
    Array.isArray(value) ||
    prototype === Object.prototype ||
    prototype === null;
  if (!plain || depth > DEPTH) return false;
  // Deliberately also what is not enumerable: `stack`, `message` and `cause` are not.
  return Reflect.ownKeys(value).every((name) =>
    isHarmless(Reflect.get(value, name), blot, depth + 1),
  );
}
