/** Whether a value is an object that JSON writes with its members: no array, no Date, no Map. */
export function isPlainObject(
  value: unknown,
): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === "[object Object]";
}
