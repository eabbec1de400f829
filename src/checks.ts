import { InputError, type CallContext } from "./errors.js";
import type { UpdateMethod } from "./options.js";

/** Refuses what cannot be right: `said` goes after the name of the option or parameter at fault. */
export function check(
  holds: unknown,
  parameter: string,
  said: string,
  call?: CallContext,
): asserts holds {
  if (!holds) throw new InputError(parameter, `${parameter} ${said}`, call);
}

/**
 * Refuses what could not be written, with the first line of what the platform says: further lines, and the words of
 * others, may repeat what was given. The fault is the cause.
 */
export function refuse(
  parameter: string,
  fault: unknown,
  call: CallContext,
): never {
  const [line = ""] = String(fault).split("\n");
  const why = /^(Type|URI|Range)E/.test(line) ? `: ${line}` : "";
  check(false, parameter, `cannot be sent${why}`, { ...call, cause: fault });
}

/** Refuses a key that no header could carry, without repeating it. */
export function checkKey(key: unknown): asserts key is string {
  check(
    typeof key === "string" && /^[\x21-\x7e]+$/.test(key),
    "apiKey",
    "must be printable ASCII without blanks",
  );
}

/** Refuses a header that cannot be sent, without repeating its value. */
export function checkHeaders(
  headers: Readonly<Record<string, unknown>> | undefined,
  call?: CallContext,
): void {
  for (const name in headers)
    try {
      new Headers({ [name]: headers[name] as string });
    } catch {
      const said = `hold what no header may: ${JSON.stringify(name)}`;
      check(false, "headers", said, call);
    }
}

/** Refuses what is given and is not a positive number of milliseconds that a timer can hold. */
export function checkMilliseconds(
  name: string,
  value: unknown = 1,
  call?: CallContext,
): void {
  check(
    typeof value === "number" && value > 0 && value < 2 ** 31,
    name,
    "must be a positive number of milliseconds below 2^31",
    call,
  );
}

/** Refuses what is not a whole number from `least` on. */
export function checkWhole(
  name: string,
  value: number,
  least: number,
  call?: CallContext,
): void {
  check(
    Number.isInteger(value) && value >= least,
    name,
    `must be a whole number, ${least} or more`,
    call,
  );
}

/** Refuses what is neither spelling of an update. */
export function checkUpdateMethod(
  value: unknown,
  call?: CallContext,
): asserts value is UpdateMethod {
  check(
    value === "patch" || value === "post",
    "updateMethod",
    'must be "patch" or "post"',
    call,
  );
}
