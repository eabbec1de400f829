/**
 * Whether a value is an error, also one of another realm: under Jest, each test file has an `Error` of its own, and the
 * errors of the platform are no instances of it. A DOMException is an error.
 */
export function isError(value: unknown): value is Error {
  const tag = Object.prototype.toString.call(value);
  return value instanceof Error || /^\[object (Error|DOMEx\w+)\]$/.test(tag);
}
