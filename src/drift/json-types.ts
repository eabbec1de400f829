/** A bit for each type; a whole number has those of `integer` and of `number`. */
export const BITS = {
  null: 1,
  boolean: 2,
  integer: 4,
  number: 8,
  string: 16,
  array: 32,
  object: 64,
} as const;
/** The bits of all types. */
export const ANY = 127;
/** The bits of all types without members. */
export const SCALAR = 31;

/** The bits of types, by their names. */
export function bitsOf(types: readonly string[]): number {
  return types.reduce(
    (bits, type) => bits | (type in BITS ? BITS[type as keyof typeof BITS] : 0),
    0,
  );
}

/** The bits of the types that a value of JSON has. */
export function typeBits(value: unknown): number {
  switch (typeof value) {
    case "string":
      return BITS.string;
    case "number":
      return Number.isInteger(value) ? BITS.integer | BITS.number : BITS.number;
    case "boolean":
      return BITS.boolean;
    default:
      if (value === null) return BITS.null;
      return Array.isArray(value) ? BITS.array : BITS.object;
  }
}

/** The type of a value of JSON in words. */
export function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
