/**
 * Whether a value is an error, also one of another realm: under Jest, each test file has an `Error` of its own, and the
 * errors of the platform are no instances of it.
 */
export function isError(value: unknown): value is Error {
  return (
    value instanceof Error ||
    Object.prototype.toString.call(value) === "[object Error]"
  );
}
