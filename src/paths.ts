import { InputError, type Circumstances } from "./errors.js";

/**
 * Fills the `{parameters}` of a path template. Each becomes exactly one segment: what would be empty, climb (`.`, `..`)
 * or cannot be encoded is an `InputError` that names the parameter.
 */
export function fillPath(
  template: string,
  parameters: Readonly<Record<string, unknown>>,
  call?: Circumstances,
): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    segment(name, parameters[name], call),
  );
}

/** One path segment that cannot re-aim a request. */
export function segment(
  name: string,
  value: unknown,
  call?: Circumstances,
): string {
  const refuse = (why: string) => new InputError(name, `${name} ${why}`, call);
  if (value === undefined || value === null) throw refuse("is missing");
  if (typeof value !== "string")
    throw refuse(
      `must be a string, not ${Array.isArray(value) ? "an array" : typeof value}`,
    );
  if (value === "") throw refuse("is empty");
  if (value === "." || value === "..")
    throw refuse(`must not be "${value}": it would aim at another path`);
  if (/\p{Surrogate}/u.test(value))
    throw refuse("holds half of a surrogate pair");
  return encodeURIComponent(value);
}
