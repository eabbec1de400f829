import { InputError } from "./errors.js";
import type { UpdateMethod } from "./options.js";

/** Refuses a key that no header could carry, without repeating it. */
export function checkKey(key: unknown): asserts key is string {
  if (typeof key !== "string" || !/^[\x21-\x7e]+$/.test(key))
    throw new InputError(
      "apiKey",
      "the API key is empty or holds a blank, a line break or a character that is not ASCII",
    );
}

/** Refuses a header that cannot be sent, without repeating its value. */
export function checkHeaders(
  headers: Readonly<Record<string, string>>,
  operation?: string,
): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers([[name, value]]);
    } catch {
      const where = operation === undefined ? "" : `${operation}: `;
      throw new InputError(
        "headers",
        `${where}the header ${JSON.stringify(name)} cannot be sent: its name or its value holds what no header may`,
        { operation },
      );
    }
  }
}

/** Refuses what is not a positive number of milliseconds that a timer can hold. */
export function checkMilliseconds(
  name: string,
  value: unknown,
  operation?: string,
): asserts value is number {
  if (typeof value === "number" && value > 0 && value <= 2 ** 31 - 1) return;
  throw new InputError(
    name,
    `${name} must be a positive number of milliseconds below 2^31`,
    { operation },
  );
}

/** Refuses what is not a whole number from 0 on. */
export function checkRetries(
  value: unknown,
  operation?: string,
): asserts value is number {
  if (Number.isInteger(value) && Number(value) >= 0) return;
  throw new InputError("retries", "retries must be a whole number, 0 or more", {
    operation,
  });
}

/** Refuses what is neither spelling of an update. */
export function checkUpdateMethod(
  value: unknown,
  operation?: string,
): asserts value is UpdateMethod {
  if (value === "patch" || value === "post") return;
  throw new InputError(
    "updateMethod",
    'updateMethod must be "patch" or "post"',
    { operation },
  );
}
