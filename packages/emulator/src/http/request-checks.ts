/** The checks of one route, which `npm run generate` makes from the schemas of the specs. */
export interface RequestChecks {
  readonly body?: Validate;
  /** Also turns the strings of a query into the declared types, in place. */
  readonly query?: Validate;
  /** The query parameters that hold a list as one text, each with what stands between the items. */
  readonly separators?: Readonly<Record<string, string>>;
  /** The members of the body of a POST, where the schema names them all. */
  readonly members?: readonly string[];
}

/** True when the data is valid. Otherwise `errors` holds what is wrong until the next call. */
export interface Validate {
  (data: unknown): boolean;
  errors?: readonly ValidationIssue[] | null;
}

/** What one failed check says, in ajv's words. */
export interface ValidationIssue {
  /** A JSON pointer to the wrong value: `/gpuTypeIds/0`. */
  readonly instancePath: string;
  /** The keyword of the schema that failed: `maximum`. */
  readonly keyword: string;
  readonly message?: string;
  /** Values of the keyword, such as `limit`. */
  readonly params: Readonly<Record<string, unknown>>;
}
