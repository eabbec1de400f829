import { isPlainOrList } from "./write-json.js";

/**
 * A copy of an argument of a call: of plain objects, lists and bytes. What the caller does afterwards with the argument
 * changes nothing. Anything else, such as a signal, a function or a stream, stays what it is.
 */
export function copyArgument(argument: unknown): unknown {
  try {
    return copyValue(argument);
  } catch {
    // A circle, or a member that throws when it is read. The call refuses the argument when it writes the request.
    return argument;
  }
}

function copyValue(value: unknown): unknown {
  if (value instanceof ArrayBuffer) return value.slice(0);
  // The method `slice` of a Buffer would not copy.
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (Array.isArray(value)) return Array.from(value, copyValue);
  if (typeof value !== "object" || value === null || !isPlainOrList(value))
    return value;
  const copies = Object.entries(value).map(
    ([name, member]) => [name, copyValue(member)] as const,
  );
  return Object.fromEntries(copies);
}
