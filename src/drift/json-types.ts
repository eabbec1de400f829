/** One bit per JSON type. An integer has the bits of `integer` and of `number`. */
export const TYPE_BITS = {
  null: 1,
  boolean: 2,
  integer: 4,
  number: 8,
  string: 16,
  array: 32,
  object: 64,
} as const;
/** The bits of all types. */
export const ANY_TYPE = 127;
/** The bits of the types without members. */
export const SCALAR_TYPES = 31;

/** The bits of the named types; an unknown name has none. */
export function bitsOf(types: readonly string[]): number {
  return types.reduce((bits, type) => bits | bitOf(type), 0);
}

function bitOf(type: string): number {
  return Object.hasOwn(TYPE_BITS, type)
    ? TYPE_BITS[type as keyof typeof TYPE_BITS]
    : 0;
}

/** The bits of the types that a JSON value has. */
export function typeBits(value: unknown): number {
  switch (typeof value) {
    case "string":
      return TYPE_BITS.string;
    case "number":
      return Number.isInteger(value)
        ? TYPE_BITS.integer | TYPE_BITS.number
        : TYPE_BITS.number;
    case "boolean":
      return TYPE_BITS.boolean;
    default:
      if (value === null) return TYPE_BITS.null;
      return Array.isArray(value) ? TYPE_BITS.array : TYPE_BITS.object;
  }
}

/** The name of the type of a JSON value. */
export function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
