import { check } from "../checks.js";
import type { CallContext } from "../errors.js";

/**
 * Fills the `{parameters}` of a path template. Each becomes exactly one segment: what would be empty, climb (`.`, `..`)
 * or cannot be encoded is an `InputError` that names the parameter.
 */
export function fillPath(
  template: string,
  valueOf: (name: string) => unknown,
  call?: CallContext,
): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    segment(name, valueOf(name), call),
  );
}

/** One path segment that cannot re-aim a request. */
export function segment(
  name: string,
  value: unknown,
  call?: CallContext,
): string {
  check(
    typeof value === "string" && /^(?!\.{0,2}$)\P{Surrogate}*$/u.test(value),
    name,
    'must be a well-formed string other than "", "." and ".."',
    call,
  );
  return encodeURIComponent(value);
}
