/**
 * A problem of a body, as version 0.1.0 writes it: the place within the schema, the keyword, and what is wrong. The answer
 * fills in the resource of its route.
 */
export function problemOf(
  path: readonly string[],
  keyword: string,
  rule: string,
): string {
  const steps = path.map((name) =>
    /^\d+$/.test(name) ? "items" : `properties/${name}`,
  );
  const place = ["{resource}", ...steps, keyword].join("/");
  return `At /${place}: ${rule}`;
}

/** What is wrong with a value that is not in its list. */
export function oneOf(values: readonly unknown[]): string {
  const names = values.map((value) => `'${String(value)}'`);
  return `value must be one of ${names.join(", ")}`;
}

/** The JSON type of a value, as a problem names it. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
