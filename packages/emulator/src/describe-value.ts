/** Members whose values never appear in a message. */
const SECRET_MEMBERS = [
  "apiKey",
  "keys",
  "headers",
  "password",
  "env",
  "accessSecret",
];

/** The longest quoted text of a message, in characters. */
const MAX_QUOTED_LENGTH = 60;

/** A value as a message may quote it: short, and never a secret. `path` holds the names of the members that lead to it. */
export function describeValue(path: readonly string[], value: unknown): string {
  if (path.some((name) => SECRET_MEMBERS.includes(name)))
    return describeKind(value);
  if (typeof value === "string")
    return JSON.stringify(value).slice(0, MAX_QUOTED_LENGTH);
  const isPlain = typeof value === "number" || typeof value === "boolean";
  return isPlain ? String(value) : describeKind(value);
}

/** What kind of value it is, with an article. */
export function describeKind(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
