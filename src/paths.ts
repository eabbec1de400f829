import { check } from "./checks.js";
import type { Circumstances } from "./errors.js";

/**
 * Fills the `{parameters}` of a path template, each by its name or its place. It becomes exactly one segment: what would be empty, climb (`.`, `..`)
 * or cannot be encoded is an `InputError` that names the parameter.
 */
export function fillPath(
  template: string,
  valueOf: (name: string, at: number) => unknown,
  call?: Circumstances,
): string {
  let at = 0;
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    segment(name, valueOf(name, at++), call),
  );
}

/** One path segment that cannot re-aim a request. */
export function segment(
  name: string,
  value: unknown,
  call?: Circumstances,
): string {
  check(
    typeof value === "string" && /^(?!\.{0,2}$)\P{Surrogate}*$/u.test(value),
    name,
    'must be a well-formed string other than "", "." and ".."',
    call,
  );
  return encodeURIComponent(value);
}
