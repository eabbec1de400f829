/**
 * What matters for compatibility in one OpenAPI document, without any prose. The package ships the description of each
 * of its surfaces; the same code describes the document that is compared with it.
 */
export interface Description {
  /** Every operation by its route, `"GET /pods/{podId}"`; a synonym is a route of its own. */
  readonly operations: Readonly<Record<string, Operation>>;
  /** The schemas that the operations refer to, by name. */
  readonly schemas: Readonly<Record<string, Shape>>;
  /** The authentication of every operation that declares none of its own; absent when none is required. */
  readonly security?: Security;
  /** What the package decides about every document of this surface; absent in the description of another document. */
  readonly decisions?: Decisions;
}

/** What the package decides about a surface, whatever a document says. */
export interface Decisions {
  /**
   * The names of the schemas, members and parameters whose enumerations accept any other text, in groups. The
   * enumerations of a group share all their values.
   */
  readonly open?: readonly (readonly string[])[];
  /** The members that every answer shows, by the name of the schema. */
  readonly required?: Readonly<Record<string, readonly string[]>>;
  /** The members that an answer may show, each with the name of its schema, by the name of the schema that has them. */
  readonly members?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface Operation {
  /** The name in the client, `"pods.list"`; absent when the client has no such operation. */
  readonly name?: string;
  readonly deprecated?: true;
  /** By place and name, `"query desiredStatus"`; a path parameter by its position, `"path 1"`. */
  readonly parameters?: Readonly<Record<string, Parameter>>;
  /** The JSON body of the request. */
  readonly body?: Field;
  /** The media types of the request body, unless `application/json` is the only one. */
  readonly bodyTypes?: readonly string[];
  /** The JSON body of a success, with one alternative for each schema; absent when no success has a JSON body. */
  readonly response?: Shape;
  /** Whether one status of a success has no body, and another one has. */
  readonly mayBeEmpty?: true;
  /** The media types of the successes, unless `application/json` is the only one. */
  readonly responseTypes?: readonly string[];
  /** The JSON bodies of error responses, by status. */
  readonly errors?: Readonly<Record<string, Shape>>;
  /** The authentication of this operation, when it differs from that of the document; empty when none is required. */
  readonly security?: Security;
}

/** Alternatives, of which a request needs one. Each alternative lists everything that it asks for: `["http bearer"]`. */
export type Security = readonly (readonly string[])[];

/** One schema, or a reference to a named schema. */
export interface Shape {
  readonly ref?: string;
  /** Absent when a value of any type is valid. */
  readonly type?: string;
  readonly nullable?: true;
  readonly deprecated?: true;
  /** The values of an enumeration. */
  readonly values?: readonly string[];
  /** Set when the enumeration lists known values only, and any other string is valid too. */
  readonly open?: true;
  readonly fields?: Readonly<Record<string, Field>>;
  readonly items?: Shape;
  /** The shape of every field that `fields` does not list. */
  readonly additional?: Shape;
  readonly anyOf?: readonly Shape[];
  /** Limits of a request value, such as `maximum`. */
  readonly limits?: Readonly<Record<string, Limit>>;
}

export type Limit = number | string | boolean;

export interface Field extends Shape {
  readonly required?: true;
}

export interface Parameter extends Field {
  /** How the value is serialized, when that is not the default of its place: `"style pipeDelimited"`. */
  readonly serialization?: string;
}
