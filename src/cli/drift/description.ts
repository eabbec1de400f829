/** What matters for compatibility of one OpenAPI document: small enough to ship, made the same way on both sides. */
export interface Description {
  /** Every operation by its route, `"GET /pods/{podId}"`; a synonym is a route of its own. */
  readonly operations: Readonly<Record<string, Operation>>;
  /** The schemas that the operations refer to, by name. */
  readonly schemas: Readonly<Record<string, Shape>>;
}

export interface Operation {
  /** `"pods.list"`; absent where none is known. */
  readonly name?: string;
  readonly deprecated?: true;
  /** By place and name, `"query desiredStatus"`. */
  readonly parameters?: Readonly<Record<string, Field>>;
  readonly body?: Field;
  /** What the lowest success status answers; absent where that has no body. */
  readonly answer?: Shape;
  /** What the failures answer, by status. */
  readonly failures?: Readonly<Record<string, Shape>>;
}

export interface Field extends Shape {
  readonly required?: true;
}

/** One schema, or a reference to one by name. */
export interface Shape {
  readonly ref?: string;
  /** Absent where any type will do. */
  readonly type?: string;
  readonly nullable?: true;
  readonly deprecated?: true;
  /** The values of an enumeration. */
  readonly values?: readonly string[];
  /** Set where the enumeration names what is known, and any other text is right too. */
  readonly open?: true;
  readonly fields?: Readonly<Record<string, Field>>;
  readonly items?: Shape;
  /** What a field without a name of its own holds. */
  readonly entries?: Shape;
  /** Alternatives. */
  readonly any?: readonly Shape[];
  /** Bounds of a value, such as `maximum`. */
  readonly limits?: Readonly<Record<string, number | string | boolean>>;
}

/** A document that cannot be compared; its message says where and why, in one line. */
export class DocumentError extends Error {
  override name = "DocumentError";
}
