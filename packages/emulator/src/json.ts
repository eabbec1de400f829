/**
 * A copy of a value as JSON represents it, without undefined members; undefined for what JSON leaves out, such as a
 * function. Throws for what JSON cannot represent, such as a circular reference.
 */
export function toJson(value: unknown): unknown {
  const text = stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}

/** The declared type of `JSON.stringify` conceals that the result may be undefined. */
function stringify(value: unknown): string | undefined {
  return JSON.stringify(value);
}
