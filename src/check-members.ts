import { check } from "./checks.js";
import type { CallContext } from "./errors.js";

/**
 * Refuses an argument that is not `what` it must be, such as a client or a store: one of the members that are read of it
 * is missing.
 */
export function checkMembers(
  name: string,
  value: unknown,
  members: readonly string[],
  what: string,
  call?: CallContext,
): void {
  // Some members come at their first use: no test for their presence finds them.
  const found = Object(value) as Readonly<Record<string, unknown>>;
  const isWhole = members.every((member) => Boolean(found[member]));
  check(isWhole, name, `must be ${what}`, call);
}

/** Refuses an argument that must be a function. */
export function checkFunction(
  name: string,
  value: unknown,
  call?: CallContext,
): void {
  check(typeof value === "function", name, "must be a function", call);
}

/** Refuses a `cloud` that is no client. */
export function checkClient(
  cloud: unknown,
  members: readonly string[],
  operation: string,
): void {
  const what = "a client: what createClient() returns";
  checkMembers("cloud", cloud, members, what, { operation });
}
